import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import { type Actor, withSystem } from '../../../db/tenant.ts';
import { AppError } from '../../../http/app-error.ts';
import type { AuditTrail } from '../../../http/context.ts';

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

/** When the actor signed in before this session, and how many tries were refused since: whether somebody else was at it. */
export async function lastSignIn(deps: Deps, actor: Actor) {
  return withSystem(deps.database, async (tx) => {
    const ownRows = tx.selectFrom('app.audit_log').where('user_id', '=', actor.userId);
    const { created_at } = await tx
      .selectFrom('app.sessions')
      .select('created_at')
      .where('id', '=', actor.sessionId)
      .executeTakeFirstOrThrow();
    const last = await ownRows
      .select(['recorded', 'network'])
      .where('type', '=', 'authn_login_success')
      .where('recorded', '<', created_at)
      .orderBy('recorded', 'desc')
      .executeTakeFirst();
    const { refused } = await ownRows
      .select(sql<number>`count(*)::int`.as('refused'))
      .where('type', 'in', ['authn_login_fail', 'authn_login_lock'])
      .where('recorded', '>', last?.recorded ?? new Date(0))
      .executeTakeFirstOrThrow();
    return {
      last_sign_in: last ? { at: last.recorded.toISOString(), address: last.network } : null,
      refused_since: refused,
    };
  });
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
