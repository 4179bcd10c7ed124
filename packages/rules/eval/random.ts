import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readExtracts } from '../cli/extracts.ts';
import { agrees, given, readExpectedCase, wanted, type Expected } from './expected.ts';
import { groupsOf, randomCase } from './random-claims.ts';

/**
 * `npm run claims:random -- --oracle FILE [--claims 10000] [--seed N]`: random claims against a plain implementation in Python that
 * gives `check(case, tables)`, over the extracts in CLAIM_DATA. Prints the seeds, so that any claim can be made again.
 */
const { values } = parseArgs({
  options: { oracle: { type: 'string' }, claims: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const folder = process.env['CLAIM_DATA'];
const { oracle } = values;
if (folder === undefined || oracle === undefined || !existsSync(folder) || !existsSync(oracle)) {
  console.error('Nothing was compared: CLAIM_DATA has to name the folder of extracts, --oracle the implementation in Python.');
  process.exit(2);
}
const first = Number(values.seed);
const count = Number(values.claims);
const held = await readExtracts(folder);
const billable = [...held.fees]
  .filter(([code, row]) => /^[0-9]{5}$/.test(code) && code >= '10000' && row.status !== 'I')
  .map(([code]) => code);
const pool = billable.filter((code) => !(code >= '99202' && code <= '99499') && (code < '80000' || code > '89999'));
const visits = ['99202', '99213', '99223', '99233', '92014'];
const packed = held.ptpColumns;
const groups = groupsOf(pool, (code) => {
  const column = packed.get(code) ?? '';
  const behind = Array.from({ length: 4 }, (_, n) => column.slice(Math.floor((column.length / 22 / 4) * n) * 22).slice(0, 5));
  const primaries = [...(held.addOns.get(code)?.primaries ?? [])].slice(0, 3);
  const base = held.fees.get(code)?.endoBase ?? '';
  return [...behind, ...primaries, base].filter((each) => held.fees.has(each));
});
const cases = Array.from({ length: count }, (_, n) => randomCase(first + n, groups, visits));

const work = mkdtempSync(path.join(tmpdir(), 'claims-'));
const file = path.join(work, 'cases.jsonl');
writeFileSync(file, cases.map((each) => JSON.stringify(each)).join('\n'));
const program = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location('oracle', sys.argv[1])
oracle = importlib.util.module_from_spec(spec)
spec.loader.exec_module(oracle)
cases = [json.loads(line) for line in open(sys.argv[2])]
base = oracle.load_quarter(oracle.with_bases(oracle.codes_of(cases)))
for case in cases:
    print(json.dumps(oracle.check(case, base)))
`;
const run = spawnSync('python3', ['-c', program, oracle, file], {
  encoding: 'utf8',
  maxBuffer: 2 ** 30,
  env: { ...process.env, CLAIM_DATA: folder },
});
rmSync(work, { recursive: true });
if (run.status !== 0) {
  console.error(run.stderr);
  process.exit(1);
}
const answers = run.stdout.trimEnd().split('\n');
let different = 0;
const reasons = new Map<string, number>();
for (const [n, each] of cases.entries()) {
  const expect = JSON.parse(answers[n] ?? 'null') as Expected;
  for (const { reason } of expect.findings) reasons.set(String(reason), (reasons.get(String(reason)) ?? 0) + 1);
  const expected = readExpectedCase({ ...each, title: '', expect });
  if (agrees(held, expected)) continue;
  different++;
  if (different <= 5) {
    console.log(JSON.stringify(each));
    console.log('  expected', JSON.stringify(wanted(expect)));
    console.log('  given   ', JSON.stringify(given(held, expected, true)));
  }
}
console.log(
  [...reasons]
    .toSorted((a, b) => b[1] - a[1])
    .map(([reason, times]) => `${reason} ${times}`)
    .join(', '),
);
console.log(
  `seeds ${first} to ${first + count - 1}: ${different} differences in ${count} claims, ${answers.length} answers compared`,
);
process.exitCode = different > 0 || answers.length !== count ? 1 : 0;
