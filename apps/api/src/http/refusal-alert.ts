import { lockOf } from '../db/locks.ts';
import { activeUsers } from '../db/active-users.ts';
import { giveNotices } from '../db/give-notices.ts';
import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import type { Actor } from '../db/tenant.ts';
import { type RequestAudit, writeAudit } from './audit-trail.ts';

/** So many refusals of one user within the minutes are no slip any more: those who administer the user are told, once for these minutes. */
const refusalsNoticed = 5;
const withinMinutes = 10;

/** Called after each refusal: writes `authz_alert` and a notice for the tenant's other Admins, or for SuperAdmins where an Admin or a super-level user is concerned. */
export async function noticeRefusals(tx: Tx, actor: Actor, audit: RequestAudit): Promise<void> {
  // One at a time for a user, so that refusals side by side raise one alert.
  await sql`select pg_advisory_xact_lock(${lockOf('refusals', actor.userId)})`.execute(tx);
  const { rows } = await sql<{ refused: number; alerted: boolean }>`
    select count(*) filter (where type = 'authz_fail')::int as refused, bool_or(type = 'authz_alert') as alerted
      from app.audit_log
     where user_id = ${actor.userId} and type in ('authz_fail', 'authz_alert')
       and recorded > now() - make_interval(mins => ${withinMinutes})`.execute(tx);
  const [{ refused, alerted } = { refused: 0, alerted: false }] = rows;
  if (refused < refusalsNoticed || alerted) return;
  await writeAudit(
    tx,
    audit.rows('authz_alert', 'refused', `${String(refusalsNoticed)} refusals in ${String(withinMinutes)} minutes`),
  );
  const ofTenant = actor.role === 'Approver' || actor.role === 'DataEntry';
  const told = await activeUsers(tx, ofTenant ? 'Admin' : 'SuperAdmin')
    .select(['id', 'tenant_id'])
    .where('id', '!=', actor.userId)
    .$if(ofTenant, (query) => query.where('tenant_id', '=', actor.tenantId))
    .execute();
  await giveNotices(tx, told, [
    {
      message: `${actor.username} was refused ${String(refusalsNoticed)} times within ${String(withinMinutes)} minutes`,
      link: `/audit?${new URLSearchParams({ who: actor.username, outcome: 'refused' }).toString()}`,
    },
  ]);
}
