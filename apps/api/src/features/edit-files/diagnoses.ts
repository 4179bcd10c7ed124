import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type Diagnosis, indexOf, type ReadRows } from './diagnosis-index.ts';
import { spelledOut } from './diagnosis-words.ts';
import { activeFiles } from './edit-files.store.ts';

const most = 20;

/** Files whose codes are kept; those of two years are asked side by side around October. */
const mostKept = 2;
const shortest = 8000;
const kept = new Map<string, readonly (Diagnosis & { readonly words: string })[]>();

/**
 * The first billable codes of a file in the order of answers. They answer words that stand in half of 70,000 descriptions ("of",
 * "fracture"), for which an index finds too many; rare words are the index's. Rows of a file never change: they are read once a process.
 */
async function firstOf(tx: Tx, fileId: string) {
  const before = kept.get(fileId);
  if (before) return before;
  const { rows } = await sql<Diagnosis>`select code, description from app.icd_codes
    where file_id = ${fileId} and billable order by length(description), code limit ${shortest}`.execute(tx);
  const read = rows.map((row) => ({ ...row, words: row.description.toLowerCase() }));
  kept.set(fileId, read);
  for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest);
  return read;
}

/** They stand in most descriptions, tell none from another, and no index finds by them. */
const linking: ReadonlySet<string> = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'in', 'of', 'on', 'or', 'the', 'to']);

const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

const fileOn = async (tx: Tx, date: string) =>
  (await activeFiles(tx, 'icd')).find((one) => one.valid_from! <= date && date <= one.valid_to!);

/** For each phrase the billable codes that say most of it, best first; none where no file covers the day. */
export async function proposeDiagnoses(
  readRows: ReadRows,
  phrases: readonly string[],
  date: string,
  asked: { readonly side: 'left' | 'right' | null; readonly most: number },
): Promise<Diagnosis[][]> {
  const file = phrases.length > 0 ? await readRows((tx) => fileOn(tx, date)) : undefined;
  if (!file) return [];
  const index = await indexOf(file.id, readRows);
  return phrases.map((phrase) => index.best(phrase, asked.side, asked.most));
}

/**
 * Billable codes of the file that covers the day: by the beginning of a code, else by words in any order, the shortest description first.
 * `exact` gives the code itself, headings too.
 */
export async function searchDiagnoses(
  tx: Tx,
  asked: string,
  date: string,
  options: { readonly exact: boolean },
): Promise<{ imported: boolean; results: Diagnosis[] }> {
  const file = await fileOn(tx, date);
  if (!file) return { imported: false, results: [] };
  const q = asked.trim();
  const code = q.replace('.', '').toUpperCase();
  if (options.exact) {
    const found = await sql<Diagnosis>`select code, description from app.icd_codes
      where file_id = ${file.id} and code = ${code}`.execute(tx);
    return { imported: true, results: found.rows };
  }
  if (q.length < 2) return { imported: true, results: [] };
  if (/^[A-Z]\d[0-9A-Z]{0,5}$/.test(code)) {
    const byCode = await sql<Diagnosis>`select code, description from app.icd_codes
      where file_id = ${file.id} and billable and code like ${`${code}%`} order by code limit ${most}`.execute(tx);
    return { imported: true, results: byCode.rows };
  }
  const typed = q
    .toLowerCase()
    .split(/[\s,;/]+/)
    .filter((word) => word !== '');
  const telling = typed.filter((word) => !linking.has(word));
  const words = (telling.length > 0 ? telling : typed).map(spelledOut);
  const results: Diagnosis[] = [];
  for (const { code: found, description, words: said } of await firstOf(tx, file.id)) {
    if (words.every((word) => said.includes(word))) results.push({ code: found, description });
    if (results.length === most) return { imported: true, results };
  }
  // One condition a word: an index answers these, and not a list of patterns.
  const all = sql.join(
    words.map((word) => sql`description ilike ${`%${escaped(word)}%`}`),
    sql` and `,
  );
  const rare = await sql<Diagnosis>`select code, description from app.icd_codes
    where file_id = ${file.id} and billable and ${all} order by length(description), code limit ${most}`.execute(tx);
  return { imported: true, results: rare.rows };
}
