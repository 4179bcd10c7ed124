import { limits } from '@incisive/contract/limits';
import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../db/client.ts';
import { withSystem } from '../../../db/tenant.ts';
import { fieldError } from '../../../http/app-error.ts';
import type { AuditTrail } from '../../../http/context.ts';
import { letters } from '../../../mail/templates.ts';
import { type Account, findAccount, usernameKey } from '../account-lookup.ts';
import { accountToMail } from '../secrets/account-to-mail.ts';
import { newResetCode } from '../secrets/mailed-secrets.ts';
import { foldedCode } from '../../../secrets/one-time-codes.ts';
import { requiredConnectionOf } from '../single-sign-on/connections.store.ts';
import { keepPassword } from './keep-password.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';

/** Whether there is an account that may have a new password; not where its clinic's provider is the only way in. */
async function mayReset(tx: Tx, account: Account | undefined): Promise<boolean> {
  if (account?.status !== 'active' || !account.tenant_active || account.reset_blocked) return false;
  return (await requiredConnectionOf(tx, account)) === undefined;
}

/** Mails a reset code to the account, if there is one that may have it; the answer is the same either way. */
export async function forgotPassword(deps: Deps, username: string, address: string, audit: AuditTrail): Promise<void> {
  await withSystem(deps.database, async (tx) => {
    const { within, account } = await accountToMail(deps, tx, 'forgot', { username, address }, audit);
    if (within && account && (await mayReset(tx, account))) {
      const code = await newResetCode(deps, tx, account);
      const letter = letters.resetCode({ username: account.username, code, minutes: limits.resetCodeMinutes });
      await deps.mailer.queue(tx, account.email, letter);
    }
    await audit.writeIn(tx);
  });
}

/** Uses one of the five tries of the newest code; true when it was the right one, which is then used up. */
async function takeResetCode(deps: Deps, account: Account, code: string): Promise<boolean> {
  // In a transaction of its own: a wrong try has to count although the request fails.
  return withSystem(deps.database, async (tx) => {
    const secret = await tx
      .updateTable('app.mailed_secrets')
      .set((row) => ({ tries: row('tries', '+', 1) }))
      .where('user_id', '=', account.id)
      .where('purpose', '=', 'reset-password')
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date())
      .where('tries', '<', limits.resetCodeTries)
      .where('email', '=', account.email)
      .returning(['id', 'secret_hash'])
      .executeTakeFirst();
    if (!secret) return false;
    if (!timingSafeEqual(secret.secret_hash, deps.seal.digest('reset', `${account.id} ${foldedCode(code)}`))) return false;
    await tx.updateTable('app.mailed_secrets').set({ used_at: new Date() }).where('id', '=', secret.id).execute();
    return true;
  });
}

/** Sets a new password with the mailed code; all sessions end, the second factor stays. */
export async function resetPassword(
  deps: Deps,
  body: { username: string; confirmation_code: string; password: string },
  audit: AuditTrail,
): Promise<void> {
  checkNewPassword(body.password, body.username.trim());
  const passwordHash = await hashPassword(body.password);
  const account = await withSystem(deps.database, async (tx) => {
    const found = await findAccount(tx, body.username);
    return (await mayReset(tx, found)) ? found : undefined;
  });
  if (!account || !(await takeResetCode(deps, account, body.confirmation_code)))
    throw fieldError('confirmation_code', 'This code is wrong or has expired');
  await withSystem(deps.database, async (tx) => {
    await keepPassword(tx, account.id, passwordHash);
    await tx
      .updateTable('app.users')
      .set({ password_change_required: false, email_verified: true })
      .where('id', '=', account.id)
      .execute();
    await tx.deleteFrom('app.sign_in_throttle').where('username_key', '=', usernameKey(account.username)).execute();
    await deps.sessions.endIn(tx, { userIds: [account.id] }, 'password reset');
    await deps.mailer.queue(tx, account.email, letters.passwordChanged({ username: account.username }));
    audit.actor({ userId: account.id, username: account.username, role: account.role, tenantId: account.tenant_id });
    audit.entity(`user:${account.id}`);
    await audit.writeIn(tx);
  });
}
