import type { Role } from '@incisive/contract/roles';
import type { Tx } from './client.ts';

/** Users of a role who can sign in, as far as the transaction sees: who is told, and who has to be left. */
export const activeUsers = (tx: Tx, role: Role) =>
  tx.selectFrom('app.users').where('role', '=', role).where('status', '=', 'active').where('deleted_at', 'is', null);
