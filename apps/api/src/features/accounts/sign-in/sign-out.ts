import type { Deps } from '../../../deps.ts';
import { withSystem } from '../../../db/tenant.ts';
import type { AuditTrail } from '../../../http/context.ts';

/** Ends the session that a bearer names; its access token is dead with it. An expired bearer of ours is taken too. */
export async function signOut(deps: Deps, authorization: string | undefined, audit: AuditTrail): Promise<void> {
  const session = await deps.authenticator.sessionIdOf(authorization, { evenExpired: true });
  await withSystem(deps.database, async (tx) => {
    const user = await tx
      .selectFrom('app.sessions as s')
      .innerJoin('app.users as u', 'u.id', 's.user_id')
      .select(['u.id', 'u.username', 'u.role', 'u.tenant_id'])
      .where('s.id', '=', session)
      .executeTakeFirst();
    if (user) audit.actor({ userId: user.id, username: user.username, role: user.role, tenantId: user.tenant_id });
    await deps.sessions.endIn(tx, { sessionIds: [session] }, 'sign-out');
    audit.entity(`session:${session}`);
    await audit.writeIn(tx);
  });
  deps.authenticator.forget(authorization, session);
}
