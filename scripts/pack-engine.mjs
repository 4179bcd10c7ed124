import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, root, run, say } from './install.mjs';

/** `npm run engine:pack [-- --to FOLDER]`: the engine as a package of its own, JavaScript with types, ready for `npm publish`. */
const { values } = parseArgs({ options: { to: { type: 'string', default: path.join(root, 'dist', 'engine') } } });
const to = path.resolve(values.to);
const source = path.join(root, 'packages', 'engine');
const { version, license, description } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));

ensureInstalled();
rmSync(to, { recursive: true, force: true });
mkdirSync(path.join(to, 'dist'), { recursive: true });
const { build } = await import('esbuild');
await build({
  entryPoints: { index: path.join(source, 'src', 'index.ts'), node: path.join(source, 'node', 'load-knowledge.ts') },
  outdir: path.join(to, 'dist'),
  bundle: true,
  splitting: true,
  format: 'esm',
  // What runs in a browser asks nothing of Node; reading the knowledge from disk is the other entry.
  platform: 'neutral',
  external: ['node:*'],
  target: 'es2023',
  logLevel: 'warning',
});
run(
  process.execPath,
  [
    path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    '--project',
    path.join(source, 'tsconfig.json'),
    '--outDir',
    path.join(to, 'types'),
    '--tsBuildInfoFile',
    path.join(to, 'types', 'tsconfig.tsbuildinfo'),
  ],
  { cwd: root },
);
for (const left of ['bench', 'cli', 'eval', 'tsconfig.tsbuildinfo'])
  rmSync(path.join(to, 'types', left), { recursive: true, force: true });
// A declaration names a declaration, not the source that it was made from.
for (const file of readdirSync(path.join(to, 'types'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.d.ts'),
)) {
  const name = path.join(to, 'types', file);
  writeFileSync(name, readFileSync(name, 'utf8').replaceAll(/(['"])(\.{1,2}\/[^'"]+)\.ts\1/g, '$1$2.js$1'));
}
cpSync(path.join(source, 'knowledge'), path.join(to, 'knowledge'), { recursive: true });
cpSync(path.join(source, 'README.md'), path.join(to, 'README.md'));
cpSync(path.join(root, 'LICENSE'), path.join(to, 'LICENSE'));
const manifest = {
  name: '@incisive/engine',
  version,
  description,
  license,
  type: 'module',
  engines: { node: '>=20.19' },
  exports: {
    '.': { types: './types/src/index.d.ts', default: './dist/index.js' },
    './node': { types: './types/node/load-knowledge.d.ts', default: './dist/node.js' },
    './knowledge/*': './knowledge/*',
  },
  files: ['dist', 'types', 'knowledge'],
  sideEffects: false,
};
writeFileSync(path.join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
say(`The package lies in ${to}: npm pack or npm publish there.`);
