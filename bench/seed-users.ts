import { hashPassword } from '../apps/api/src/features/accounts/passwords/passwords.ts';
import type { Database } from '../apps/api/src/db/client.ts';
import { withSystem } from '../apps/api/src/db/tenant.ts';
import { insertReadyAccount } from '../apps/api/src/demo/accounts.ts';

export const password = 'correct horse battery';

const accountOf = (passwordHash: string) => ({
  passwordHash,
  firstName: 'Test',
  lastName: 'User',
  agreed: true,
  mustChangePassword: false,
  createdBy: 'bench',
});

/**
 * Two people to measure as: `admin` of the first clinic and `superadmin`.
 * @returns the clinics' ids
 */
export async function seedUsers(database: Database, clinics: readonly string[]): Promise<string[]> {
  const passwordHash = await hashPassword(password);
  return withSystem(database, async (tx) => {
    const tenants = await tx
      .insertInto('app.tenants')
      .values(clinics.map((name) => ({ name, created_by: 'bench' })))
      .returning('id')
      .execute();
    const ids = tenants.map(({ id }) => id);
    const account = accountOf(passwordHash);
    await insertReadyAccount(tx, { ...account, username: 'admin', role: 'Admin', tenantId: ids[0]!, email: 'a@example.org' });
    await insertReadyAccount(tx, {
      ...account,
      username: 'superadmin',
      role: 'SuperAdmin',
      tenantId: null,
      email: 's@example.org',
    });
    return ids;
  });
}

/** Two people more: `small`, administrator of the second of the clinics, and `coder`, who is limited to these. */
export async function seedPeopleBetween(database: Database, clinics: readonly [string, string]): Promise<void> {
  const account = accountOf(await hashPassword(password));
  await withSystem(database, async (tx) => {
    await insertReadyAccount(tx, { ...account, username: 'small', role: 'Admin', tenantId: clinics[1], email: 'b@example.org' });
    const id = await insertReadyAccount(tx, {
      ...account,
      username: 'coder',
      role: 'Coder',
      tenantId: null,
      email: 'c@example.org',
    });
    await tx
      .updateTable('app.users')
      .set({ only_tenants: [...clinics] })
      .where('id', '=', id)
      .execute();
  });
}
