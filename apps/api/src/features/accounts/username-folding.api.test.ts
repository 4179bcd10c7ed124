import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { AccessFixtures } from '../../testing/access-fixtures.ts';
import { testPassword, useTestApp } from '../../testing/build-test-app.ts';
import { usernameKey } from './account-lookup.ts';

const t = await useTestApp();

const signIn = (username: string, password = testPassword) =>
  t.app.inject({ method: 'POST', url: '/auth/login/', payload: { username, password } });
const failures = async (key: string): Promise<number> =>
  withSystem(t.database, async (tx) => {
    const row = await tx.selectFrom('app.sign_in_throttle').select('failures').where('username_key', '=', key).executeTakeFirst();
    return row?.failures ?? 0;
  });
const dotted = (name: string): string => name.toUpperCase().replaceAll('I', 'İ');
const fullWidth = (name: string): string =>
  Array.from(name, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfe_e0)).join('');

describe('S1: one folding of names, the same for the look-up, the throttle and the question whether it is oneself', () => {
  it('S1: a name written with İ is another name everywhere: it neither signs in nor gets tries of its own', async () => {
    expect((await signIn(dotted('superadmin'))).statusCode).toBe(401);
    expect((await signIn('SuperAdmin')).statusCode).toBe(200);
    expect((await signIn(fullWidth('superadmin'))).statusCode).toBe(200);
  });

  it('S1: every spelling that finds an account counts its wrong tries together', async () => {
    for (const spelling of ['coder', 'CODER', ' Coder ', fullWidth('coder')]) await signIn(spelling, 'not this pass phrase');
    expect(await failures('coder')).toBe(4);
  });

  it('S1: under another spelling of one’s own name nobody gives themselves a role or an email address', async () => {
    const before = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.users').select(['role', 'email']).where('id', '=', t.users['admin']!.id).executeTakeFirstOrThrow(),
    );
    for (const username of [dotted('admin'), fullWidth('admin'), 'ADMIN', ' admin']) {
      const role = await t.as('admin', 'POST', '/auth/update/', { username, groups: ['DataEntry'], is_active: false });
      const email = await t.as('admin', 'POST', '/auth/update/', { username, email: 'other@example.org' });
      // It is oneself, whose role and state a form of one's own does not touch and whose address asks the password; or it is nobody.
      const nobody = username === dotted('admin');
      expect(role.statusCode).toBe(nobody ? 404 : 200);
      expect(email.statusCode).toBe(nobody ? 404 : 422);
    }
    const after = await withSystem(t.database, (tx) =>
      tx
        .selectFrom('app.users')
        .select(['role', 'email', 'status'])
        .where('id', '=', t.users['admin']!.id)
        .executeTakeFirstOrThrow(),
    );
    expect(after).toEqual({ ...before, status: 'active' });
  });

  it('S1: who may not administer is not told whether a name is somebody’s', async () => {
    for (const username of ['approver2', 'nobody of this name', dotted('dataentry')])
      expect((await t.as('approver', 'POST', '/auth/update/', { username, practice: 'x' })).statusCode).toBe(403);
  });

  it('S1: filters by a person’s name fold on one side, in the database', async () => {
    const make = new AccessFixtures(t);
    const { id } = await make.user('Admin', t.tenants[0]);
    const odd = 'Dİlan';
    await withSystem(t.database, (tx) =>
      tx
        .updateTable('app.users')
        .set({ username: odd, username_key: usernameKey(odd) })
        .where('id', '=', id)
        .execute(),
    );
    const feedback = { message: 'A message that is long enough.' };
    const { access_token } = await t.tokens(odd);
    const made = await t.app.inject({
      method: 'POST',
      url: '/api/v1/feedbacks/',
      headers: { authorization: `Bearer ${access_token}` },
      payload: feedback,
    });
    expect(made.statusCode).toBe(201);
    const found = await t.as('superadmin', 'GET', `/api/v1/feedbacks/?created_by=${encodeURIComponent(odd)}`);
    expect(found.json<{ count: number }>().count).toBe(1);
  });

  it('S1: the migration gave older accounts the keys that they are looked for by', async () => {
    const names = ['Bob', 'ADMİN', 'Éva Müller', fullWidth('coder'), 'ΑΣΑΣ', 'Kelvin \u212a', '\ufb01sh'];
    const { rows } = await withSystem(t.database, (tx) =>
      sql<{ key: string }>`select lower(normalize(name, NFKC) collate "und-x-icu") as key
        from unnest(${names}::text[]) with ordinality as n (name, place) order by place`.execute(tx),
    );
    expect(rows.map((row) => row.key)).toEqual(names.map(usernameKey));
  });
});
