import type { Tenant } from '@incisive/contract/tenants';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { AccessFixtures } from '../../testing/access-fixtures.ts';
import { testPassword, useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp();
const make = new AccessFixtures(t);

const url = '/api/v1/tenants/';
const root = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', body?: object) =>
  t.as('superadmin', method, `${url}${path}`, body);
const create = async (name: string): Promise<Tenant> => (await root('POST', '', { name })).json<Tenant>();
interface List {
  results: Tenant[];
  count: number;
}
const platform = '00000000-0000-4000-8000-000000000000';

describe('create, rename, delete', () => {
  test('a tenant is made, read, renamed and deleted; its name is free again', async () => {
    const made = await root('POST', '', { name: '  North clinic ' });
    expect(made.statusCode).toBe(201);
    const tenant = made.json<Tenant>();
    expect(tenant).toMatchObject({
      name: 'North clinic',
      active: true,
      created_by: 'superadmin',
      updated_by: null,
      count_users: 0,
      count_opnotes: 0,
    });
    const renamed = await root('PATCH', `${tenant.id}/`, { name: 'South clinic', updated_by: 'somebody else' });
    // PRD-02: who changed it is known from the session, not from the body.
    expect(renamed.json<Tenant>()).toMatchObject({ name: 'South clinic', updated_by: 'superadmin' });
    expect((await root('DELETE', `${tenant.id}/`)).statusCode).toBe(204);
    expect((await root('GET', `${tenant.id}/`)).statusCode).toBe(404);
    expect((await root('DELETE', `${tenant.id}/`)).statusCode).toBe(404);
    expect((await create('South clinic')).name).toBe('South clinic');
  });

  test('names are unique ignoring case, also on rename', async () => {
    const one = await create('Unique name');
    const taken = await root('POST', '', { name: 'UNIQUE NAME' });
    expect(taken.statusCode).toBe(409);
    expect(taken.json<{ errors: object[] }>().errors).toEqual([{ path: 'name', message: 'This name is taken' }]);
    const two = await create('Another name');
    expect((await root('PATCH', `${two.id}/`, { name: 'unique Name' })).statusCode).toBe(409);
    expect((await root('PATCH', `${one.id}/`, { name: 'unique NAME' })).json<Tenant>().name).toBe('unique NAME');
    const both = await Promise.all(['Same moment', 'same MOMENT'].map((name) => root('POST', '', { name })));
    expect(both.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  test.each([
    ['x', 'Must be 2 characters or more'],
    ['y'.repeat(36), 'Must be 35 characters or less'],
    ['  ', 'Required'],
    [undefined, 'Required'],
    [12, 'Required'],
  ])('ASV-07 the name %s is refused: %s', async (name, message) => {
    expect((await root('POST', '', { name })).json<{ errors: object[] }>().errors).toEqual([{ path: 'name', message }]);
  });

  test('A11: a change of nothing is a 422 that says what to give', async () => {
    const made = await create('Unchanged clinic');
    const answer = await root('PATCH', `${made.id}/`, {});
    expect(answer.json()).toMatchObject({
      status: 422,
      errors: [{ path: 'name', message: 'Give a name, or active as true or false' }],
    });
  });

  test('one with users or notes stays: 409 says what is in the way, and a bulk delete then deletes none', async () => {
    const [full, empty] = [await create('Full clinic'), await create('Empty clinic')];
    await make.user('DataEntry', full.id);
    await make.user('DataEntry', full.id, 'pending');
    await t.as('superadmin', 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE: Appendectomy.', tenant: full.id });
    const refused = await root('DELETE', `${full.id}/`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ detail: string }>().detail).toBe(
      'Full clinic still has 2 users and 1 OpNote. Remove those first, or deactivate instead.',
    );
    expect((await root('POST', 'delete/', { tenants: [empty.id, full.id] })).statusCode).toBe(409);
    expect((await root('POST', 'delete/', { tenants: [empty.id, platform] })).statusCode).toBe(404);
    expect((await root('GET', `${empty.id}/`)).statusCode).toBe(200);
    expect((await root('POST', 'delete/', { tenants: [empty.id, empty.id] })).json()).toEqual({ count: 1 });
  });

  test('the platform’s own row is nobody’s tenant', async () => {
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const)
      expect((await root(method, `${platform}/`, body)).statusCode).toBe(404);
    expect((await root('GET', '?per_page=1000')).json<List>().results.map((tenant) => tenant.id)).not.toContain(platform);
  });
});

describe('the list', () => {
  test('A12: counts users and notes of both kinds; filters and sorts', async () => {
    const tenant = await create('Counted clinic');
    for (let n = 0; n < 3; n += 1)
      await t.as('superadmin', 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE: Appendectomy.', tenant: tenant.id });
    await t.as('superadmin', 'POST', '/api/v1/ed-notes/', { text: 'Teaching text.', tenant: tenant.id });
    const found = (await root('GET', '?name=COUNTED')).json<List>();
    expect(found.results).toMatchObject([{ id: tenant.id, count_users: 0, count_opnotes: 3, count_ednotes: 1 }]);
    const users = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.users').select('id').where('tenant_id', '=', t.tenants[0]).where('deleted_at', 'is', null).execute(),
    );
    expect(users.length).toBeGreaterThan(0);
    expect((await root('GET', `${t.tenants[0]}/`)).json<Tenant>().count_users).toBe(users.length);
    const names = (await root('GET', '?ordering=name&per_page=100')).json<List>().results.map((row) => row.name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
    expect((await root('GET', '?active=false')).json<List>().results.every((row) => !row.active)).toBe(true);
    expect((await root('GET', '?ordering=platform')).statusCode).toBe(422);
  });

  test('is SuperAdmin’s alone; forms get what the caller may choose', async () => {
    for (const name of ['superapprover', 'coder', 'admin', 'approver', 'dataentry'])
      expect((await t.as(name, 'GET', url)).statusCode).toBe(403);
    const selectable = async (as: string) =>
      (await t.as(as, 'GET', `${url}selectable/`)).json<{ results: { id: string }[] }>().results.map((row) => row.id);
    expect(await selectable('admin')).toEqual([t.tenants[0]]);
    expect(await selectable('coder')).toEqual(expect.arrayContaining([...t.tenants]));
    expect(await selectable('coder')).not.toContain(platform);
  });
});

describe('PRD-09 HIP-14 a deactivated tenant', () => {
  test('its users are out at once and cannot come in; its data stays with super-level users; activating brings them back', async () => {
    const tenant = await create('Closing clinic');
    const user = await make.user('Approver', tenant.id);
    const tokens = await t.tokens(user.username);
    const mine = { authorization: `Bearer ${tokens.access_token}` };
    const made = await t.app.inject({
      method: 'POST',
      url: '/api/v1/op-notes/',
      headers: mine,
      payload: { text: 'PROCEDURE: Appendectomy.' },
    });
    expect((await root('PATCH', `${tenant.id}/`, { active: false })).json<Tenant>().active).toBe(false);

    expect((await t.app.inject({ url: '/api/v1/op-notes/', headers: mine })).statusCode).toBe(401);
    const signIn = (password: string) => t.as(null, 'POST', '/auth/login/', { username: user.username, password });
    const refused = await signIn(testPassword);
    expect([refused.statusCode, refused.json<{ title: string }>().title]).toEqual([
      403,
      'This account is not active. Ask your administrator.',
    ]);
    expect((await signIn('something else')).statusCode).toBe(401);
    const note = made.json<{ id: string }>();
    expect((await t.as('coder', 'GET', `/api/v1/op-notes/${note.id}/`)).statusCode).toBe(200);
    const directory = (await t.as(null, 'GET', `${url}directory/`)).json<{ results: { id: string }[] }>();
    expect(directory.results.map((row) => row.id)).not.toContain(tenant.id);
    expect((await root('POST', `${tenant.id}/invitations/`, {})).statusCode).toBe(409);

    await root('PATCH', `${tenant.id}/`, { active: true });
    expect((await signIn(testPassword)).statusCode).toBe(200);
  });
});

test('every change leaves one audit row with its tenant', async () => {
  const tenant = await create('Audited clinic');
  await root('PATCH', `${tenant.id}/`, { name: 'Audited again', active: false });
  await root('DELETE', `${tenant.id}/`);
  const rows = await withSystem(t.database, async (tx) =>
    (await tx.selectFrom('app.audit_log').select(['type', 'entity', 'detail']).orderBy('id').execute()).filter((row) =>
      row.entity.includes(`tenant:${tenant.id}`),
    ),
  );
  expect(rows.map((row) => [row.type, row.detail])).toEqual([
    ['tenant_created', null],
    ['tenant_updated', 'renamed, deactivated'],
    ['tenant_deleted', null],
  ]);
});

test('S10: a note that is created while its tenant is being deleted waits, and is refused; none is left in a deleted tenant', async () => {
  const tenant = await create('Clinic that goes');
  const [deleting, watching] = [new pg.Client(t.admin), new pg.Client(t.admin)];
  await Promise.all([deleting.connect(), watching.connect()]);
  try {
    const { rows: held } = await deleting.query<{ pid: number }>('select pg_backend_pid() as pid');
    await deleting.query('begin');
    await deleting.query('select from app.tenants where id = $1 for update', [tenant.id]);
    const creating = t.as('superadmin', 'POST', '/api/v1/op-notes/', { text: 'In a closing clinic.', tenant: tenant.id });
    // Others of this database may wait for locks of their own: what counts is who waits for this deletion.
    const waits = vi.waitFor(
      async () => {
        const { rows } = await watching.query(
          'select pid from pg_stat_activity where datname = current_database() and $1 = any (pg_blocking_pids(pid))',
          [held[0]?.pid],
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 120_000, interval: 20 },
    );
    expect(await Promise.race([waits.then(() => 'waits'), creating.then((answer) => answer.body)])).toBe('waits');
    await deleting.query('update app.tenants set deleted_at = now(), active = false where id = $1', [tenant.id]);
    await deleting.query('commit');
    expect((await creating).statusCode).toBe(422);
    const { rows } = await watching.query('select id from app.notes where tenant_id = $1', [tenant.id]);
    expect(rows).toEqual([]);
  } finally {
    await Promise.all([deleting.end(), watching.end()]);
  }
});
