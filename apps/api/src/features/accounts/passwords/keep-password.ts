import type { Tx } from '../../../db/client.ts';

/** Puts a hash in the place of the account's password; it is no longer one that somebody lent for a time. */
export async function keepPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx
    .updateTable('app.credentials')
    .set({ password_hash: hash, temporary_until: null })
    .where('user_id', '=', userId)
    .execute();
}
