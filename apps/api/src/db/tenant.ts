import { AsyncLocalStorage } from 'node:async_hooks';
import type { Capability, Role } from '@incisive/contract/roles';
import { isSuperRole, superRoles } from '@incisive/contract/roles';
import { sql } from 'kysely';
import { AppError } from '../http/app-error.ts';
import type { Database, Tx } from './client.ts';
import { type Position, ReplicaError, positionOf } from './replica/replica.ts';
import { prepared } from './wire.ts';
import { transaction } from './transaction.ts';

/** The platform row that stands for "no tenant"; the API shows null for it. */
export const platformTenantId = '00000000-0000-4000-8000-000000000000';
export const shownTenantId = (tenantId: string): string | null => (tenantId === platformTenantId ? null : tenantId);

/** Who acts: taken from the session's row for each request, never from token claims. */
export interface Actor {
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  readonly tenantId: string;
  readonly tenantName: string | null;
  readonly sessionId: string;
  /** What an API client's token allows; people have none. */
  readonly scopes?: readonly Capability[] | null;
  readonly requestId: string;
  readonly address: string;
}

const open = new AsyncLocalStorage<true>();

/** A session as the database finds it. */
export interface SessionRow {
  readonly user_id: string;
  readonly username: string;
  readonly role: Role;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly platform: boolean;
  readonly password_change_required: boolean;
  readonly agreement: boolean;
  readonly otp_setup_required: boolean;
  readonly scopes: string[] | null;
  /** All of it, as the database writes it. */
  readonly seen: string;
}

/** Finds the session and takes its request role for the rest of the transaction: the second wall stands from here on. */
export async function openRequest(
  tx: Tx,
  sessionId: string,
  { touch, reads }: { touch: boolean; reads: boolean },
): Promise<SessionRow | undefined> {
  const { rows } = await tx.executeQuery(
    prepared(
      sql<SessionRow>`select user_id, username, role, tenant_id, tenant_name, platform, password_change_required, agreement, otp_setup_required, scopes,
          request::text as seen
        from app.open_request(${sessionId}, ${touch}, ${superRoles}, ${reads}) as request`.compile(tx),
    ),
  );
  return rows[0];
}

/**
 * Opens a read's request if its session is found as it was `seen`: false where it is not. The transaction has failed then, so that what
 * was asked for behind this runs only under the role that it was asked for.
 */
export async function openKnownRequest(tx: Tx, sessionId: string, seen: string): Promise<boolean> {
  try {
    await tx.executeQuery(prepared(sql`select app.open_known_request(${sessionId}, ${superRoles}, ${seen})`.compile(tx)));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === otherSession) return false;
    throw error;
  }
}
/** What app.open_known_request fails with. */
const otherSession = 'IN001';

/** Takes the request role of an actor whose session need not stand. */
export async function takeRole(tx: Tx, actor: Pick<Actor, 'role' | 'tenantId' | 'userId'>): Promise<void> {
  await sql`select app.take_role(${actor.userId}, ${actor.tenantId}, ${isSuperRole(actor.role)})`.execute(tx);
}

/** Whether the transaction's role is narrowed to some tenants. */
export async function isNarrowed(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ narrowed: boolean }>`select app.only_tenants() is not null as narrowed`.execute(tx);
  return rows[0]!.narrowed;
}

/** Runs in a role that is taken on the way: the statement that takes it goes with the first one after it, and none of them runs without it. */
async function inRole<T>(taken: Promise<unknown>, run: () => Promise<T>): Promise<T> {
  taken.catch(() => undefined);
  const result = await run();
  await taken;
  return result;
}

async function once<T>(run: () => Promise<T>): Promise<T> {
  if (open.getStore()) throw new Error('A transaction is open already: pass its tx down instead of opening a second one.');
  return open.run(true, run);
}

/**
 * One short transaction as the actor, begun only while the session still stands as the gate saw it: a handler that opens several, over
 * minutes, stops when its person is signed out, deactivated or given another role. Rows of other tenants do not exist inside it.
 *
 * @throws AppError `unauthenticated` when the session has ended.
 */
export function withSession<T>(database: Database, actor: Actor, run: (tx: Tx) => Promise<T>): Promise<T> {
  return once(() =>
    transaction(database.request, async (tx) => {
      const session = await openRequest(tx, actor.sessionId, { touch: false, reads: false });
      if (session?.role !== actor.role || session.tenant_id !== actor.tenantId) throw new AppError('unauthenticated');
      return run(tx);
    }),
  );
}

/** The same for what goes on without the person: an audit row, a job, suggestions that are prepared. */
export function withTenant<T>(
  database: Database,
  actor: Pick<Actor, 'role' | 'tenantId' | 'userId'>,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  return once(() => transaction(database.request, (tx) => inRole(takeRole(tx, actor), () => run(tx))));
}

type Reader = Pick<Actor, 'role' | 'tenantId' | 'userId'>;

/** A read on the replica, if that has everything up to the position; null where it has not, or was lost on the way. */
async function onReplica<T>(
  { replica }: Database,
  actor: Reader,
  position: Position | null,
  run: (tx: Tx) => Promise<T>,
): Promise<{ readonly value: T } | null> {
  if (!replica) return null;
  return once(() =>
    replica
      .read(position, (tx) => takeRole(tx, actor), run)
      .catch((error: unknown) => {
        if (error instanceof ReplicaError) return null;
        throw error;
      }),
  );
}

/**
 * `withSession` for a read that changes nothing and may be run twice: from the replica, where it has everything that was committed
 * before this call; else from the primary.
 */
export async function readWithSession<T>(database: Database, actor: Actor, run: (tx: Tx) => Promise<T>): Promise<T> {
  if (!database.replica?.answers) return withSession(database, actor, run);
  const read = await onReplica(database, actor, await withSession(database, actor, positionOf), run);
  return read ? read.value : withSession(database, actor, run);
}

/** The same of `withTenant`. */
export async function readWithTenant<T>(database: Database, actor: Reader, run: (tx: Tx) => Promise<T>): Promise<T> {
  if (!database.replica?.answers) return withTenant(database, actor, run);
  const read = await onReplica(database, actor, await positionOf(database.request), run);
  return read ? read.value : withTenant(database, actor, run);
}

/** One short transaction as the system, for auth, jobs and db alone (lint keeps features out). */
export function withSystem<T>(database: Database, run: (tx: Tx) => Promise<T>): Promise<T> {
  return once(() =>
    transaction(database.system, (tx) => inRole(sql`select set_config('role', 'inc_system', true)`.execute(tx), () => run(tx))),
  );
}

/** Marks the gate's own request transaction as the open one. */
export const inRequestTransaction = once;
