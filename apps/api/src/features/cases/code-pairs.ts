import type { CodeLink } from '@incisive/contract/code-links';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Page } from '../../http/paging.ts';
import { listLinks } from '../codes/codes.service.ts';
import { pairsAmong } from '../edit-files/edit-files.service.ts';
import { getNoteHead } from '../notes/notes.service.ts';
import { cachedSuggestions } from '../suggestions/suggestions.service.ts';

/** Each row of the Codes tab with what the imported pairs of the date of service say of it; without that date, those of today. */
export async function withPairs(tx: Tx, noteId: string, page: Page<CodeLink>): Promise<Page<CodeLink>> {
  const found = sql<{ service_date: string | null }>`
    select service_date from app.cases where note_id = ${noteId} and performer = 'surgeon'`.execute(tx);
  const date = found.then(({ rows }) => rows[0]?.service_date ?? new Date().toISOString().slice(0, 10));
  const pairs = await pairsAmong(tx, date, async () => {
    const suggested = await cachedSuggestions(tx, await getNoteHead(tx, 'op', noteId));
    return [...page.results, ...(await listLinks(tx, noteId)), ...suggested.values()].map((one) => one.code);
  });
  if (pairs.length === 0) return page;
  const editsOf = (code: string): CodeLink['edits'] =>
    pairs.flatMap(({ column1, column2, indicator }): CodeLink['edits'] => {
      const never = indicator === '0';
      if (code === column1) return [{ code: column2, column: 1, never }];
      return code === column2 ? [{ code: column1, column: 2, never }] : [];
    });
  return { ...page, results: page.results.map((row) => ({ ...row, edits: editsOf(row.code) })) };
}
