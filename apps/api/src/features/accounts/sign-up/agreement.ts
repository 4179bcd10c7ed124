import { licenseVersion } from '@incisive/contract/license';
import type { Database } from '../../../db/client.ts';
import { type Actor, withSystem } from '../../../db/tenant.ts';
import type { AuditTrail } from '../../../http/context.ts';
import { AppError } from '../../../http/app-error.ts';

/** Records that the actor accepted the license agreement, with date and version; refused while a password change is due. */
export async function acceptAgreement(database: Database, actor: Actor, audit: AuditTrail): Promise<void> {
  await withSystem(database, async (tx) => {
    const user = await tx
      .selectFrom('app.users')
      .select('password_change_required')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    if (user.password_change_required) throw new AppError('password-change-required');
    await tx
      .updateTable('app.users')
      .set({ agreement_at: new Date(), agreement_version: licenseVersion })
      .where('id', '=', actor.userId)
      .where('agreement_at', 'is', null)
      .execute();
    audit.entity(`user:${actor.userId}`);
    await audit.writeIn(tx);
  });
}
