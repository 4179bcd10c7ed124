import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** JavaScript that a screen loads, gzip, against its budget. Read from the build's manifest: entry, its static imports, the route's chunks. */
const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../apps/web/dist');

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const manifestFile = path.join(dist, '.vite/manifest.json');
if (!existsSync(manifestFile)) {
  console.error('apps/web/dist/.vite/manifest.json is missing: run npm run build first.');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>;

const keysOf = (pattern: RegExp): string[] => Object.keys(manifest).filter((key) => pattern.test(key));
function filesOf(keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  keys.forEach(add);
  return files;
}
const kilobytes = (files: ReadonlySet<string>): number => [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length, 0) / 1000;

const entry = keysOf(/^app\.html$/);
const screens = [
  { name: 'sign-in', routes: [/routes\/(login|_gate|__root)[^/]*$/, /features\/session\/(sign-in|gate|auth)/], budget: 170 },
  { name: 'note list and workbench', routes: [/routes\/.*opnotes/, /features\/workbench/], budget: 230 },
];
let over = 0;
for (const screen of screens) {
  const keys = [...entry, ...screen.routes.flatMap(keysOf)];
  const size = kilobytes(filesOf(keys));
  const fits = size > 0 && size <= screen.budget;
  if (!fits) over += 1;
  console.log(`${fits ? 'ok  ' : 'OVER'} ${screen.name}: ${size.toFixed(1)} kB of ${screen.budget} kB gzip`);
}
process.exit(over === 0 ? 0 : 1);
