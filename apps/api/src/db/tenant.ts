import { AsyncLocalStorage } from 'node:async_hooks';
import type { Capability, Role } from '@incisive/contract/roles';
import { isSuperRole } from '@incisive/contract/roles';
import { sql } from 'kysely';
import { AppError } from '../http/app-error.ts';
import type { Database, Tx } from './client.ts';

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

/** Takes the request role of the actor for the rest of the transaction: the second wall stands from here on. */
export async function takeRole(tx: Tx, actor: Pick<Actor, 'role' | 'tenantId' | 'userId'>): Promise<void> {
  const role = isSuperRole(actor.role) ? 'inc_super' : 'inc_tenant';
  await sql`select set_config('role', ${role}, true), set_config('app.tenant_id', ${actor.tenantId}, true), set_config('app.user_id', ${actor.userId}, true)`.execute(
    tx,
  );
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
    database.request.transaction().execute(async (tx) => {
      const { rows } = await sql<{ role: string; tenant_id: string }>`
        select role, tenant_id from app.open_session(${actor.sessionId}, false)`.execute(tx);
      if (rows[0]?.role !== actor.role || rows[0].tenant_id !== actor.tenantId) throw new AppError('unauthenticated');
      await takeRole(tx, actor);
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
  return once(() =>
    database.request.transaction().execute(async (tx) => {
      await takeRole(tx, actor);
      return run(tx);
    }),
  );
}

/** One short transaction as the system, for auth, jobs and db alone (lint keeps features out). */
export function withSystem<T>(database: Database, run: (tx: Tx) => Promise<T>): Promise<T> {
  return once(() =>
    database.system.transaction().execute(async (tx) => {
      await sql`select set_config('role', 'inc_system', true)`.execute(tx);
      return run(tx);
    }),
  );
}

/** Marks the gate's own request transaction as the open one. */
export const inRequestTransaction = once;
