import type { Profile } from '@incisive/contract/auth';
import { describe, expect, test } from 'vitest';
import { withSystem } from '../../../db/tenant.ts';
import { AppError } from '../../../http/app-error.ts';
import { useTestApp } from '../../../testing/build-test-app.ts';
import { newDatabase } from '../../../testing/new-database.ts';
import { type Administrator, hasSuperAdmin, makeAdministrator } from './first-administrator.ts';

const t = await useTestApp();

let serial = 0;
const person = (changes: Partial<Administrator> = {}): Administrator => ({
  username: `chief${(serial += 1)}`,
  email: 'chief@example.org',
  first_name: 'Super',
  last_name: 'Admin',
  phone_number: '+12025550100',
  specialty: 'Administration',
  practice: 'Incisive',
  ...changes,
});
const signIn = (username: string, password: string) =>
  t.app.inject({ method: 'POST', url: '/auth/login/', payload: { username, password } });
const problems = async (given: Administrator): Promise<Record<string, string>> => {
  const error = await makeAdministrator(t.database, given).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) return {};
  return Object.fromEntries(error.fields.map(({ path, message }) => [path, message]));
};

test('ASV-41 A11: a database that was just made has no account at all, and is asked to be given one', async () => {
  const { database, close } = await newDatabase(2);
  try {
    const users = await withSystem(database, (tx) => tx.selectFrom('app.users').select('username').execute());
    const first = [await hasSuperAdmin(database)];
    await makeAdministrator(database, person());
    first.push(await hasSuperAdmin(database));
    expect(users).toEqual([]);
    expect(first).toEqual([false, true]);
  } finally {
    await close();
  }
});

describe('npm run admin:create', () => {
  test('S9: takes the names that sign-up takes', async () => {
    expect(await problems(person({ username: 'ch\u0456ef', last_name: 'Ad\u202Emin', practice: '\u001B[2J' }))).toEqual({
      username: "Use letters from A to Z, digits, . _ - @ + ' and single spaces between them",
      last_name: 'This has characters that cannot be seen. Type it in again instead of pasting it.',
      practice: 'This has characters that cannot be seen. Type it in again instead of pasting it.',
    });
  });

  test('ASV-41 ASV-42 makes a SuperAdmin with a random one-time password that must be changed, within a day', async () => {
    const given = person({ username: ' Chief Physician ' });
    const { oneTimePassword } = await makeAdministrator(t.database, given);
    expect(oneTimePassword).toMatch(/^[\w-]{16}$/);
    const other = await makeAdministrator(t.database, person());
    expect(other.oneTimePassword).not.toBe(oneTimePassword);

    const answer = await signIn('chief physician', oneTimePassword!);
    expect(answer.statusCode).toBe(200);
    const bearer = { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` };
    const profile = (await t.app.inject({ url: '/api/v1/accounts/profile/', headers: bearer })).json<Profile>();
    expect(profile).toMatchObject({
      username: 'Chief Physician',
      groups: ['SuperAdmin'],
      tenant: null,
      status: 'active',
      email_verified: true,
      password_change_required: true,
      agreement: false,
    });
    const gated = await t.app.inject({ url: '/api/v1/accounts/', headers: bearer });
    expect(gated.statusCode).toBe(403);

    const changed = await t.app.inject({
      method: 'POST',
      url: '/auth/change-password/',
      headers: bearer,
      payload: { old_password: oneTimePassword, new_password: 'a password of my own' },
    });
    expect(changed.statusCode).toBe(200);
    expect((await signIn('chief physician', oneTimePassword!)).statusCode).toBe(401);
    expect((await signIn('chief physician', 'a password of my own')).statusCode).toBe(200);
  });

  test('the one-time password lapses after 24 hours', async () => {
    const given = person();
    const { oneTimePassword } = await makeAdministrator(t.database, given);
    const stored = () =>
      withSystem(t.database, (tx) =>
        tx
          .selectFrom('app.credentials as c')
          .innerJoin('app.users as u', 'u.id', 'c.user_id')
          .select(['c.user_id', 'c.temporary_until'])
          .where('u.username', '=', given.username)
          .executeTakeFirstOrThrow(),
      );
    const { user_id, temporary_until } = await stored();
    expect(Math.round((temporary_until!.getTime() - Date.now()) / 3_600_000)).toBe(24);
    await withSystem(t.database, (tx) =>
      tx
        .updateTable('app.credentials')
        .set({ temporary_until: new Date(Date.now() - 1000) })
        .where('user_id', '=', user_id)
        .execute(),
    );
    expect((await signIn(given.username, oneTimePassword!)).statusCode).toBe(401);
  });

  test('a given password is the operator’s own: it need not be changed and does not lapse', async () => {
    const given = person({ password: 'the operator chose this' });
    expect(await makeAdministrator(t.database, given)).toEqual({ oneTimePassword: null });
    const answer = await signIn(given.username, given.password!);
    const bearer = { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` };
    const profile = (await t.app.inject({ url: '/api/v1/accounts/profile/', headers: bearer })).json<Profile>();
    expect(profile.password_change_required).toBe(false);
  });

  test('ASV-32 refuses what every other way to an account refuses, naming each field, and makes nothing', async () => {
    expect(
      await problems(
        person({ username: 'x', email: 'nowhere', first_name: '', phone_number: '12', specialty: ' ', password: 'short' }),
      ),
    ).toEqual({
      username: 'Must be 2 characters or more',
      email: 'Invalid email address',
      first_name: 'Required',
      phone_number: 'Invalid phone number',
      specialty: 'Required',
      password: 'Must be 8 characters or more',
    });
    expect(await problems(person({ password: 'password1' }))).toEqual({ password: 'Too common' });
    expect(await problems(person({ username: 'long enough name', password: 'long enough name' }))).toEqual({
      password: 'Too common',
    });
    const made = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.users').select('username').where('username', 'in', ['x', 'long enough name']).execute(),
    );
    expect(made).toEqual([]);
  });

  test('a name that is or was somebody’s is refused, whatever its case', async () => {
    expect(await problems(person({ username: 'SuperAdmin' }))).toEqual({ username: 'This username is taken' });
    const given = person();
    await makeAdministrator(t.database, given);
    await t.as('superadmin', 'DELETE', '/auth/delete/', { username: given.username });
    expect(await problems(person({ username: given.username.toUpperCase() }))).toEqual({ username: 'This username is taken' });
  });

  test('leaves one audit row that names the command, and no password in it', async () => {
    const given = person({ password: 'a word for the search' });
    await makeAdministrator(t.database, given);
    const rows = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.audit_log').selectAll().where('who', '=', 'admin:create').orderBy('id').execute(),
    );
    expect(rows.at(-1)).toMatchObject({ type: 'user_created', who: 'admin:create', network: 'local', outcome: 'success' });
    expect(JSON.stringify(rows)).not.toContain(given.password);
  });
});
