import { limits } from '@incisive/contract/limits';
import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../db/client.ts';
import { foldedCode, hashOf, linkToken, typedCode } from '../../../secrets/one-time-codes.ts';

const verifyDays = 7;

/** Where a mailed verification link leads; the token stands behind `#`, which browsers do not send to servers or log. */
export const verifyAddress = (publicUrl: string, token: string): string => `${publicUrl}/verify-email#token=${token}`;

async function replace(
  tx: Tx,
  user: { id: string; email: string },
  purpose: 'verify-email' | 'reset-password',
  secretHash: Buffer,
  minutes: number,
): Promise<void> {
  // The newest counts: an older code or link dies with it.
  await tx.deleteFrom('app.mailed_secrets').where('user_id', '=', user.id).where('purpose', '=', purpose).execute();
  await tx
    .insertInto('app.mailed_secrets')
    .values({
      user_id: user.id,
      purpose,
      secret_hash: secretHash,
      email: user.email,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
}

/** Makes the address of a verification link for the user's present email. */
export async function newVerifyLink(deps: Deps, tx: Tx, user: { id: string; email: string }): Promise<string> {
  const token = linkToken();
  await replace(tx, user, 'verify-email', hashOf(token), verifyDays * 24 * 60);
  return verifyAddress(deps.config.publicUrl, token);
}

/** Makes a reset code: 8 characters, good for ten minutes, five tries and one use. */
export async function newResetCode(deps: Deps, tx: Tx, user: { id: string; email: string }): Promise<string> {
  const code = typedCode(2);
  await replace(tx, user, 'reset-password', deps.seal.digest('reset', `${user.id} ${foldedCode(code)}`), limits.resetCodeMinutes);
  return code;
}
