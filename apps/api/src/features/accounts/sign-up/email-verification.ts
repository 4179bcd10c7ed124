import type { Deps } from '../../../deps.ts';
import { withSystem } from '../../../db/tenant.ts';
import { fieldError } from '../../../http/app-error.ts';
import type { AuditTrail } from '../../../http/context.ts';
import { letters } from '../../../mail/templates.ts';
import { accountToMail } from '../secrets/account-to-mail.ts';
import { mayMailTo } from '../secrets/hourly-limit.ts';
import { newVerifyLink } from '../secrets/mailed-secrets.ts';
import { hashOf } from '../../../secrets/one-time-codes.ts';

/** Confirms the address that a link was mailed to. Opened twice, it says the same. */
export async function verifyEmail(deps: Deps, token: string, audit: AuditTrail): Promise<void> {
  await withSystem(deps.database, async (tx) => {
    const secret = await tx
      .selectFrom('app.mailed_secrets as s')
      .innerJoin('app.users as u', (join) => join.onRef('u.id', '=', 's.user_id').onRef('u.email', '=', 's.email'))
      .select(['s.id', 's.user_id', 'u.username', 'u.role', 'u.tenant_id'])
      .where('s.secret_hash', '=', hashOf(token))
      .where('s.purpose', '=', 'verify-email')
      .where('s.expires_at', '>', new Date())
      .where('u.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!secret) throw fieldError('token', 'This link has expired or was replaced by a newer one');
    await tx.updateTable('app.mailed_secrets').set({ used_at: new Date() }).where('id', '=', secret.id).execute();
    await tx
      .updateTable('app.users')
      .set({ email_verified: true, reset_blocked: false })
      .where('id', '=', secret.user_id)
      .execute();
    audit.actor({ userId: secret.user_id, username: secret.username, role: secret.role, tenantId: secret.tenant_id });
    audit.entity(`user:${secret.user_id}`);
    await audit.writeIn(tx);
  });
}

/**
 * Mails a new verification link to an account whose address still awaits confirmation; the older link dies with it. What is answered
 * is the same for everybody, so it tells nothing about the name.
 */
export async function resendVerification(deps: Deps, username: string, address: string, audit: AuditTrail): Promise<void> {
  await withSystem(deps.database, async (tx) => {
    const { within, account } = await accountToMail(deps, tx, 'verify', { username, address }, audit);
    const awaited = within && account && !account.email_verified && account.status !== 'deactivated';
    if (awaited && (await mayMailTo(deps, tx, 'verify', account.email))) {
      const url = await newVerifyLink(deps, tx, account);
      await deps.mailer.queue(tx, account.email, letters.verifyEmail({ username: account.username, url }));
    }
    await audit.writeIn(tx);
  });
}
