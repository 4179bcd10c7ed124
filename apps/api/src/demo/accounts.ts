import type { Role } from '@incisive/contract/roles';
import type { Tx } from '../db/client.ts';
import { insertNewAccount } from '../features/accounts/sign-up/new-account.ts';

export interface ReadyAccount {
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

/** Inserts an account that can be signed in to at once, as the demo and the tests need it: its address is confirmed. */
export async function insertReadyAccount(tx: Tx, account: ReadyAccount): Promise<string> {
  const id = await insertNewAccount(tx, {
    username: account.username,
    email: account.email,
    phone_number: '+12025550100',
    first_name: account.firstName,
    last_name: account.lastName,
    specialty: 'General surgery',
    practice: account.practice ?? 'Incisive',
    role: account.role,
    tenantId: account.tenantId,
    status: 'active',
    passwordHash: account.passwordHash,
    mustChangePassword: account.mustChangePassword,
    temporaryUntil: account.temporaryUntil ?? null,
    createdBy: account.createdBy,
  });
  await tx
    .updateTable('app.users')
    .set({
      email_verified: true,
      ...(account.agreed ? { agreement_at: new Date(), agreement_version: '2026-11' } : {}),
      ...(account.createdAt ? { created_at: account.createdAt, updated_at: account.createdAt } : {}),
    })
    .where('id', '=', id)
    .execute();
  return id;
}
