import { personName } from '@incisive/contract/fields';
import { splitName } from '@incisive/contract/auth';
import type { Role } from '@incisive/contract/roles';
import type { Tx } from '../../../db/client.ts';
import type { UserStatus } from '../../../db/account-tables.ts';
import { platformTenantId } from '../../../db/tenant.ts';
import { AppError, fieldError } from '../../../http/app-error.ts';
import { usernameKey } from '../account-lookup.ts';

export interface NewAccount {
  readonly username: string;
  readonly email: string;
  readonly phone_number: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly specialty: string;
  readonly practice: string;
  readonly role: Role;
  readonly tenantId: string | null;
  readonly onlyTenants?: string[];
  readonly status: UserStatus;
  readonly passwordHash: string;
  readonly mustChangePassword: boolean;
  readonly temporaryUntil: Date | null;
  readonly createdBy: string;
}

/** First and last name, given as two fields or as one that is split at its last blank. */
export function givenNames(body: {
  first_name?: string | undefined;
  last_name?: string | undefined;
  name?: string | undefined;
}): { first_name: string; last_name: string } {
  if (body.first_name !== undefined && body.last_name !== undefined)
    return { first_name: body.first_name, last_name: body.last_name };
  if (body.name === undefined) {
    const missing = (['first_name', 'last_name'] as const).filter((path) => body[path] === undefined);
    throw new AppError('validation', { fields: missing.map((path) => ({ path, message: 'Required' })) });
  }
  const partOf = (part: string): string => {
    const checked = personName.safeParse(part);
    if (!checked.success) throw fieldError('name', checked.error.issues[0]?.message ?? 'Required');
    return checked.data;
  };
  const { first_name, last_name } = splitName(body.name);
  return { first_name: partOf(first_name), last_name: partOf(last_name) };
}

/** @throws AppError on `username` when it is or once was somebody's: a closed account's name is never given out again. */
export async function refuseTakenUsername(tx: Tx, username: string): Promise<void> {
  const taken = await tx
    .selectFrom('app.users')
    .select('id')
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();
  if (taken) throw fieldError('username', 'This username is taken');
}

export async function insertNewAccount(tx: Tx, account: NewAccount): Promise<string> {
  const user = await tx
    .insertInto('app.users')
    .values({
      tenant_id: account.tenantId ?? platformTenantId,
      username: account.username,
      username_key: usernameKey(account.username),
      email: account.email,
      phone_number: account.phone_number,
      first_name: account.first_name,
      last_name: account.last_name,
      specialty: account.specialty,
      practice: account.practice,
      role: account.role,
      only_tenants: account.onlyTenants ?? [],
      status: account.status,
      password_change_required: account.mustChangePassword,
      created_by: account.createdBy,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  // Two sign-ups at the same moment: the second one finds the name gone.
  if (!user) throw fieldError('username', 'This username is taken');
  await tx
    .insertInto('app.credentials')
    .values({ user_id: user.id, password_hash: account.passwordHash, temporary_until: account.temporaryUntil })
    .execute();
  return user.id;
}
