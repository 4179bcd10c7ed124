import { cpSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { builds, currentBuild, placeBuild } from './builds.mjs';
import { ensureInstalled, fingerprint, root, run, say } from './install.mjs';

const sources = ['apps/api/src', 'apps/web', 'packages', 'scripts'];

/** Bundles the server, its engine thread, its extraction child and its commands; packages of node_modules stay outside. */
async function buildServer(out) {
  const { build } = await import('esbuild');
  const source = path.join(root, 'apps', 'api', 'src');
  const commands = existsSync(path.join(source, 'cli'))
    ? readdirSync(path.join(source, 'cli')).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    : [];
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: path.join(source, 'main.ts'),
      'engine-worker': path.join(source, 'engine', 'engine-worker.ts'),
      'extract-child': path.join(root, 'packages', 'documents', 'src', 'extraction', 'extract-child.ts'),
      ...Object.fromEntries(commands.map((name) => [`cli-${name.replace(/\.ts$/, '')}`, path.join(source, 'cli', name)])),
    },
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [
      {
        name: 'packages-outside',
        setup: (setup) =>
          setup.onResolve({ filter: /^[^./]/ }, ({ path: name }) =>
            name.startsWith('@incisive/') || path.isAbsolute(name) ? null : { path: name, external: true },
          ),
      },
    ],
  });
  cpSync(path.join(source, 'db', 'migrations'), path.join(out, 'migrations'), { recursive: true });
}

/** Builds everything into a folder in `dist`. The same sources and packages give the same bytes. */
export async function buildInto(folder) {
  const web = path.join(root, 'apps', 'web');
  const options = { cwd: web, env: { ...process.env, WEB_DIST: path.join(folder, 'web') } };
  say('Building the web app');
  run(process.execPath, [path.join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], options);
  say('Building the public site');
  run(process.execPath, [path.join(web, 'scripts', 'prerender.mjs')], options);
  say('Building the server');
  await buildServer(path.join(folder, 'server'));
}

/** Builds what changed since the last build; nothing when nothing did. */
export async function ensureBuilt() {
  const name = fingerprint(sources).slice(0, 16);
  if (currentBuild(builds) === path.join(builds, name)) return;
  await placeBuild(builds, name, buildInto);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled();
  await ensureBuilt();
}
