import { type QueueBody, type QueueRow, type QueueShow, type SavedQueue, queueGroups } from '@incisive/contract/queue';
import { can } from '@incisive/contract/roles';
import type { HoldReason } from '@incisive/contract/work-state';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type Actor, shownTenantId } from '../../db/tenant.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import {
  type Band,
  type ListedCase,
  type StoredQueue,
  anyOf,
  countMine,
  countQueue,
  finishedToday,
  firstFree,
  listGroup,
  listQueues,
  matching,
  nextReturn,
  peekFree,
  queuesOf,
} from './queue.store.ts';
import { looksSure, openLanes } from './fast-lane.service.ts';
import { reasonWords, settingsOf } from './work.service.ts';
import { readWork, takeLease, writeWork } from './work.store.ts';

/** The queues to take from: one that was named, or all of one's own. @throws AppError `not-found` for one that is not the caller's */
async function chosen(tx: Tx, actor: Actor, queue: string | undefined): Promise<StoredQueue[]> {
  const own = await queuesOf(tx, actor.userId);
  return queue === undefined ? own : own.filter(({ id }) => id === queue);
}
/** What is due, what came back to the actor, and then what waits, by the priority of their queues. */
const bandsOf = (queues: readonly StoredQueue[]): Band[] => [
  ['due', filtersOf(queues)],
  ['back', sql`true`],
  ...(queues.length === 0 ? [['waiting', sql`true`] as const] : queues.map((one) => ['waiting', matching(one.filter)] as const)),
];
const filtersOf = (queues: readonly StoredQueue[]): RawBuilder<unknown> => anyOf(queues.map(({ filter }) => filter));

/**
 * Takes the next case for the actor: what is due, what came back to them, and then what waits, by the priority of their queues. No two
 * people get the same: the row is locked, what others have locked is passed over, and the lease stands or falls with it.
 */
export async function takeNext(
  tx: Tx,
  actor: Actor,
  queue: string | undefined,
  audit: AuditTrail,
): Promise<{ note_id: string | null }> {
  const queues = await chosen(tx, actor, queue);
  if (queue !== undefined && queues.length === 0) throw new AppError('not-found');
  return takeOf(tx, actor, bandsOf(queues), audit, 'next');
}

/** Takes the next case of the fast lanes that are open to the actor: what is due, and then what waits. */
export async function takeNextFast(tx: Tx, actor: Actor, audit: AuditTrail): Promise<{ note_id: string | null }> {
  const lanes = await openLanes(tx);
  const all = filtersOf(await chosen(tx, actor, undefined));
  const within = sql`${all} and c.tenant_id = any (${lanes}::uuid[]) and c.work_state = 'new' and ${looksSure}`;
  const bands = lanes.length === 0 ? [] : (['due', 'waiting'] as const).map((group): Band => [group, within]);
  return takeOf(tx, actor, bands, audit, 'next of the fast lane');
}

/** The first case of the first of these bands that has one. */
async function takeOf(
  tx: Tx,
  actor: Actor,
  bands: readonly Band[],
  audit: AuditTrail,
  how: string,
): Promise<{ note_id: string | null }> {
  for (const band of bands) {
    const taken = await takeFirst(tx, actor, band);
    if (!taken) continue;
    audit.entity(`note:${taken.note_id}`);
    audit.tenant(taken.tenant_id);
    audit.detail(how);
    return { note_id: taken.note_id };
  }
  audit.none();
  return { note_id: null };
}

async function takeFirst(tx: Tx, actor: Actor, band: Band): Promise<{ note_id: string; tenant_id: string } | null> {
  for (;;) {
    const found = await firstFree(tx, actor, band);
    if (!found) return null;
    // Somebody may have taken it after it was seen to be free and before it was locked: their lease is seen from the next look on.
    if (!(await takeLease(tx, actor, found, 'taken'))) continue;
    const row = (await readWork(tx, found.note_id))!;
    writeWork(tx, actor, row, { act: 'claim', from: row.work_state, to: 'claimed' });
    return found;
  }
}

/** How many cases of a group a list shows at once, and when more are asked for. */
const shownRows = 40;
const mostRows = 200;

export async function listCases(
  tx: Tx,
  actor: Actor,
  query: { queue?: string | undefined; show: QueueShow; more: boolean },
  audit: AuditTrail,
) {
  const queues = await chosen(tx, actor, query.queue);
  const foreign = query.queue !== undefined && queues.length === 0;
  const within = foreign ? sql`false` : filtersOf(queues);
  const limit = query.more ? mostRows : shownRows;
  const [next, ...found] = await Promise.all([
    peekFree(tx, actor, foreign ? [] : bandsOf(queues)),
    ...queueGroups.map((group) => listGroup(tx, actor, group, { within, show: query.show, limit })),
  ]);
  const seen = found.flatMap(({ rows }) => rows);
  const tenants = [...new Set(seen.map(({ tenant_id }) => tenant_id))];
  const reasons = new Map(await Promise.all(tenants.map(async (id) => [id, (await settingsOf(tx, id)).hold_reasons] as const)));
  const groups = queueGroups.map((group, n) => {
    const { rows, count, count_is_minimum } = found[n]!;
    return {
      group,
      count,
      count_is_minimum,
      rows: rows.map((row): QueueRow => shownRow(row, group, actor, reasons.get(row.tenant_id)!)),
    };
  });
  if (tenants.length === 0) audit.none();
  else
    audit.each(
      tenants.map((tenantId) => ({
        tenantId,
        entity: seen.filter((row) => row.tenant_id === tenantId).map((row) => `note:${row.note_id}`),
      })),
    );
  return { groups, next };
}

const shownRow = (row: ListedCase, group: QueueRow['group'], actor: Actor, reasons: readonly HoldReason[]): QueueRow => ({
  note_id: row.note_id,
  group,
  state: row.holder === null ? row.work_state : 'claimed',
  since: row.work_since.toISOString(),
  due_on: row.due_on,
  age_days: row.age_days,
  text: row.text,
  filename: row.filename,
  surgeon: row.surgeon,
  tenant: can(actor.role, 'tenants.manage') || can(actor.role, 'queue.lead') ? row.tenant : null,
  reason: reasonWords(row.work_reason, reasons),
  holder:
    row.holder === null ? null : { name: row.holder, minutes: row.holder_minutes ?? 0, mine: row.holder_id === actor.userId },
  answered: row.answered,
  questions: row.questions,
  lines: row.lines,
});

export async function home(tx: Tx, actor: Actor) {
  const own = await queuesOf(tx, actor.userId);
  const all = filtersOf(own);
  const [mine, counted, queues, finished, next, lanes, settings] = await Promise.all([
    countMine(tx, actor),
    countQueue(tx, all),
    Promise.all(own.map(async ({ id, name, filter }) => ({ id, name, ...(await countQueue(tx, matching(filter))) }))),
    finishedToday(tx, actor.userId),
    nextReturn(tx, all),
    openLanes(tx),
    settingsOf(tx, actor.tenantId),
  ]);
  return {
    mine,
    all: counted,
    queues,
    finished_today: finished,
    next_return: next,
    fast_lane: lanes.length > 0,
    ...settings,
  };
}

const shownQueue = ({ tenant_id, ...queue }: StoredQueue): SavedQueue => ({ ...queue, tenant_id: shownTenantId(tenant_id) });

export const queuesOfTenant = async (tx: Tx, actor: Actor): Promise<SavedQueue[]> =>
  (await listQueues(tx, actor.tenantId)).map(shownQueue);

/** @throws AppError with the usernames that the caller does not know, or that take from no queue */
async function memberIds(tx: Tx, tenantId: string, usernames: readonly string[]): Promise<string[]> {
  if (usernames.length === 0) return [];
  const rows = await tx
    .selectFrom('app.users')
    .select(['id', 'username', 'role'])
    .where('username', 'in', [...usernames])
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .execute();
  const known = rows.filter(({ role }) => can(role, 'queue.work'));
  const unknown = usernames.filter((name) => !known.some(({ username }) => username === name));
  if (unknown.length > 0) throw fieldError('members', `Nobody here codes by the name of ${unknown.join(', ')}`);
  return known.map(({ id }) => id);
}

/** Adds a queue, or changes the one of the id; its members are those that are named. */
export async function saveQueue(
  tx: Tx,
  actor: Actor,
  id: string | null,
  body: QueueBody,
  audit: AuditTrail,
): Promise<SavedQueue> {
  // Whoever stands above tenants changes a tenant's queue as that tenant's; of others' there is none to be seen.
  const tenantId = id === null ? actor.tenantId : await tenantOfQueue(tx, id);
  const members = await memberIds(tx, tenantId, body.members);
  const filter = JSON.stringify(body.filter);
  const taken = await sql`select from app.queues where tenant_id = ${tenantId} and lower(name) = lower(${body.name}::text)
    and id is distinct from ${id}::uuid`.execute(tx);
  if (taken.rows.length > 0) throw fieldError('name', 'There is a queue of this name');
  const { rows } =
    id === null
      ? await sql<{ id: string }>`insert into app.queues (tenant_id, name, filter, priority, created_by)
          values (${tenantId}, ${body.name}, ${filter}::jsonb, ${body.priority}, ${actor.username}) returning id`.execute(tx)
      : await sql<{
          id: string;
        }>`update app.queues set name = ${body.name}, filter = ${filter}::jsonb, priority = ${body.priority}
          where id = ${id} returning id`.execute(tx);
  const saved = rows[0]?.id;
  if (saved === undefined) throw new AppError('not-found');
  await sql`delete from app.queue_members where queue_id = ${saved}`.execute(tx);
  await sql`insert into app.queue_members (tenant_id, queue_id, user_id)
    select ${tenantId}::uuid, ${saved}::uuid, unnest(${members}::uuid[])`.execute(tx);
  audit.entity(`queue:${saved}`);
  audit.tenant(tenantId);
  audit.detail(`${members.length} members`);
  return shownQueue((await listQueues(tx, tenantId, saved))[0]!);
}

async function tenantOfQueue(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ tenant_id: string }>`select tenant_id from app.queues where id = ${id}`.execute(tx);
  if (!rows[0]) throw new AppError('not-found');
  return rows[0].tenant_id;
}

export async function removeQueue(tx: Tx, id: string, audit: AuditTrail): Promise<void> {
  audit.tenant(await tenantOfQueue(tx, id));
  await sql`delete from app.queues where id = ${id}`.execute(tx);
  audit.entity(`queue:${id}`);
  audit.detail('removed');
}

export async function saveSettings(
  tx: Tx,
  actor: Actor,
  body: { hold_reasons: HoldReason[]; auto_load_forced: boolean },
  audit: AuditTrail,
) {
  await sql`insert into app.queue_settings (tenant_id, hold_reasons, auto_load_forced)
    values (${actor.tenantId}, ${JSON.stringify(body.hold_reasons)}::jsonb, ${body.auto_load_forced})
    on conflict (tenant_id) do update set hold_reasons = excluded.hold_reasons, auto_load_forced = excluded.auto_load_forced`.execute(
    tx,
  );
  audit.detail(`${body.hold_reasons.length} reasons, auto-load ${body.auto_load_forced ? 'forced' : 'free'}`);
  return settingsOf(tx, actor.tenantId);
}
