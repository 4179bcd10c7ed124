import type { Role } from '@incisive/contract/roles';
import type { Tx } from '../../db/client.ts';
import type { UserStatus } from '../../db/account-tables.ts';

export interface Account {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly tenant_id: string;
  readonly status: UserStatus;
  readonly email: string;
  readonly email_verified: boolean;
  readonly reset_blocked: boolean;
  readonly otp_enabled: boolean;
  readonly tenant_active: boolean;
  readonly password_hash: string;
  readonly temporary_until: Date | null;
}

/** Compatibility forms of 200 characters may fold to thousands; an index entry has less room. */
const longestKey = 400;

/**
 * The one spelling of a username: what accounts are stored and found by, and what wrong tries are counted under, names that nobody has
 * too. Only this folds names: a database's own folding goes by its locale and is not JavaScript's (İ).
 */
export const usernameKey = (typed: string): string =>
  Array.from(typed.normalize('NFKC').trim().toLowerCase()).slice(0, longestKey).join('');

/** The open account of a typed username, with its password hash. */
export const findAccount = (tx: Tx, username: string): Promise<Account | undefined> =>
  tx
    .selectFrom('app.users as u')
    .innerJoin('app.credentials as c', 'c.user_id', 'u.id')
    .innerJoin('app.tenants as t', 't.id', 'u.tenant_id')
    .select([
      'u.id',
      'u.username',
      'u.role',
      'u.tenant_id',
      'u.status',
      'u.email',
      'u.email_verified',
      'u.reset_blocked',
      'u.otp_enabled',
      't.active as tenant_active',
      'c.password_hash',
      'c.temporary_until',
    ])
    .where('u.username_key', '=', usernameKey(username))
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
