import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { packColumn } from '../src/ptp-columns.ts';
import type { MemoryTables } from '../src/memory-tables.ts';
import type { AddOn } from '../src/tables.ts';
import { CaseError } from './case-shape.ts';
import { feeRow, unitLimit } from './claim-case.ts';

/** The extracts have no dates: an edit in them was in force throughout. */
const ALWAYS = '00010101';

function find(folder: string, start: string, end: string): string {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    throw new CaseError(`The folder ${folder} cannot be read`);
  }
  const name = names
    .filter((each) => each.startsWith(start) && each.endsWith(end))
    .toSorted()
    .at(-1);
  if (name === undefined) throw new CaseError(`${folder} holds no file ${start}*${end}`);
  return path.join(folder, name);
}

function* rowsOf(file: string): Generator<Record<string, string>> {
  const [head = '', ...lines] = readFileSync(file, 'utf8').split(/\r?\n/);
  const columns = head.split('\t');
  for (const line of lines) {
    if (line === '') continue;
    const cells = line.split('\t');
    yield Object.fromEntries(columns.map((column, n) => [column, cells[n] ?? '']));
  }
}

/** First and last day of the quarter that a file's name tells: `...-2024q3.tsv`. */
function quarterOf(file: string): readonly [string, string] {
  const [, year, quarter] = /(\d{4})q([1-4])/.exec(path.basename(file)) ?? [];
  if (year === undefined || quarter === undefined) throw new CaseError(`The name of ${file} does not tell its quarter`);
  const month = Number(quarter) * 3;
  const last = new Date(Date.UTC(Number(year), month, 0)).toISOString().slice(0, 10);
  return [`${year}-${String(month - 2).padStart(2, '0')}-01`, last];
}

/** Reads pairs as they come out of the archive, a column 1 code at a time. */
async function readPairs(file: string): Promise<Map<string, string>> {
  const columns = new Map<string, { column2: string; indicator: string; from: string; to: null }[]>();
  let rest = '';
  let head = true;
  const input = createReadStream(file);
  const unpacked = input.pipe(createGunzip());
  input.on('error', (error) => unpacked.destroy(error));
  for await (const chunk of unpacked) {
    const lines = (rest + (chunk as Buffer).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (head) {
        head = false;
        continue;
      }
      const [column1 = '', column2 = '', indicator = ''] = line.trimEnd().split('\t');
      const row = { column2, indicator, from: ALWAYS, to: null };
      const column = columns.get(column1);
      if (column === undefined) columns.set(column1, [row]);
      else column.push(row);
    }
  }
  return new Map([...columns].map(([column1, rows]) => [column1, packColumn(rows)]));
}

/** Tables out of a folder of extracts of one quarter: tab-separated, named as the files that they were made from. */
export async function readExtracts(folder: string): Promise<MemoryTables> {
  const feeFile = find(folder, 'cms-fee-schedule-', '.tsv');
  const limitFile = find(folder, 'ncci-mue-', '.tsv');
  const addOnFile = find(folder, 'ncci-addon-', '.tsv');
  const pairFile = find(folder, 'ncci-ptp-', '.tsv.gz');
  const quarter = quarterOf(feeFile);
  const version = quarter[0].slice(0, 7);
  const named = (file: string) => ({ file: path.basename(file), version });
  const addOns = new Map<string, AddOn & { primaries: Set<string> }>();
  for (const row of rowsOf(addOnFile)) {
    const code = row['addon_code'] ?? '';
    const addOn = addOns.get(code) ?? { type: Number(row['edit_type']), primaries: new Set<string>() };
    addOn.primaries.add(row['primary_code'] ?? '');
    addOns.set(code, addOn);
  }
  return {
    covers: { mpfs: quarter, ptp: quarter, mue: quarter, addon: quarter },
    sources: { mpfs: named(feeFile), ptp: named(pairFile), mue: named(limitFile), addon: named(addOnFile) },
    fees: new Map([...rowsOf(feeFile)].map((row) => [row['code'] ?? '', feeRow(row)])),
    unitLimits: new Map(
      [...rowsOf(limitFile)].map((row) => [row['code'] ?? '', unitLimit(Number(row['mue']), Number(row['mai']))]),
    ),
    addOns,
    ptpColumns: await readPairs(pairFile),
    diagnoses: new Map(),
  };
}
