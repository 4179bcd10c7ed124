import type { Tx } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import type { AuditTrail } from '../../../http/context.ts';
import { type Account, findAccount } from '../account-lookup.ts';
import { mayMail } from './hourly-limit.ts';

/** The account of a name that anybody may give, for mail that anybody may ask for, and whether one more mail of the kind may go out. */
export async function accountToMail(
  deps: Deps,
  tx: Tx,
  kind: 'forgot' | 'verify',
  asked: { username: string; address: string },
  audit: AuditTrail,
): Promise<{ within: boolean; account: Account | undefined }> {
  const within = await mayMail(deps, tx, kind, asked.username, asked.address);
  const account = await findAccount(tx, asked.username);
  if (account) audit.actor({ tenantId: account.tenant_id });
  if (account) audit.entity(`user:${account.id}`);
  return { within, account };
}
