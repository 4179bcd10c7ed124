import type { Role } from '@incisive/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { UserStatus } from '../../db/schema.ts';

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

/** A typed username as it is stored: the database folds the case, in one place and one way. */
export const usernameKey = (typed: string): RawBuilder<string> => sql<string>`lower(${typed.trim()})`;

/** The name that wrong tries are counted under; names that nobody has count too. */
export const throttleKey = (typed: string): string => typed.trim().toLowerCase();

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
