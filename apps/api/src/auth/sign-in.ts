import type { Tokens, loginBody } from '@incisive/contract/auth';
import type * as z from 'zod/mini';
import type { Deps } from '../deps.ts';
import { withSystem } from '../db/tenant.ts';
import { AppError } from '../http/app-error.ts';
import { RequestAudit, writeAudit } from '../http/audit-trail.ts';
import type { AuditTrail } from '../http/context.ts';
import { verifyPassword } from './passwords.ts';
import { clearSignInAttempts, takeSignInAttempt } from './sign-in-throttle.ts';

type Credentials = z.output<typeof loginBody>;
interface Client {
  readonly userAgent: string;
  readonly address: string;
  readonly requestId: string;
}

/**
 * Signs a user in. An unknown name, a wrong password, a slowed name and a lapsed temporary password all look the same from outside.
 * @throws AppError `wrong-credentials`, or `account-inactive` when the password was right but the account or tenant is not active.
 */
export async function signIn(deps: Deps, credentials: Credentials, client: Client, audit: AuditTrail): Promise<Tokens> {
  const key = credentials.username.trim().toLowerCase();
  const mayTry = await takeSignInAttempt(deps.database, key);
  const account = await withSystem(deps.database, (tx) =>
    tx
      .selectFrom('app.users as u')
      .innerJoin('app.credentials as c', 'c.user_id', 'u.id')
      .innerJoin('app.tenants as t', 't.id', 'u.tenant_id')
      .select(['u.id', 'u.username', 'u.role', 'u.tenant_id', 'u.status', 't.active', 'c.password_hash', 'c.temporary_until'])
      .where('u.username_key', '=', key)
      .where('u.deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  const fits = await verifyPassword(account?.password_hash ?? null, credentials.password);
  const lapsed = (account?.temporary_until?.getTime() ?? Infinity) < Date.now();
  if (!account || !fits || !mayTry || lapsed) {
    await recordFailure(deps, client, credentials.username, account, mayTry);
    throw new AppError('wrong-credentials');
  }
  await clearSignInAttempts(deps.database, [key]);
  audit.actor({ userId: account.id, username: account.username, role: account.role, tenantId: account.tenant_id });
  if (account.status !== 'active' || !account.active) throw new AppError('account-inactive');
  return withSystem(deps.database, async (tx) => {
    const tokens = await deps.sessions.start(tx, account, client);
    await tx.updateTable('app.users').set({ last_login: new Date() }).where('id', '=', account.id).execute();
    return tokens;
  });
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
