import { createHash, randomInt } from 'node:crypto';
import { drawCases } from '@incisive/contract/draw-cases';
import type { Draw, DrawRow, drawBody } from '@incisive/contract/reviews';
import { can } from '@incisive/contract/roles';
import type * as z from 'zod/mini';
import type { Tx } from '../../db/client.ts';
import { giveNotices } from '../../db/give-notices.ts';
import { type Actor, platformTenantId } from '../../db/tenant.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import {
  type Finished,
  type Person,
  type Rule,
  insertDraw,
  peopleNamed,
  readDraws,
  readPopulation,
  readReaders,
  workersOf,
} from './draws.store.ts';

type DrawBody = z.output<typeof drawBody>;

/** More cases are asked to be told apart by their days: whoever checks a draw has them all. */
export const mostInPopulation = 5000;

function shownDraw({ cases, strata: _strata, drawn_at, ...row }: Awaited<ReturnType<typeof readDraws>>[number]): DrawRow {
  return { ...row, population: cases.length, drawn_at: drawn_at.toISOString() };
}

export async function listDraws(tx: Tx, audit: AuditTrail): Promise<{ results: DrawRow[] }> {
  const rows = await readDraws(tx, null);
  audit.entity(...rows.map(({ id }) => `draw:${id}`));
  return { results: rows.map(shownDraw) };
}

export async function getDraw(tx: Tx, id: string, audit: AuditTrail): Promise<Draw> {
  const [row] = await readDraws(tx, id);
  if (!row) throw new AppError('not-found');
  audit.entity(`draw:${id}`);
  audit.tenant(row.tenant_id);
  const readers = await readReaders(tx, id);
  return {
    ...shownDraw(row),
    cases: row.cases,
    strata: row.strata,
    drawn: readers.map((one) => one.case_id),
    readers: readers.map(({ review, reviewer, state }) => ({ review, reviewer, state })),
  };
}

/** Whose cases are drawn: the caller's own clinic's, or the one that somebody above tenants names. */
export async function tenantOf(tx: Tx, actor: Actor, named: string | undefined): Promise<string> {
  if (!named) {
    if (actor.tenantId === platformTenantId) throw fieldError('tenant', 'Choose whose cases are drawn');
    return actor.tenantId;
  }
  const found = await tx.selectFrom('app.tenants').select('id').where('id', '=', named).executeTakeFirst();
  if (!found) throw new AppError('not-found');
  return found.id;
}

/** People of the clinic or above clinics who may review. @throws AppError with the names that are nobody's */
async function readersOf(tx: Tx, tenantId: string, usernames: readonly string[]): Promise<Person[]> {
  const people = (await peopleNamed(tx, tenantId, usernames)).filter(({ role }) => can(role, 'reviews.do'));
  const unknown = usernames.filter((name) => !people.some(({ username }) => username === name));
  if (unknown.length > 0) throw fieldError('reviewers', `Nobody here reviews by the name of ${unknown.join(', ')}`);
  return usernames.map((name) => people.find(({ username }) => username === name)!);
}

/** Draws by seed and gives each case to the next reader who never worked on it. */
export async function makeDraw(tx: Tx, actor: Actor, body: DrawBody, audit: AuditTrail): Promise<Draw> {
  const tenantId = await tenantOf(tx, actor, body.tenant);
  audit.tenant(tenantId);
  if (body.from > body.to) throw fieldError('to', 'Must not be before the first day');
  const readers = await readersOf(tx, tenantId, [...new Set(body.reviewers)]);
  const rule: Rule = { from: body.from, to: body.to, coder: body.coder ?? null };
  const population = await readPopulation(tx, tenantId, rule, mostInPopulation + 1);
  if (population.length === 0) throw fieldError('from', 'Nothing that was finished on these days is left to draw');
  if (population.length > mostInPopulation)
    throw fieldError('from', `More than ${mostInPopulation.toLocaleString('en-US')} cases. Choose fewer days.`);
  const drawn = await drawAndGive(tx, actor, { tenantId, rule, population, size: body.size, seed: body.seed, readers });
  if (drawn.unread > 0)
    throw fieldError('reviewers', 'Each of them worked on one of the cases that were drawn. Name somebody else too.');
  audit.entity(`draw:${drawn.id}`);
  audit.detail(`${drawn.given} of ${population.length}`);
  return getDraw(tx, drawn.id, audit);
}

interface Drawing {
  readonly tenantId: string;
  readonly rule: Rule;
  readonly population: readonly Finished[];
  readonly size: number;
  readonly seed?: string | undefined;
  readonly readers: readonly Person[];
}

/** Draws, writes the draw and tells its readers; cases that every reader worked on are counted and given to nobody. */
export async function drawAndGive(
  tx: Tx,
  drawer: { readonly username: string; readonly userId: string | null },
  { tenantId, rule, population, size, readers, ...more }: Drawing,
): Promise<{ id: string; given: number; unread: number }> {
  const seed = more.seed ?? String(randomInt(1_000_000_000));
  const drawn = await drawCases(
    seed,
    population.map(({ id }) => id),
    size,
    (text) => createHash('sha256').update(text).digest('hex'),
    population.map(({ stratum }) => stratum),
  );
  const workers = await workersOf(tx, drawn);
  let turn = 0;
  const given = drawn.flatMap((id) => {
    const order = readers.map((_one, at) => readers[(turn + at) % readers.length]!);
    const reader = order.find((one) => !workers.get(id)?.has(one.id));
    if (!reader) return [];
    turn = readers.indexOf(reader) + 1;
    return [{ ...population.find((one) => one.id === id)!, reader }];
  });
  const draw = { tenantId, seed, size, rule, population };
  const id = await insertDraw(tx, drawer, draw, given);
  const told = readers.filter((one) => given.some(({ reader }) => reader.id === one.id));
  // A tenant's administrator cannot write to people above tenants: they are not among those that can be named there.
  await giveNotices(tx, told, [{ message: 'Cases were drawn for you to code again', link: '/reviews' }]);
  return { id, given: given.length, unread: drawn.length - given.length };
}
