import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, root, say } from './install.mjs';

/** `npm run bench [-- NAME [options]]`: one measurement by name, else the two that take under a few minutes. */
const measurements = {
  engine: 'packages/engine/bench/bench.ts',
  extraction: 'bench/extraction.ts',
  notes: 'bench/notes/notes-scale.ts',
  request: 'bench/request.ts',
  background: 'bench/background.ts',
  search: 'bench/catalogue-search.ts',
  diagnoses: 'bench/diagnosis-search.ts',
  intake: 'bench/intake.ts',
  soak: 'bench/soak/run.ts',
  'full-disk': 'bench/full-disk.ts',
  precedents: 'bench/precedents.ts',
  'kill-nine': 'bench/kill-nine.ts',
};
const [first = '', ...rest] = process.argv.slice(2);
const named = first in measurements;
if (first !== '' && !named && !first.startsWith('--')) {
  say(`No measurement "${first}". There are: ${Object.keys(measurements).join(', ')}.`);
  process.exit(2);
}
ensureInstalled();
// Options without a name are the engine's, as in `npm run bench -- --notes FILE`.
const names = named ? [first] : first === '' ? ['engine', 'extraction'] : ['engine'];
const options = named ? rest : process.argv.slice(2);
let failed = false;
for (const name of names) {
  say(`\n== ${name}`);
  const args = ['--expose-gc', path.join(root, 'scripts', 'tool.mjs'), measurements[name], ...options];
  failed = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status !== 0 || failed;
}
process.exit(failed ? 1 : 0);
