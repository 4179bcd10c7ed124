import type { Feedback } from '@incisive/contract/feedbacks';
import type { Role } from '@incisive/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { type Page, type PageQuery, type Sort, and, anywhere, cappedCount, dateConditions, listPage } from '../../http/paging.ts';
import { limits } from '@incisive/contract/limits';

interface FeedbackRow {
  id: string;
  subject: string;
  message: string;
  status: 'Pending' | 'Done';
  opnote_id: string | null;
  created_by: string;
  created_at: Date;
  updated_by: string | null;
  updated_at: Date;
}

const sorts: Readonly<Record<string, Sort>> = {
  subject: { by: sql`lower(f.subject)`, cast: 'text' },
  created_by: { by: sql`lower(f.created_by)`, cast: 'text' },
  created_at: { by: sql`f.created_at`, cast: 'timestamptz' },
  updated_by: { by: sql`lower(coalesce(f.updated_by, ''))`, cast: 'text' },
  updated_at: { by: sql`f.updated_at`, cast: 'timestamptz' },
  status: { by: sql`f.status`, cast: 'text' },
  message: { by: sql`lower(left(f.message, 200))`, cast: 'text' },
};
const columns = sql`f.id, f.subject, f.message, f.status, f.opnote_id, f.created_by, f.created_at, f.updated_by, f.updated_at`;
const from = sql`app.feedbacks f`;

/** Who sees whose feedback: all, the own tenant's (which the database's policies already see to), or the own alone. */
const feedbackScope: Record<Role, 'all' | 'tenant' | 'own'> = {
  SuperAdmin: 'all',
  SuperApprover: 'all',
  Coder: 'own',
  Admin: 'tenant',
  Approver: 'own',
  DataEntry: 'own',
};

const visibleTo = (actor: Actor): RawBuilder<unknown> =>
  feedbackScope[actor.role] === 'own' ? sql`f.created_by_id = ${actor.userId}::uuid` : sql`true`;

export const shownFeedback = (row: FeedbackRow): Feedback => ({
  id: row.id,
  subject: row.subject,
  message: row.message,
  status: row.status,
  opnote_id: row.opnote_id,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  updated_by: row.updated_by,
  updated_at: row.updated_at.toISOString(),
});

export async function listFeedbacks(tx: Tx, actor: Actor, query: PageQuery, url: string): Promise<Page<Feedback>> {
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const where: RawBuilder<unknown>[] = [visibleTo(actor)];
  for (const name of ['subject', 'message', 'status'] as const) {
    const words = text(name);
    if (words) where.push(sql`${sql.ref(`f.${name}`)} ilike ${anywhere(words)}`);
  }
  for (const name of ['created_by', 'updated_by'] as const) {
    const who = text(name);
    if (who) where.push(sql`lower(${sql.ref(`f.${name}`)}) = lower(${who}::text)`);
  }
  const note = text('opnote_id');
  if (note) where.push(sql`f.opnote_id = ${note}::uuid`);
  where.push(
    ...dateConditions(sql`f.created_at`, 'created_at', query),
    ...dateConditions(sql`f.updated_at`, 'updated_at', query),
  );
  const filtered = where.length > 1;
  const page = await listPage<FeedbackRow>(tx, {
    columns,
    from,
    where,
    id: sql`f.id`,
    sorts,
    query,
    defaultOrdering: '-created_at',
    defaultSize: limits.twentyPageSize,
    url,
    count: async () => {
      if (filtered) return cappedCount(tx, from, where);
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${from} where ${and(where)}`.execute(tx);
      return { count: rows[0]?.n ?? 0 };
    },
  });
  return { ...page, results: page.results.map(shownFeedback) };
}

export async function insertFeedback(
  tx: Tx,
  actor: Actor,
  feedback: { subject: string; message: string; note: { id: string; tenant_id: string } | null },
): Promise<FeedbackRow> {
  return tx
    .insertInto('app.feedbacks')
    .values({
      tenant_id: actor.tenantId,
      subject: feedback.subject,
      message: feedback.message,
      opnote_id: feedback.note?.id ?? null,
      opnote_tenant_id: feedback.note?.tenant_id ?? null,
      created_by: actor.username,
      created_by_id: actor.userId,
    })
    .returning(['id', 'subject', 'message', 'status', 'opnote_id', 'created_by', 'created_at', 'updated_by', 'updated_at'])
    .executeTakeFirstOrThrow();
}

/** The feedback of a bulk list, locked in one order; fewer rows than ids when some are not there. */
export async function lockFeedbacks(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; tenant_id: string; status: 'Pending' | 'Done' }[]> {
  return tx
    .selectFrom('app.feedbacks')
    .select(['id', 'tenant_id', 'status'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function markFeedbacksDone(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('app.feedbacks')
    .set({ status: 'Done', updated_by: actor.username, updated_at: new Date() })
    .where('id', 'in', [...ids])
    .where('status', '<>', 'Done')
    .execute();
}

export async function deleteFeedbacks(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('app.feedbacks')
    .where('id', 'in', [...ids])
    .execute();
}
