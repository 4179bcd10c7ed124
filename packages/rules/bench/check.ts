import { existsSync } from 'node:fs';
import { readExtracts } from '../cli/extracts.ts';
import { readCase } from '../cli/claim-case.ts';
import { groupsOf, randomCase } from '../eval/random-claims.ts';
import { checkClaim } from '../src/check-claim.ts';
import { memoryTables } from '../src/memory-tables.ts';

/** `node --expose-gc --import tsx packages/rules/bench/check.ts`: claims of 20 lines against the extracts in CLAIM_DATA. */
const folder = process.env['CLAIM_DATA'];
if (folder === undefined || !existsSync(folder)) {
  console.error('Nothing was measured: CLAIM_DATA has to name the folder of extracts.');
  process.exit(2);
}
const collect = () => globalThis.gc?.();
const heap = () => Math.round(process.memoryUsage().heapUsed / 1e5) / 10;
const rss = () => Math.round(process.memoryUsage().rss / 1e6);
collect();
const empty = heap();
const started = performance.now();
const held = await readExtracts(folder);
const loaded = performance.now() - started;
collect();
const pairs = [...held.ptpColumns.values()].reduce((sum, column) => sum + column.length / 22, 0);
console.log(`loaded ${pairs} pairs in ${Math.round(loaded)} ms; heap ${empty} to ${heap()} MB`);

const tables = memoryTables(held);
const codes = [...held.fees.keys()].filter((code) => /^[1-6]\d{4}$/.test(code));
const groups = groupsOf(codes, () => []);
const claims = Array.from({ length: 500 }, (_, seed) => {
  const each = readCase(randomCase(seed, groups, ['99213'])).claim;
  const more = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => readCase(randomCase(seed + n * 1000, groups, ['99213'])).claim.lines);
  const lines = [...each.lines, ...more].slice(0, 20).map((line, n) => ({ ...line, id: `L${n + 1}`, date: '2024-08-15' }));
  return { ...each, lines };
}).filter((claim) => claim.lines.length === 20);
for (const claim of claims) checkClaim(claim, tables);
for (const round of [1, 2, 3]) {
  collect();
  const before = heap();
  const times: number[] = [];
  let findings = 0;
  for (let n = 0; n < 4; n++) {
    for (const claim of claims) {
      const start = performance.now();
      findings += checkClaim(claim, tables).findings.length;
      times.push(performance.now() - start);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
  collect();
  console.log(
    `round ${round}: ${times.length} claims of 20 lines, ${Math.round(findings / times.length)} findings each: ` +
      `median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms; heap ${before} to ${heap()} MB, resident ${rss()} MB`,
  );
}
