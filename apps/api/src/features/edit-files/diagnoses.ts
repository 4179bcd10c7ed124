import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { activeFiles } from './edit-files.store.ts';

const most = 20;
/** What people write short, as the published descriptions say it. */
const abbreviations: Readonly<Record<string, string>> = {
  rt: 'right',
  lt: 'left',
  r: 'right',
  l: 'left',
  bilat: 'bilateral',
  fx: 'fracture',
  oa: 'osteoarthritis',
  djd: 'osteoarthritis',
  ca: 'malignant neoplasm',
  cts: 'carpal tunnel syndrome',
  dm: 'diabetes',
  htn: 'hypertension',
  cad: 'coronary artery',
  chf: 'heart failure',
  copd: 'chronic obstructive pulmonary',
  gerd: 'gastro-esophageal reflux',
  hnp: 'disc displacement',
  bph: 'hyperplasia of prostate',
  dvt: 'deep vein',
  uti: 'urinary tract infection',
  bcc: 'basal cell',
  scc: 'squamous cell',
};

const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/**
 * Billable codes of the file that covers the day: by the beginning of a code, else by words in any order, the shortest description first.
 * `exact` gives the code itself, headings too.
 */
export async function searchDiagnoses(
  tx: Tx,
  asked: string,
  date: string,
  options: { readonly exact: boolean },
): Promise<{ imported: boolean; results: { code: string; description: string }[] }> {
  const file = (await activeFiles(tx, 'icd')).find((one) => one.valid_from! <= date && date <= one.valid_to!);
  if (!file) return { imported: false, results: [] };
  const q = asked.trim();
  const code = q.replace('.', '').toUpperCase();
  const found = (condition: ReturnType<typeof sql>) =>
    sql<{ code: string; description: string }>`select code, description from app.icd_codes
      where file_id = ${file.id} and ${condition} order by length(description), code limit ${most}`.execute(tx);
  if (options.exact) return { imported: true, results: (await found(sql`code = ${code}`)).rows };
  if (q.length < 2) return { imported: true, results: [] };
  if (/^[A-Z]\d[0-9A-Z]{0,5}$/.test(code)) {
    const byCode = await sql<{ code: string; description: string }>`select code, description from app.icd_codes
      where file_id = ${file.id} and billable and code like ${`${code}%`} order by code limit ${most}`.execute(tx);
    return { imported: true, results: byCode.rows };
  }
  const words = q
    .toLowerCase()
    .split(/[\s,;/]+/)
    .filter((word) => word !== '')
    .map((word) => `%${escaped(abbreviations[word] ?? word)}%`);
  // One condition a word: an index answers these, and not a list of patterns.
  const all = sql.join(
    words.map((word) => sql`description ilike ${word}`),
    sql` and `,
  );
  return { imported: true, results: (await found(sql`billable and ${all}`)).rows };
}
