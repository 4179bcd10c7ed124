import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readExtracts } from '../cli/extracts.ts';
import { agrees, given, readExpectedCase, wanted } from './expected.ts';

/**
 * `npm run claims:cases -- --cases FILE`: claim cases with what they expect, against the extracts in the folder CLAIM_DATA.
 * Both hold codes of the fee schedule, so they stay outside the repository.
 */
const { values } = parseArgs({ options: { cases: { type: 'string' } } });
const folder = process.env['CLAIM_DATA'];
const file = values.cases;
if (folder === undefined || file === undefined || !existsSync(folder) || !existsSync(file)) {
  console.error('Nothing was checked: CLAIM_DATA has to name the folder of extracts, --cases a file of cases.');
  process.exit(2);
}
const held = await readExtracts(folder);
const cases = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line): unknown => JSON.parse(line))
  .filter((each) => (each as { kind?: string }).kind === 'claim')
  .map(readExpectedCase);
const wrong = cases.filter((each) => !agrees(held, each));
for (const each of wrong) {
  console.log(each.title);
  console.log('  expected', JSON.stringify(wanted(each.expect)));
  console.log('  given   ', JSON.stringify(given(held, each, each.expect.values !== undefined)));
}
console.log(`${cases.length - wrong.length} of ${cases.length} cases as expected`);
process.exitCode = wrong.length > 0 || cases.length === 0 ? 1 : 0;
