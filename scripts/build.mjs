import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, fingerprint, root, run, say } from './install.mjs';

const marker = path.join(root, 'apps', 'api', 'dist', '.built-from');
const sources = ['apps/api/src', 'apps/web', 'packages', 'scripts'];

/** Bundles the server, its engine thread, its extraction child and its commands; packages of node_modules stay outside. */
export async function buildServer() {
  const { build } = await import('esbuild');
  const out = path.join(root, 'apps', 'api', 'dist');
  for (const entry of existsSync(out) ? readdirSync(out) : [])
    if (entry !== 'types') rmSync(path.join(out, entry), { recursive: true });
  mkdirSync(out, { recursive: true });
  const source = path.join(root, 'apps', 'api', 'src');
  const commands = existsSync(path.join(source, 'cli'))
    ? readdirSync(path.join(source, 'cli')).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    : [];
  await build({
    entryPoints: {
      main: path.join(source, 'main.ts'),
      'engine-worker': path.join(source, 'features', 'suggestions', 'engine-worker.ts'),
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

/** Builds what changed since the last build; nothing when nothing did. */
export async function ensureBuilt() {
  // The public pages are rendered with these; a change of them is a change of the site.
  const settings = ['PUBLIC_URL', 'SOCIAL_LINKS', 'OFFICE_ADDRESS', 'OFFICE_LOCATION']
    .map((name) => `${name}=${process.env[name] ?? ''}`)
    .join('\n');
  const now = `${fingerprint(sources)}\n${settings}`;
  if (existsSync(marker) && readFileSync(marker, 'utf8') === now) return;
  say('Building the web app');
  run(process.execPath, [path.join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: path.join(root, 'apps', 'web'),
  });
  if (existsSync(path.join(root, 'apps', 'web', 'scripts', 'prerender.mjs'))) {
    say('Building the public site');
    run(process.execPath, [path.join(root, 'apps', 'web', 'scripts', 'prerender.mjs')], { cwd: path.join(root, 'apps', 'web') });
  }
  say('Building the server');
  await buildServer();
  writeFileSync(marker, now);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled();
  await ensureBuilt();
}
