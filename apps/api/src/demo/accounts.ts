import type { Role } from '@incisive/contract/roles';
import type { Tx } from '../db/client.ts';
import { platformTenantId } from '../db/tenant.ts';
import { usernameKey } from '../features/accounts/account-lookup.ts';

export interface NewAccount {
  readonly username: string;
  readonly role: Role;
  readonly tenantId: string | null;
  readonly passwordHash: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly agreed: boolean;
  readonly mustChangePassword: boolean;
  readonly temporaryUntil?: Date;
  readonly createdBy: string;
  readonly practice?: string;
  readonly createdAt?: Date;
}

/** Inserts an active account with its credentials, as the demo and `npm run admin:create` need it. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<string> {
  const user = await tx
    .insertInto('app.users')
    .values({
      tenant_id: account.tenantId ?? platformTenantId,
      username: account.username,
      username_key: usernameKey(account.username),
      email: account.email,
      phone_number: '+12025550100',
      first_name: account.firstName,
      last_name: account.lastName,
      specialty: 'General surgery',
      practice: account.practice ?? 'Incisive',
      role: account.role,
      status: 'active',
      agreement_at: account.agreed ? new Date() : null,
      agreement_version: account.agreed ? '2026-11' : null,
      password_change_required: account.mustChangePassword,
      email_verified: true,
      created_by: account.createdBy,
      ...(account.createdAt ? { created_at: account.createdAt, updated_at: account.createdAt } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('app.credentials')
    .values({ user_id: user.id, password_hash: account.passwordHash, temporary_until: account.temporaryUntil ?? null })
    .execute();
  return user.id;
}
