import { randomBytes } from 'node:crypto';
import { limits } from '@incisive/contract/limits';
import * as fields from '@incisive/contract/fields';
import * as z from 'zod/mini';
import { activeUsers } from '../../../db/active-users.ts';
import type { Database } from '../../../db/client.ts';
import { platformTenantId, withSystem } from '../../../db/tenant.ts';
import { RequestAudit, writeAudit } from '../../../http/audit-trail.ts';
import { validate } from '../../../http/input/validation.ts';
import { insertNewAccount, refuseTakenUsername } from './new-account.ts';
import { checkNewPassword, hashPassword } from '../passwords/passwords.ts';

export interface Administrator {
  readonly username: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone_number: string;
  readonly specialty: string;
  readonly practice: string;
  /** Without one a random one-time password is made. */
  readonly password?: string | undefined;
}

const administrator = z.object({
  username: fields.username,
  email: fields.email,
  first_name: fields.personName,
  last_name: fields.personName,
  phone_number: fields.phoneNumber,
  specialty: fields.freeText,
  practice: fields.freeText,
  password: z.optional(fields.newPassword),
});

/**
 * Makes a SuperAdmin from the command line: the way to the first one, and back in when none can sign in any more. A password that was
 * made here lapses after a day and has to be changed at the first sign-in; a given one is the operator's own.
 * @throws AppError `validation` naming what is wrong.
 */
export async function makeAdministrator(database: Database, given: Administrator): Promise<{ oneTimePassword: string | null }> {
  const person = validate(administrator, given, 'body') as z.output<typeof administrator>;
  const oneTimePassword = person.password === undefined ? randomBytes(12).toString('base64url') : null;
  if (person.password !== undefined) checkNewPassword(person.password, person.username);
  const passwordHash = await hashPassword(oneTimePassword ?? person.password!);
  await withSystem(database, async (tx) => {
    await refuseTakenUsername(tx, person.username);
    const id = await insertNewAccount(tx, {
      ...person,
      role: 'SuperAdmin',
      tenantId: null,
      status: 'active',
      passwordHash,
      mustChangePassword: oneTimePassword !== null,
      temporaryUntil: oneTimePassword ? new Date(Date.now() + limits.temporaryPasswordHours * 3_600_000) : null,
      createdBy: 'admin:create',
    });
    // Whoever runs this command is at the machine itself: there is nobody further to confirm the address.
    await tx.updateTable('app.users').set({ email_verified: true }).where('id', '=', id).execute();
    const audit = new RequestAudit({ requestId: 'admin:create', network: 'local' });
    audit.actor({ username: 'admin:create', tenantId: platformTenantId });
    audit.entity(`user:${id}`);
    await writeAudit(tx, audit.rows('user_created'));
  });
  return { oneTimePassword };
}

/** Whether anybody can administer this installation. */
export const hasSuperAdmin = (database: Database): Promise<boolean> =>
  withSystem(database, async (tx) => (await activeUsers(tx, 'SuperAdmin').select('id').executeTakeFirst()) !== undefined);
