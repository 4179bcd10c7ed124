import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKnowledge } from '../../node/load-knowledge.ts';
import { compileCodes } from '../../src/3-codes/catalogue/code-space.ts';
import { magnitudeTerms } from '../../src/3-codes/catalogue/code-facts.ts';

/**
 * Learns how much work each word, pair of words and attribute of our sentences stands for, by ridge regression on the logarithm of public
 * work values (a fee schedule in the folder that INCISIVE_EVAL_DATA names). Writes knowledge/weights/magnitude.json: words, no codes.
 */
const folder = process.env['INCISIVE_EVAL_DATA'];
if (folder === undefined) {
  process.stderr.write('INCISIVE_EVAL_DATA does not name a folder with a fee schedule.\n');
  process.exit(1);
}
const MIN_CODES = 4;
const RIDGE = 2;
const values = new Map<string, number>();
for (const line of readFileSync(join(folder, 'cms-fee-schedule-2024q3.tsv'), 'utf8').split('\n').slice(1)) {
  const fields = line.split('\t');
  const work = Number(fields[3]);
  if (fields[0] !== undefined && work > 0) values.set(fields[0], Math.log(work));
}
const space = compileCodes(loadKnowledge());
const rows = space.index.documents.flatMap((document) => {
  const value = values.get(document.code);
  return value === undefined ? [] : [{ terms: [...new Set(magnitudeTerms(document, space.lexicon))], value }];
});
const counts = new Map<string, number>();
for (const row of rows) for (const term of row.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
const base = rows.reduce((sum, row) => sum + row.value, 0) / rows.length;
const weights = new Map([...counts].filter(([, count]) => count >= MIN_CODES).map(([term]) => [term, 0]));
const residual = rows.map((row) => row.value - base);
const holders = new Map<string, number[]>();
rows.forEach((row, at) => {
  for (const term of row.terms) if (weights.has(term)) holders.set(term, [...(holders.get(term) ?? []), at]);
});
// Coordinate descent: exact for ridge, no matrix to invert.
for (let round = 0; round < 200; round++) {
  for (const [term, list] of holders) {
    const before = weights.get(term) ?? 0;
    let sum = 0;
    for (const at of list) sum += (residual[at] ?? 0) + before;
    const after = sum / (list.length + RIDGE);
    if (Math.abs(after - before) < 1e-6) continue;
    weights.set(term, after);
    for (const at of list) residual[at] = (residual[at] ?? 0) + before - after;
  }
}
const variance = rows.reduce((sum, row) => sum + (row.value - base) ** 2, 0);
const left = residual.reduce((sum, value) => sum + value * value, 0);
const terms = Object.fromEntries(
  [...weights]
    .filter(([, weight]) => Math.abs(weight) > 0.01)
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
    .map(([term, weight]) => [term, Number(weight.toFixed(3))]),
);
writeFileSync(
  fileURLToPath(new URL('../../knowledge/weights/magnitude.json', import.meta.url)),
  JSON.stringify({ base: Number(base.toFixed(3)), terms }) + '\n',
);
process.stdout.write(
  `${rows.length} codes, ${Object.keys(terms).length} words, explains ${(100 * (1 - left / variance)).toFixed(0)} % of the variance\n`,
);
