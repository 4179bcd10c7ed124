import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { type Actor, withSystem } from '../db/tenant.ts';
import { AppError } from '../http/app-error.ts';
import type { AuditTrail } from '../http/context.ts';

/** The actor's open sessions, the latest used first. */
export async function ownSessions(deps: Deps, actor: Actor) {
  const rows = await withSystem(deps.database, (tx) =>
    tx
      .selectFrom('app.sessions')
      .select(['id', 'created_at', 'last_activity_at', 'user_agent', 'address'])
      .where('user_id', '=', actor.userId)
      .where('ended_at', 'is', null)
      .where(sql<boolean>`expires_at > now() and last_activity_at > now() - make_interval(mins => ${deps.config.IDLE_MINUTES})`)
      .orderBy('last_activity_at', 'desc')
      .orderBy('id')
      .execute(),
  );
  return rows.map((row) => ({
    id: row.id,
    current: row.id === actor.sessionId,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_activity_at.toISOString(),
    user_agent: row.user_agent,
    address: row.address,
  }));
}

/** Ends one of the actor's own sessions; another's does not exist. */
export async function endOwnSession(deps: Deps, actor: Actor, sessionId: string, audit: AuditTrail): Promise<void> {
  await withSystem(deps.database, async (tx) => {
    const own = await tx
      .selectFrom('app.sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('user_id', '=', actor.userId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (!own) throw new AppError('not-found');
    await deps.sessions.endIn(tx, { sessionIds: [sessionId] }, 'ended by its user');
    audit.entity(`session:${sessionId}`);
    await audit.writeIn(tx);
  });
}
