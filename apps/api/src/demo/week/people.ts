import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { type Actor, withSystem } from '../../db/tenant.ts';
import type { CaseCall } from '../../features/cases/cases.service.ts';
import type { AuditTrail } from '../../http/context.ts';

/** Nobody asked for this over the network: it is recorded as sample data, not as what people did. */
export const noTrail: AuditTrail = {
  entity: () => undefined,
  tenant: () => undefined,
  detail: () => undefined,
  actor: () => undefined,
  each: () => undefined,
  none: () => undefined,
  inStatement: (shown) => sql`${shown}`,
  writeIn: () => Promise.resolve(),
  refuseIn: () => Promise.resolve(),
};

export const callOf = (actor: Actor, noteId: string): CaseCall => ({
  noteId,
  actor,
  audit: noTrail,
  request: { headers: {} } as FastifyRequest,
  reply: { header: () => undefined } as unknown as FastifyReply,
});

export type Cast = ReadonlyMap<string, Actor>;

/** Sample people with a session each, as everything they do needs one. Nobody holds a token of these. */
export async function signInCast(database: Database, usernames: readonly string[]): Promise<Cast> {
  return withSystem(database, async (tx) => {
    const { rows } = await sql<{ id: string; username: string; role: Actor['role']; tenant_id: string; session: string }>`
      with people as (select id, username, role, tenant_id from app.users where username = any (${[...usernames]}::text[]) and deleted_at is null),
           begun as (insert into app.sessions (user_id, expires_at, user_agent)
             select id, now() + interval '1 hour', 'Sample data' from people returning id, user_id)
      select p.id, p.username, p.role, p.tenant_id, b.id as session
        from people p join begun b on b.user_id = p.id`.execute(tx);
    return new Map(
      rows.map((row) => [
        row.username,
        {
          userId: row.id,
          username: row.username,
          role: row.role,
          tenantId: row.tenant_id,
          tenantName: null,
          sessionId: row.session,
          requestId: 'sample',
          address: '',
        },
      ]),
    );
  });
}

/** @param but whose session goes on, so that what they have stays theirs until it runs out by itself */
export const signOutCast = (database: Database, cast: Cast, but: readonly string[]): Promise<unknown> =>
  withSystem(database, (tx) => {
    const ended = [...cast.values()].filter(({ username }) => !but.includes(username)).map(({ sessionId }) => sessionId);
    return sql`update app.sessions set ended_at = now() where id = any (${ended}::uuid[])`.execute(tx);
  });
