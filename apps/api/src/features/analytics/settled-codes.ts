import type { SettledCode, foundAt } from '@incisive/contract/analytics';
import { limits } from '@incisive/contract/limits';
import type { Tx } from '../../db/client.ts';
import { AppError } from '../../http/app-error.ts';
import { type Page, type PageQuery, addressOf } from '../../http/paging.ts';
import type { SubmittedCode } from './acceptance.ts';
import { sectionOf } from './code-sections.ts';
import { readSubmitted } from './models.store.ts';

export interface SettledQuery extends PageQuery {
  readonly week?: string | undefined;
  readonly section?: string | undefined;
  readonly tenant?: string | undefined;
  readonly code?: string | undefined;
  readonly rank?: (typeof foundAt)[number] | undefined;
}

const same = (a: string | null, b: string): boolean => a?.toLowerCase() === b.trim().toLowerCase();

/** The same bounds as the figures: beyond rank 10 a code counts as added by hand. */
function stoodAt(rank: number | null, wanted: NonNullable<SettledQuery['rank']>): boolean {
  if (wanted === 'none') return rank === null || rank > 10;
  return rank !== null && rank <= Number(wanted);
}

const matches = (code: SubmittedCode, query: SettledQuery): boolean =>
  (query.week === undefined || code.week === query.week) &&
  (query.section === undefined || same(sectionOf(code.code), query.section)) &&
  (query.tenant === undefined || same(code.tenant, query.tenant)) &&
  (query.code === undefined || code.code.includes(query.code.trim().toUpperCase())) &&
  (query.rank === undefined || stoodAt(code.rank, query.rank));

const lastRank = Number.MAX_SAFE_INTEGER;
const orders: Readonly<Record<string, (a: SubmittedCode, b: SubmittedCode) => number>> = {
  settled_at: (a, b) => a.settled_at.getTime() - b.settled_at.getTime(),
  code: (a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  rank: (a, b) => (a.rank ?? lastRank) - (b.rank ?? lastRank),
};

const idOf = (code: SubmittedCode): string => `${code.note_id}:${code.code}`;

const shown = (code: SubmittedCode): SettledCode => ({
  id: idOf(code),
  note_id: code.note_there ? code.note_id : null,
  code: code.code,
  section: sectionOf(code.code),
  rank: code.rank,
  week: code.week,
  settled_at: code.settled_at.toISOString(),
  tenant: code.tenant,
});

/** The codes that the acceptance figures count, by the same rows that the figures are made of. */
export async function listSettledCodes(tx: Tx, query: SettledQuery, url: string): Promise<Page<SettledCode>> {
  const ordering = query.ordering ?? '-settled_at';
  const descending = ordering.startsWith('-');
  const order = orders[descending ? ordering.slice(1) : ordering];
  if (!order) throw new AppError('validation', { fields: [{ path: 'ordering', message: 'Unknown ordering' }] });
  const sign = descending ? -1 : 1;
  const found = (await readSubmitted(tx))
    .filter((code) => matches(code, query))
    .toSorted((a, b) => sign * order(a, b) || (idOf(a) < idOf(b) ? -1 : 1));
  const size = query.per_page ?? limits.defaultPageSize;
  const page = query.page ?? 1;
  const to = page * size;
  const at = (number: number): string => addressOf(url, query, { page: number, cursor: undefined });
  return {
    results: found.slice(to - size, to).map(shown),
    count: found.length,
    next: to < found.length ? at(page + 1) : null,
    previous: page > 1 ? at(page - 1) : null,
  };
}
