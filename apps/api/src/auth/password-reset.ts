import { limits } from '@incisive/contract/limits';
import { sql } from 'kysely';
import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { Tx } from '../db/client.ts';
import { withSystem } from '../db/tenant.ts';
import { fieldError } from '../http/app-error.ts';
import type { AuditTrail } from '../http/context.ts';
import { letters } from '../mail/templates.ts';
import { type Account, findAccount, throttleKey } from './account-lookup.ts';
import { newResetCode } from './mailed-secrets.ts';
import { foldedCode, hashOf } from './one-time-codes.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';

const perAddress = 20;
const perAccount = 5;

/** Counts in a window of an hour; true while the limit holds. */
async function takeHourly(tx: Tx, kind: string, subject: string, limit: number): Promise<boolean> {
  const { rows } = await sql<{ hits: number }>`
    insert into app.rate_counters as c (class, subject, window_started_at, hits) values (${kind}, ${subject}, now(), 1)
    on conflict (class, subject) do update set
      hits = case when c.window_started_at < now() - interval '1 hour' then 1 else c.hits + 1 end,
      window_started_at = case when c.window_started_at < now() - interval '1 hour' then now() else c.window_started_at end
    returning hits`.execute(tx);
  return (rows[0]?.hits ?? 0) <= limit;
}

const mayReset = (account: Account | undefined): account is Account =>
  account !== undefined && account.status === 'active' && account.tenant_active && !account.reset_blocked;

/** Mails a reset code to the account, if there is one that may have it; the answer is the same either way. */
export async function forgotPassword(deps: Deps, username: string, address: string, audit: AuditTrail): Promise<void> {
  await withSystem(deps.database, async (tx) => {
    const within =
      deps.config.RATE_LIMIT === 'off' ||
      ((await takeHourly(tx, 'forgot-account', throttleKey(username).slice(0, 200), perAccount)) &&
        (await takeHourly(tx, 'forgot-address', address, perAddress)));
    const account = await findAccount(tx, username);
    if (account) audit.actor({ tenantId: account.tenant_id });
    if (account) audit.entity(`user:${account.id}`);
    if (within && mayReset(account)) {
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
  const account = await withSystem(deps.database, (tx) => findAccount(tx, body.username));
  if (!mayReset(account) || !(await takeResetCode(deps, account, body.confirmation_code)))
    throw fieldError('confirmation_code', 'This code is wrong or has expired');
  await withSystem(deps.database, async (tx) => {
    await tx
      .updateTable('app.credentials')
      .set({ password_hash: passwordHash, temporary_until: null })
      .where('user_id', '=', account.id)
      .execute();
    await tx
      .updateTable('app.users')
      .set({ password_change_required: false, email_verified: true })
      .where('id', '=', account.id)
      .execute();
    await tx.deleteFrom('app.sign_in_throttle').where('username_key', '=', throttleKey(account.username)).execute();
    await deps.sessions.endIn(tx, { userIds: [account.id] }, 'password reset');
    await deps.mailer.queue(tx, account.email, letters.passwordChanged({ username: account.username }));
    audit.actor({ userId: account.id, username: account.username, role: account.role, tenantId: account.tenant_id });
    audit.entity(`user:${account.id}`);
    await audit.writeIn(tx);
  });
}

/** Confirms the address that a link was mailed to. Opened twice, it says the same. */
export async function verifyEmail(deps: Deps, token: string): Promise<void> {
  await withSystem(deps.database, async (tx) => {
    const secret = await tx
      .selectFrom('app.mailed_secrets as s')
      .innerJoin('app.users as u', (join) => join.onRef('u.id', '=', 's.user_id').onRef('u.email', '=', 's.email'))
      .select(['s.id', 's.user_id'])
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
  });
}
