import { findPair, type PairEdit } from '@incisive/rules';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { activeFiles } from './edit-files.store.ts';
import { completeRelease } from './releases.ts';

/**
 * The NCCI pairs among codes on a day; none where no complete release covers it.
 * @param codesOf asked only where there is one
 */
export async function pairsAmong(tx: Tx, onDate: Promise<string>, codesOf: () => Promise<Iterable<string>>): Promise<PairEdit[]> {
  const [date, active] = await Promise.all([onDate, activeFiles(tx, 'ptp')]);
  const files = completeRelease(active).filter((file) => file.valid_from! <= date && date <= file.valid_to!);
  if (files.length === 0) return [];
  const codes = [...new Set(await codesOf())];
  const { rows } = await sql<{ code: string; edits: string }>`select code, edits from app.ptp_columns
    where file_id = any (${files.map((file) => file.id)}::uuid[]) and code = any (${codes}::text[])`.execute(tx);
  const columns = new Map(rows.map((row) => [row.code, row.edits]));
  return codes.flatMap((first, n) =>
    codes.slice(n + 1).flatMap((second) => findPair((code) => columns.get(code), first, second, date) ?? []),
  );
}
