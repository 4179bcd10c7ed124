import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Role } from '@incisive/contract/roles';
import { hashPassword } from '../features/accounts/passwords/passwords.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import { withSystem } from '../db/tenant.ts';
import { insertReadyAccount } from './accounts.ts';
import { seedNotes } from './seed-notes.ts';
import type { DemoWorld } from './seed-notes.ts';
import { seedUse } from './seed-use.ts';
import { seedQueues } from './seed-queues.ts';

export const demoPeople: readonly { username: string; role: Role; tenant: 0 | 1 | null; name: [string, string] }[] = [
  { username: 'superadmin', role: 'SuperAdmin', tenant: null, name: ['Super', 'Admin'] },
  { username: 'superapprover', role: 'SuperApprover', tenant: null, name: ['Super', 'Approver'] },
  { username: 'coder', role: 'Coder', tenant: null, name: ['Certified', 'Coder'] },
  { username: 'coder2', role: 'Coder', tenant: null, name: ['Second', 'Coder'] },
  { username: 'admin', role: 'Admin', tenant: 0, name: ['Clinic', 'Admin'] },
  { username: 'approver', role: 'Approver', tenant: 0, name: ['Attending', 'Approver'] },
  { username: 'surgeon', role: 'Approver', tenant: 0, name: ['Operating', 'Surgeon'] },
  { username: 'dataentry', role: 'DataEntry', tenant: 0, name: ['Data', 'Entry'] },
  { username: 'admin2', role: 'Admin', tenant: 1, name: ['Second', 'Admin'] },
  { username: 'approver2', role: 'Approver', tenant: 1, name: ['Second', 'Approver'] },
  { username: 'dataentry2', role: 'DataEntry', tenant: 1, name: ['Second', 'Entry'] },
  { username: 'newuser', role: 'Approver', tenant: 0, name: ['New', 'User'] },
];
export const demoTenantNames = ['Harbor Surgical Group', 'Lakeside Specialty Clinic'] as const;

/** Fills an empty installation with two tenants, their people and notes, once; later starts only tell the password again, until the sample data is taken out. */
export async function ensureDemo(
  config: Config,
  database: Database,
  say: (line: string) => void,
): Promise<{ password: string } | null> {
  const file = path.join(config.DATA_DIR, 'demo-credentials.txt');
  const { empty, made } = await withSystem(database, async (tx) => ({
    empty: (await tx.selectFrom('app.users').select('id').limit(1).executeTakeFirst()) === undefined,
    made: (await tx.selectFrom('app.settings').select('name').where('name', '=', 'demo').executeTakeFirst()) !== undefined,
  }));
  if (!empty) {
    if (!made) return null;
    const kept = await readFile(file, 'utf8').catch(() => '');
    const password = /password: (.+)/.exec(kept)?.[1];
    return password ? { password } : null;
  }
  say('Making sample data');
  const password = config.DEMO_PASSWORD ?? `demo-${randomBytes(6).toString('base64url')}`;
  const hash = await hashPassword(password);
  // Before the oldest note: nobody writes before there is an account.
  const opened = new Date(Date.now() - 60 * 86_400_000);
  // Before anything is made: people whose password nobody was told would bar the next try. Beside an outside database there may be no folder.
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o710 });
  await writeFile(file, `username: ${demoPeople.map((person) => person.username).join(', ')}\npassword: ${password}\n`, {
    mode: 0o600,
  });
  await withSystem(database, async (tx) => {
    const tenants = await tx
      .insertInto('app.tenants')
      .values(demoTenantNames.map((name) => ({ name, created_by: 'superadmin', created_at: opened, updated_at: opened })))
      .returning(['id', 'name'])
      .execute();
    const tenantId = (index: 0 | 1): string => tenants.find((row) => row.name === demoTenantNames[index])!.id;
    const ids = new Map<string, string>();
    for (const person of demoPeople) {
      const fresh = person.username === 'newuser';
      const id = await insertReadyAccount(tx, {
        username: person.username,
        role: person.role,
        tenantId: person.tenant === null ? null : tenantId(person.tenant),
        passwordHash: hash,
        firstName: person.name[0],
        lastName: person.name[1],
        email: `${person.username}@example.org`,
        agreed: !fresh,
        mustChangePassword: fresh,
        createdBy: fresh ? 'admin' : 'superadmin',
        ...(person.tenant === null ? {} : { practice: demoTenantNames[person.tenant] }),
        ...(fresh ? {} : { createdAt: opened }),
      });
      ids.set(person.username, id);
    }
    const world: DemoWorld = { tenants: [tenantId(0), tenantId(1)], userId: (username) => ids.get(username)! };
    const made = new Date();
    const notes = await seedNotes(tx, world, made);
    await seedUse(tx, world);
    await seedQueues(tx, world);
    await tx
      .insertInto('app.settings')
      .values({
        name: 'demo',
        value: JSON.stringify({ madeAt: made.toISOString(), week: { madeAt: made.toISOString(), notes } }),
      })
      .execute();
  });
  return { password };
}
