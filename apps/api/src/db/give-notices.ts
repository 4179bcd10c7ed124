import type { Tx } from './client.ts';

/** Leaves each notice for each user, in the bell of the shell. */
export async function giveNotices(
  tx: Tx,
  users: readonly { readonly id: string; readonly tenant_id: string }[],
  notices: readonly { readonly message: string; readonly link: string }[],
): Promise<void> {
  const rows = users.flatMap((user) => notices.map((notice) => ({ tenant_id: user.tenant_id, user_id: user.id, ...notice })));
  if (rows.length > 0) await tx.insertInto('app.notices').values(rows).execute();
}
