import { parseArgs } from 'node:util';
import { checkClaim } from '../src/check-claim.ts';
import { memoryTables } from '../src/memory-tables.ts';
import { CaseError } from './case-shape.ts';
import { readCase, withRows } from './claim-case.ts';
import { readExtracts } from './extracts.ts';
import { jsonLines, refuseLine, writeJsonLine } from '../../../scripts/json-lines.mjs';

/**
 * `npm run -s claims -- --data FOLDER`: claim cases as JSON lines in, `{ id, findings, sequence, values }` out, one by one.
 * FOLDER holds the extracts of one quarter. A line that cannot be read is answered with `{ id, error }`.
 */
const { values: options } = parseArgs({ options: { data: { type: 'string' } } });
const folder = options.data ?? process.env['CLAIM_DATA'];

function stop(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new CaseError('not a line of JSON');
  }
}

if (folder === undefined) stop('Say where the extracts are: npm run -s claims -- --data FOLDER');
const held = await readExtracts(folder).catch((error: unknown) => stop(error instanceof Error ? error.message : String(error)));

/** The answer to one line, and whether it was one that could be read. */
function answer(line: string): { ok: boolean; out: unknown } {
  let id: unknown = null;
  try {
    const value = parse(line);
    if (typeof value === 'object' && value !== null && 'id' in value) id = value.id;
    const { claim, rows } = readCase(value);
    const { findings, sequence, values } = checkClaim(claim, memoryTables(withRows(held, rows)));
    const told = findings.map(({ rule, reason, severity, lines, facts }) => ({ rule, reason, severity, lines, facts }));
    return { ok: true, out: { id, findings: told, sequence, values } };
  } catch (error) {
    if (!(error instanceof CaseError || error instanceof RangeError)) throw error;
    return { ok: false, out: { id, error: error.message } };
  }
}

for await (const [line, number] of jsonLines()) {
  const { ok, out } = answer(line);
  if (!ok) refuseLine(number, (out as { error: string }).error);
  await writeJsonLine(out);
}
