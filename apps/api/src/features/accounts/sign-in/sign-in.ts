import type { Tokens, loginBody } from '@incisive/contract/auth';
import type * as z from 'zod/mini';
import type { Deps } from '../../../deps.ts';
import { withSystem } from '../../../db/tenant.ts';
import { AppError } from '../../../http/app-error.ts';
import { RequestAudit, writeAudit } from '../../../http/audit-trail.ts';
import type { AuditTrail } from '../../../http/context.ts';
import { type Account, findAccount, usernameKey } from '../account-lookup.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from '../passwords/passwords.ts';
import { requiredConnectionOf } from '../single-sign-on/connections.store.ts';
import { takeSecondFactor } from './second-factor.ts';
import { clearSignInAttempts, giveBackSignInAttempt, takeSignInAttempt } from './sign-in-throttle.ts';

type Credentials = z.output<typeof loginBody>;
interface Client {
  readonly userAgent: string;
  readonly address: string;
  readonly requestId: string;
}

/**
 * Signs a user in. An unknown name, a wrong password, a slowed name and a lapsed temporary password all look the same from outside.
 * @throws AppError `wrong-credentials`; with the right password `account-inactive` when account or tenant is not active, `sso-required`
 * with the key of the clinic's sign-in where a password does not count, or `otp-required` until the second factor is shown too.
 */
export async function signIn(deps: Deps, credentials: Credentials, client: Client, audit: AuditTrail): Promise<Tokens> {
  const key = usernameKey(credentials.username);
  const mayTry = await takeSignInAttempt(deps.database, key);
  const account = await withSystem(deps.database, (tx) => findAccount(tx, credentials.username));
  const fits = await verifyPassword(account?.password_hash ?? null, credentials.password);
  const lapsed = (account?.temporary_until?.getTime() ?? Infinity) < Date.now();
  if (!account || !fits || !mayTry || lapsed) {
    await recordFailure(deps, client, credentials.username, account, mayTry);
    throw new AppError('wrong-credentials');
  }
  audit.actor({ userId: account.id, username: account.username, role: account.role, tenantId: account.tenant_id });
  if (account.status !== 'active' || !account.tenant_active) {
    await clearSignInAttempts(deps.database, [key]);
    throw new AppError('account-inactive');
  }
  const elsewhere = await withSystem(deps.database, (tx) => requiredConnectionOf(tx, account));
  if (elsewhere) {
    await clearSignInAttempts(deps.database, [key]);
    throw new AppError('sso-required', { current: { key: elsewhere.key } });
  }
  if (account.otp_enabled) await requireSecondFactor(deps, credentials, client, account, key);
  await clearSignInAttempts(deps.database, [key]);
  const rehashed = isOutdatedHash(account.password_hash) ? await hashPassword(credentials.password) : null;
  return withSystem(deps.database, async (tx) => {
    const tokens = await deps.sessions.start(tx, account, client);
    await tx.updateTable('app.users').set({ last_login: new Date() }).where('id', '=', account.id).execute();
    if (rehashed)
      await tx.updateTable('app.credentials').set({ password_hash: rehashed }).where('user_id', '=', account.id).execute();
    await audit.writeIn(tx);
    return tokens;
  });
}

/** A wrong code counts like a wrong password, and asking without one does not wipe the count: codes cannot be guessed in between. */
async function requireSecondFactor(
  deps: Deps,
  credentials: Credentials,
  client: Client,
  account: Account,
  key: string,
): Promise<void> {
  if (!credentials.otp && !credentials.recovery_code) {
    await giveBackSignInAttempt(deps.database, key);
    throw new AppError('otp-required');
  }
  if (await takeSecondFactor(deps, account.id, credentials)) return;
  await recordFailure(deps, client, account.username, account, true);
  throw new AppError('otp-required', { detail: 'This code is wrong or was already used. Enter the next one.' });
}

async function recordFailure(
  deps: Deps,
  client: Client,
  username: string,
  account: { id: string; role: string; tenant_id: string } | undefined,
  mayTry: boolean,
): Promise<void> {
  const audit = new RequestAudit({ requestId: client.requestId, network: client.address });
  // A mistyped username may be a password: the log keeps it only when it names an account.
  audit.actor(account ? { userId: account.id, username, role: account.role, tenantId: account.tenant_id } : {});
  await withSystem(deps.database, (tx) =>
    writeAudit(tx, audit.rows(mayTry ? 'authn_login_fail' : 'authn_login_lock', 'refused')),
  );
}
