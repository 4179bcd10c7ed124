import type { Profile, Tokens } from '@incisive/contract/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccessFixtures } from '../../../testing/access-fixtures.ts';
import { withSystem } from '../../../db/tenant.ts';
import { testPassword } from '../../../testing/build-test-app.ts';
import { type MailedTestApp, useMailedTestApp, buildMailedTestApp } from '../../../testing/outbox.ts';
import { usernameKey } from '../account-lookup.ts';
import { signUpForm } from '../../../testing/sign-up-form.ts';

const t = await useMailedTestApp();

const form = (changes: Record<string, unknown> = {}) => signUpForm(t.tenants[0], changes);
const signUp = (body: object, as: string | null = null) => t.as(as, 'POST', '/auth/signup/', body);
const signIn = (username: string, password: string) =>
  t.app.inject({ method: 'POST', url: '/auth/login/', payload: { username, password } });
interface Refusal {
  errors?: { path: string; message: string }[];
}
const fieldsOf = (response: { json<T>(): T }): Record<string, string> =>
  Object.fromEntries((response.json<Refusal>().errors ?? []).map(({ path, message }) => [path, message]));

describe('public sign-up', () => {
  test('makes a pending account that cannot sign in until an administrator says so, by mail both ways', async () => {
    const body = form();
    const made = await signUp(body);
    expect(made.statusCode).toBe(201);
    const user = made.json<Profile>();
    expect(user).toMatchObject({
      status: 'pending',
      is_active: false,
      groups: ['Approver'],
      tenant: t.tenants[0],
      email_verified: false,
    });
    expect(user.phone_number).toBe('+12025550142');
    const refused = await signIn(body.username, body.password);
    expect(refused.statusCode).toBe(403);
    expect(refused.json<{ title: string }>().title).toBe('This account is not active. Ask your administrator.');
    expect((await signIn(body.username, 'something else')).statusCode).toBe(401);

    const [asked] = await t.mailTo(body.email);
    expect(asked!.subject).toBe('Your account awaits activation');
    const bell = await t.as('admin', 'GET', '/api/v1/accounts/notices/');
    expect(bell.json<{ results: { message: string }[] }>().results[0]!.message).toBe('A new account awaits activation');

    expect(
      (await t.as('admin', 'POST', '/api/v1/accounts/activate/', { users: [user.id], groups: 'DataEntry' })).statusCode,
    ).toBe(200);
    const mails = await t.mailTo(body.email);
    expect(mails.map((mail) => mail.subject)).toEqual(['Your account awaits activation', 'Your account is active']);
    expect((await signIn(body.username, body.password)).statusCode).toBe(200);
    expect((await t.as('admin', 'GET', `/api/v1/accounts/${user.id}/`)).json<Profile>().groups).toEqual(['DataEntry']);
  });

  test('refusing deletes the account, mails it and frees the name', async () => {
    const body = form();
    const user = (await signUp(body)).json<Profile>();
    expect((await t.as('admin2', 'POST', '/api/v1/accounts/refuse/', { users: [user.id] })).statusCode).toBe(404);
    expect((await t.as('admin', 'POST', '/api/v1/accounts/refuse/', { users: [user.id] })).json()).toEqual({ count: 1 });
    expect((await t.mailTo(body.email)).map((mail) => mail.subject)).toContain('Your account was not activated');
    expect((await signIn(body.username, body.password)).statusCode).toBe(401);
    expect((await signUp({ ...body, email: 'again@example.org' })).statusCode).toBe(201);
    const active = t.users['approver']!.id;
    expect((await t.as('admin', 'POST', '/api/v1/accounts/refuse/', { users: [active] })).statusCode).toBe(409);
  });

  test.each(['SuperAdmin', 'SuperApprover', 'Coder'])(
    'PRD-01 %s cannot be had by asking, with a tenant or without',
    async (role) => {
      for (const tenant of [t.tenants[0], null, '']) {
        const response = await signUp(form({ groups: role, tenant }));
        expect(response.statusCode).toBe(422);
        expect(fieldsOf(response)).toEqual({ groups: 'This role cannot be requested' });
      }
    },
  );

  test('PRD-01 ASV-14 fields that nobody may set are ignored', async () => {
    const made = await signUp(
      form({
        id: t.users['admin']!.id,
        status: 'active',
        is_active: true,
        is_superuser: true,
        is_staff: true,
        email_verified: true,
        created_by: 'superadmin',
      }),
    );
    expect(made.json<Profile>()).toMatchObject({
      status: 'pending',
      is_superuser: false,
      is_staff: false,
      email_verified: false,
    });
    expect(made.json<Profile>().id).not.toBe(t.users['admin']!.id);
  });

  test.each(['11111111-1111-4111-8111-111111111111', '00000000-0000-4000-8000-000000000000'])(
    'an unknown, hidden or inactive tenant is refused in the same words (%s)',
    async (tenant) => {
      expect(fieldsOf(await signUp(form({ tenant })))).toEqual({ tenant: 'Choose an active tenant' });
    },
  );

  test('A11: the tenant’s administrators are mailed, without a word of who asks; nobody at an unconfirmed address', async () => {
    const make = new AccessFixtures(t);
    const told = await make.user('Admin', t.tenants[0]);
    const untold = await make.user('Admin', t.tenants[0]);
    const set = (id: string, email: string, email_verified: boolean) =>
      withSystem(t.database, (tx) => tx.updateTable('app.users').set({ email, email_verified }).where('id', '=', id).execute());
    await set(told.id, 'told@example.org', true);
    await set(untold.id, 'untold@example.org', false);
    const body = form();
    await signUp(body);
    const mails = await t.mailTo('told@example.org');
    expect(mails.map((mail) => mail.subject)).toEqual(['A new account awaits activation']);
    expect(mails[0]?.raw).toContain('/users?status=');
    expect(mails[0]?.raw).not.toContain(body.username);
    expect(await t.mailTo('untold@example.org')).toEqual([]);
  });

  test('HIP-02 a username is taken whatever its case, and a closed account’s stays taken', async () => {
    const body = form();
    await signUp(body);
    expect(fieldsOf(await signUp(form({ username: body.username.toUpperCase() })))).toEqual({
      username: 'This username is taken',
    });
    const gone = form();
    await signUp(gone, 'admin');
    expect((await t.as('admin', 'DELETE', '/auth/delete/', { username: gone.username })).statusCode).toBe(204);
    expect(fieldsOf(await signUp(form({ username: gone.username })))).toEqual({ username: 'This username is taken' });
  });

  test('two sign-ups of one name at the same moment make one account', async () => {
    const body = form();
    const answers = await Promise.all([signUp(body), signUp({ ...body, username: body.username.toUpperCase() })]);
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });

  test('ASV-07 every rule with its message', async () => {
    const bad = form({
      username: 'x',
      first_name: 'y'.repeat(36),
      email: 'nobody',
      phone_number: '+44 20 7946 0000',
      specialty: ' ',
      groups: undefined,
    });
    expect(fieldsOf(await signUp(bad))).toEqual({
      username: 'Must be 2 characters or more',
      first_name: 'Must be 35 characters or less',
      email: 'Invalid email address',
      phone_number: 'Invalid phone number',
      specialty: 'Required',
      groups: 'Required',
    });
    const { first_name: _first, last_name: _last, ...nameless } = form();
    expect(fieldsOf(await signUp(nameless))).toEqual({ first_name: 'Required', last_name: 'Required' });
    const named = await signUp({ ...nameless, name: 'Mary Ann Smith' });
    expect(named.json<Profile>()).toMatchObject({ first_name: 'Mary Ann', last_name: 'Smith' });
  });

  test.each([
    ['1234567', 'Must be 8 characters or more'],
    ['x'.repeat(129), 'Must be 128 characters or less'],
    ['password1', 'Too common'],
    ['P@ssw0rd!', 'Too common'],
    ['qwertyuiop', 'Too common'],
    ['12345678', 'Too common'],
    ['', 'Required'],
  ])('ASV-33 ASV-34 %s is refused: %s', async (password, message) => {
    expect(fieldsOf(await signUp(form({ password })))).toEqual({ password: message });
  });

  test('A2: a temporary password is refused under the name that the caller gave it', async () => {
    const { password: _none, ...rest } = form();
    expect(fieldsOf(await signUp({ ...rest, tmppassword: 'password1' }, 'superadmin'))).toEqual({ tmppassword: 'Too common' });
  });

  test('ASV-34 the username is no password', async () => {
    expect(fieldsOf(await signUp(form({ username: 'longusername', password: 'LongUserName' })))).toEqual({
      password: 'Too common',
    });
  });

  test.each([
    ['carter7', 'carter7!'],
    ['carter7', '!Carter7?!'],
    ['dr.carter', 'dr.carter1'],
    ['dr.carter', 'drcarter99'],
    ['carter-jones', 'Carter_Jones_2026'],
  ])('S13: the username %s with a few signs is no password: %s', async (username, password) => {
    expect(fieldsOf(await signUp(form({ username, password })))).toEqual({ password: 'Too common' });
  });

  test('S13: a sentence that holds the username is a password', async () => {
    expect((await signUp(form({ username: 'mornings', password: 'quiet mornings at the lake' }))).statusCode).toBe(201);
  });

  test.each([
    '  two blanks in front',
    'emoji 🫀 in the middle',
    `seventy-two bytes and more of a sentence that nobody else would think of ${'0x1f'.repeat(12)}`,
    'no digit and no capital',
  ])('ASV-35 ASV-36 ASV-37 any characters are kept as they are: %s', async (password) => {
    const body = form({ password });
    const made = await signUp(body);
    await t.as('admin', 'POST', '/api/v1/accounts/activate/', { users: [made.json<Profile>().id] });
    expect((await signIn(body.username, password)).statusCode).toBe(200);
    expect((await signIn(body.username, password.trim().slice(0, 72))).statusCode).toBe(
      password.trim().slice(0, 72) === password ? 200 : 401,
    );
  });

  test('form-encoded and multipart bodies are taken beside JSON', async () => {
    const payload = new URLSearchParams(form() as Record<string, string>).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await t.app.inject({ method: 'POST', url: '/auth/signup/', payload, headers })).statusCode).toBe(201);
  });
});

describe('an administrator’s sign-up', () => {
  test('ASV-42 makes an active account whose temporary password must be changed before the agreement, within a day', async () => {
    const body = form();
    const made = await signUp(body, 'admin');
    expect(made.statusCode).toBe(201);
    expect(made.json<Profile>()).toMatchObject({ status: 'active', password_change_required: true, agreement: false });
    const mail = (await t.mailTo(body.email))[0]!;
    expect(mail.subject).toBe('An account was created for you');
    expect(mail.raw).not.toContain(body.password);

    const tokens = (await signIn(body.username, body.password)).json<Tokens>();
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const agree = await t.app.inject({ method: 'POST', url: '/api/v1/accounts/agreement/', headers });
    expect(agree.json<{ type: string }>().type).toMatch(/password-change-required$/);
    const changed = await t.app.inject({
      method: 'POST',
      url: '/auth/change-password/',
      headers,
      payload: { old_password: body.password, new_password: 'my very own words' },
    });
    const fresh = { authorization: `Bearer ${changed.json<Tokens>().access_token}` };

    // PRD-10: until the agreement is accepted the server itself refuses everything else.
    const notes = () => t.app.inject({ url: '/api/v1/op-notes/', headers: fresh });
    expect((await notes()).json<{ type: string }>().type).toMatch(/agreement-required$/);
    expect((await t.app.inject({ url: '/api/v1/accounts/profile/', headers: fresh })).statusCode).toBe(200);
    const accepted = await t.app.inject({ method: 'POST', url: '/api/v1/accounts/agreement/', headers: fresh });
    expect(accepted.json<Profile>()).toMatchObject({ agreement: true, agreement_version: '2026-11' });
    expect((await notes()).statusCode).toBe(200);
  });

  test('PRD-10 an administrator who has not accepted the agreement cannot make accounts', async () => {
    const body = form({ groups: 'Admin' });
    await signUp(body, 'superadmin');
    const tokens = (await signIn(body.username, body.password)).json<Tokens>();
    const response = await t.app.inject({
      method: 'POST',
      url: '/auth/signup/',
      headers: { authorization: `Bearer ${tokens.access_token}` },
      payload: form(),
    });
    expect(response.statusCode).toBe(403);
  });

  test('ASV-42 an unused temporary password lapses after 24 hours', async () => {
    const body = form();
    const user = (await signUp(body, 'admin')).json<Profile>();
    const { temporary_until } = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.credentials').select('temporary_until').where('user_id', '=', user.id).executeTakeFirstOrThrow(),
    );
    expect(Math.round((temporary_until!.getTime() - Date.now()) / 3_600_000)).toBe(24);
    await withSystem(t.database, (tx) =>
      tx
        .updateTable('app.credentials')
        .set({ temporary_until: new Date(Date.now() - 1) })
        .where('user_id', '=', user.id)
        .execute(),
    );
    expect((await signIn(body.username, body.password)).statusCode).toBe(401);
  });

  test('PRD-01 roles as far as the administrator may give them', async () => {
    for (const role of ['SuperAdmin', 'SuperApprover', 'Coder']) {
      expect((await signUp(form({ groups: role, tenant: null }), 'admin')).statusCode).toBe(403);
      expect((await signUp(form({ groups: role, tenant: null }), 'superadmin')).statusCode).toBe(201);
      expect(fieldsOf(await signUp(form({ groups: role }), 'superadmin'))).toEqual({ tenant: 'This role has no tenant' });
    }
    for (const caller of ['superapprover', 'coder', 'approver', 'dataentry'])
      expect((await signUp(form({ groups: 'DataEntry' }), caller)).statusCode).toBe(403);
  });

  test('ASV-08 tenant-level roles need a tenant; an Admin’s is always the own one', async () => {
    expect(fieldsOf(await signUp(form({ tenant: '' }), 'superadmin'))).toEqual({ tenant: 'Required' });
    const other = await signUp(form({ tenant: t.tenants[1] }), 'admin');
    expect(fieldsOf(other)).toEqual({ tenant: 'Choose an active tenant' });
    const { tenant: _tenant, ...without } = form();
    expect((await signUp(without, 'admin')).json<Profile>().tenant).toBe(t.tenants[0]);
  });

  test('a bad bearer is never taken for nobody', async () => {
    for (const authorization of ['Bearer a.b.c', 'Bearer ', 'Basic eA=='])
      expect(
        (await t.app.inject({ method: 'POST', url: '/auth/signup/', headers: { authorization }, payload: form() })).statusCode,
      ).toBe(401);
  });

  test('IDM-01 the same Idempotency-Key makes one account', async () => {
    const body = form();
    const twice = () => t.as('admin', 'POST', '/auth/signup/', body, { 'idempotency-key': `key-${body.username}` });
    const [one, two] = [await twice(), await twice()];
    expect([one.statusCode, two.statusCode]).toEqual([201, 201]);
    expect(two.json<Profile>().id).toBe(one.json<Profile>().id);
    const kept = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.idempotency_keys').select('response').where('key', '=', `key-${body.username}`).execute(),
    );
    expect(JSON.stringify(kept)).not.toContain(body.password);
  });
});

describe('PRD-11 who may learn the names of tenants', () => {
  test('where the directory is on: id and name of active tenants, nothing more', async () => {
    const answer = (await t.as(null, 'GET', '/api/v1/tenants/directory/')).json<{ enabled: boolean; results: object[] }>();
    expect(answer.enabled).toBe(true);
    expect(answer.results).toContainEqual({ id: t.tenants[0], name: 'First clinic' });
  });

  describe('where it is off', () => {
    let closed: MailedTestApp;
    beforeAll(async () => {
      closed = await buildMailedTestApp({ TENANT_DIRECTORY: 'off' });
    });
    afterAll(() => closed.close());
    const invite = async (as: string, tenant: string, body: object = {}) =>
      closed.as(as, 'POST', `/api/v1/tenants/${tenant}/invitations/`, body);
    const ask = (body: object) => closed.as(null, 'POST', '/auth/signup/', body);

    test('no name leaves, and a tenant’s id is not enough to sign up', async () => {
      expect((await closed.as(null, 'GET', '/api/v1/tenants/directory/')).json()).toEqual({ enabled: false, results: [] });
      expect(fieldsOf(await ask(form({ tenant: closed.tenants[0] })))).toEqual({ invitation_code: 'Required' });
    });

    test('an invitation decides tenant and role, works once and is kept as a hash only', async () => {
      const { code, expires_at } = (await invite('admin', closed.tenants[0], { groups: 'DataEntry' })).json<{
        code: string;
        expires_at: string;
      }>();
      expect(Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000)).toBe(7);
      const made = await ask(form({ groups: 'Admin', tenant: closed.tenants[1], invitation_code: code.toLowerCase() }));
      expect(made.json<Profile>()).toMatchObject({ status: 'pending', tenant: closed.tenants[0], groups: ['DataEntry'] });
      expect(fieldsOf(await ask(form({ invitation_code: code })))).toEqual({
        invitation_code: 'This code is wrong, already used or expired',
      });
      const kept = await withSystem(closed.database, (tx) => tx.selectFrom('app.invitations').selectAll().execute());
      expect(JSON.stringify(kept)).not.toContain(code);
    });

    test('S13: without a good code nobody learns which names are taken', async () => {
      for (const username of ['admin', 'nobody.has.this'])
        expect(fieldsOf(await ask(form({ username, invitation_code: 'AAAA-BBBB-CCCC-DDDD' })))).toEqual({
          invitation_code: 'This code is wrong, already used or expired',
        });
    });

    test('a sign-up that fails does not use the invitation up', async () => {
      const { code } = (await invite('admin', closed.tenants[0])).json<{ code: string }>();
      expect((await ask(form({ username: 'admin', invitation_code: code }))).statusCode).toBe(422);
      expect((await ask(form({ invitation_code: code }))).statusCode).toBe(201);
    });

    test('an old invitation is refused; an Admin invites to the own tenant only', async () => {
      const { code } = (await invite('superadmin', closed.tenants[1])).json<{ code: string }>();
      await withSystem(closed.database, (tx) =>
        tx
          .updateTable('app.invitations')
          .set({ expires_at: new Date(0) })
          .execute(),
      );
      expect((await ask(form({ invitation_code: code }))).statusCode).toBe(422);
      expect((await invite('admin', closed.tenants[1])).statusCode).toBe(404);
      expect((await invite('approver', closed.tenants[0])).statusCode).toBe(403);
      expect((await invite('superadmin', '00000000-0000-4000-8000-000000000000')).statusCode).toBe(404);
    });
  });
});

test('the standing users still sign in with the tests’ password', async () => {
  expect((await signIn('approver', testPassword)).statusCode).toBe(200);
});

describe('S9: names', () => {
  const allowed = "Use letters from A to Z, digits, . _ - @ + ' and single spaces between them";
  const unseen = 'This has characters that cannot be seen. Type it in again instead of pasting it.';

  test.each([null, 'admin'])('S9: a username that only looks like another’s is not given out, asked for by %s', async (as) => {
    for (const username of ['appr\u043Ever', 'approver\u200B', 'admİn', 'a  b', 'name\u202E', 'tab\tname']) {
      const refused = await signUp(form({ username }), as);
      expect(refused.statusCode).toBe(422);
      expect(fieldsOf(refused)).toEqual({ username: allowed });
    }
    const username = `Dr. O'Neil-${as === null ? 'One' : 'Two'}_+@x`;
    expect((await signUp(form({ username: ` ${username} ` }), as)).json<Profile>().username).toBe(username);
  });

  test('S9: other names take every script, composed, and nothing that hides', async () => {
    const names = { first_name: 'Jose\u0301', last_name: 'Иванова', practice: '東京 clinic', specialty: 'ஆர்த்தோ' };
    const made = (await signUp(form(names))).json<Profile>();
    expect(made).toMatchObject({ ...names, first_name: 'Jos\u00E9' });
    for (const path of Object.keys(names))
      expect(fieldsOf(await signUp(form({ [path]: 'Ab\u202Ecd' })))).toEqual({ [path]: unseen });
    expect(fieldsOf(await signUp(form({ first_name: undefined, last_name: undefined, name: 'A\u200Bda Lee' })))).toEqual({
      name: unseen,
    });
    const whole = form({ first_name: undefined, last_name: undefined, name: 'Jose\u0301 Mun\u0303oz' });
    expect((await signUp(whole)).json<Profile>()).toMatchObject({ first_name: 'Jos\u00E9', last_name: 'Mu\u00F1oz' });
    const edited = await t.as('approver', 'POST', '/auth/update/', { practice: 'Clin\u2066ic' });
    expect(fieldsOf(edited)).toEqual({ practice: unseen });
    const tenant = await t.as('superadmin', 'POST', '/api/v1/tenants/', { name: 'First\u200B clinic' });
    expect(fieldsOf(tenant)).toEqual({ name: unseen });
  });

  test('S9: an older account with such a name signs in as before', async () => {
    const { id } = await new AccessFixtures(t).user('Approver', t.tenants[0]);
    const odd = 'Éva\u200B  Müller';
    await withSystem(t.database, (tx) =>
      tx
        .updateTable('app.users')
        .set({ username: odd, username_key: usernameKey(odd) })
        .where('id', '=', id)
        .execute(),
    );
    expect((await signIn(odd, testPassword)).statusCode).toBe(200);
  });
});
