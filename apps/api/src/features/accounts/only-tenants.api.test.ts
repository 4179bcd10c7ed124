import type { Profile } from '@incisive/contract/auth';
import type { NoteDetail } from '@incisive/contract/notes';
import { describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { AccessFixtures } from '../../testing/access-fixtures.ts';
import { useTestApp } from '../../testing/build-test-app.ts';

// The list of a Coder, set and lifted by SuperAdmin. That it holds at every endpoint and in every table is proved by the generated tests
// of src/testing.

const t = await useTestApp();
const make = new AccessFixtures(t);
const [first, second] = t.tenants;
const missing = '11111111-1111-4111-8111-111111111111';

const limit = (username: string, only_tenants: string[], more: object = {}) =>
  t.as('superadmin', 'POST', '/auth/update/', { username, only_tenants, ...more });
const newNote = async (tenant: string | null, text: string): Promise<string> =>
  (await t.as('superadmin', 'POST', '/api/v1/op-notes/', { text, tenant })).json<NoteDetail>().id;
const refused = (path: string, message: string) => ({ errors: [{ path, message }] });
interface List {
  results: { id: string }[];
  count: number;
}
const listed = async (as: string, query: string): Promise<string[]> =>
  (await t.as(as, 'GET', `/api/v1/op-notes/?per_page=100${query}`)).json<List>().results.map((note) => note.id);

describe('the tenants that a Coder may see', () => {
  test('follow the list from the next request on, in lists, search, counts and pages, and are all again when it is emptied', async () => {
    const coder = await make.user('Coder', (await make.caller('Coder')).actor.tenantId);
    const here = await newNote(first, 'PROCEDURE: Kerfuffle repair of the first clinic.');
    const there = await newNote(second, 'PROCEDURE: Kerfuffle repair of the second clinic.');
    const nowhere = await newNote(null, 'PROCEDURE: Kerfuffle repair of no clinic.');
    const search = '&text=Kerfuffle';
    expect((await listed(coder.username, search)).toSorted()).toEqual([here, there, nowhere].toSorted());

    const answer = await limit(coder.username, [first, first]);
    expect(answer.statusCode).toBe(200);
    expect(answer.json<Profile>().only_tenants).toEqual([{ id: first, name: expect.any(String) }]);
    for (const query of ['', search, '&text=Kerfuffle&ordering=updated_at', '&text=ke', `&id=${there.slice(0, 8)}`]) {
      const ids = await listed(coder.username, query);
      expect({ query, leaks: ids.filter((id) => id === there || id === nowhere) }).toEqual({ query, leaks: [] });
    }
    expect(await listed(coder.username, search)).toEqual([here]);
    expect((await t.as(coder.username, 'GET', `/api/v1/op-notes/${here}/`)).statusCode).toBe(200);
    for (const id of [there, nowhere])
      expect((await t.as(coder.username, 'GET', `/api/v1/op-notes/${id}/`)).statusCode).toBe(404);

    await limit(coder.username, [second]);
    expect(await listed(coder.username, search)).toEqual([there]);
    await limit(coder.username, []);
    expect((await listed(coder.username, search)).length).toBe(3);
  });

  test('are the ones that a new note may be given to, and one of them has to be', async () => {
    const coder = await make.user('Coder', (await make.caller('Coder')).actor.tenantId, 'active', [first]);
    const create = (tenant: string | null) =>
      t.as(coder.username, 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE: Biopsy.', tenant });
    expect((await create(first)).statusCode).toBe(201);
    for (const tenant of [null, second])
      expect((await create(tenant)).json()).toMatchObject(refused('tenant', 'Choose an active tenant'));
    const selectable = await t.as(coder.username, 'GET', '/api/v1/tenants/selectable/');
    expect(selectable.json<List>().results.map((tenant) => tenant.id)).toEqual([first]);
  });

  test('stay a list when its tenants are deleted: an empty list alone means all', async () => {
    const gone = await make.emptyTenant();
    const coder = await make.user('Coder', (await make.caller('Coder')).actor.tenantId);
    expect((await limit(coder.username, [gone])).statusCode).toBe(200);
    await withSystem(t.database, (tx) =>
      tx.updateTable('app.tenants').set({ deleted_at: new Date(), active: false }).where('id', '=', gone).execute(),
    );
    expect(await listed(coder.username, '')).toEqual([]);
    const kept = await limit(coder.username, [gone], { practice: 'Elsewhere' });
    expect(kept.json<Profile>().only_tenants).toEqual([{ id: gone, name: null }]);
  });

  test('are refused for other roles, unknown tenants and by whoever is no SuperAdmin; the list ends with the role', async () => {
    const coder = await make.user('Coder', (await make.caller('Coder')).actor.tenantId);
    expect((await limit('approver', [first])).json()).toMatchObject(
      refused('only_tenants', 'Only a Coder is limited to tenants'),
    );
    expect((await limit(coder.username, [missing])).json()).toMatchObject(refused('only_tenants', 'Choose active tenants'));
    expect((await limit(coder.username, [missing])).statusCode).toBe(422);
    for (const other of ['admin', 'superapprover', coder.username]) {
      const answer = await t.as(other, 'POST', '/auth/update/', { username: coder.username, only_tenants: [first] });
      expect({ other, list: (await profileOf(coder.id)).only_tenants, status: answer.statusCode < 500 }).toEqual({
        other,
        list: [],
        status: true,
      });
    }
    await limit(coder.username, [first]);
    await t.as('superadmin', 'POST', '/auth/update/', { username: coder.username, groups: 'SuperApprover' });
    expect((await profileOf(coder.id)).only_tenants).toEqual([]);
  });

  test('take files, kept answers and leases of other tenants away from a Coder', async () => {
    const caller = await make.caller('Coder');
    await make.noteExport({ id: caller.actor.userId, tenantId: caller.actor.tenantId });
    await limit(caller.actor.username, [first]);
    const left = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.exports').select('id').where('user_id', '=', caller.actor.userId).execute(),
    );
    expect(left).toEqual([]);
  });

  test('are audited as a change of the user', async () => {
    const coder = await make.user('Coder', (await make.caller('Coder')).actor.tenantId);
    await limit(coder.username, [first]);
    const rows = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.audit_log').select(['entity', 'detail']).where('type', '=', 'user_updated').execute(),
    );
    expect(rows.filter((row) => row.entity.includes(`user:${coder.id}`)).map((row) => row.detail)).toEqual([
      'changed: tenants that a Coder sees',
    ]);
  });

  test('can be given with a new account', async () => {
    const made = await t.as('superadmin', 'POST', '/auth/signup/', {
      username: 'narrow-coder',
      tmppassword: 'a long enough password 1',
      email: 'narrow@example.org',
      phone_number: '+12025550100',
      first_name: 'Test',
      last_name: 'Coder',
      specialty: 'Surgery',
      practice: 'Clinic',
      groups: 'Coder',
      only_tenants: [second],
    });
    expect(made.json<Profile>().only_tenants.map((tenant) => tenant.id)).toEqual([second]);
  });
});

const profileOf = async (id: string): Promise<Profile> =>
  (await t.as('superadmin', 'GET', `/api/v1/accounts/${id}/`)).json<Profile>();
