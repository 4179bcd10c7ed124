import type { Profile } from '@incisive/contract/auth';
import type { Notice } from '@incisive/contract/accounts';
import { describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { AccessFixtures } from '../../testing/access-fixtures.ts';
import { testPassword } from '../../testing/build-test-app.ts';
import { useMailedTestApp } from '../../testing/outbox.ts';

const t = await useMailedTestApp();
const make = new AccessFixtures(t);

const random = '11111111-1111-4111-8111-111111111111';
const url = '/api/v1/accounts/';
interface List<Row = Profile> {
  results: Row[];
  count: number;
  next: string | null;
}
const list = async (as: string, query = ''): Promise<List> => (await t.as(as, 'GET', `${url}${query}`)).json<List>();
const get = async (as: string, id: string): Promise<Profile> => (await t.as(as, 'GET', `${url}${id}/`)).json<Profile>();
const update = (as: string, body: object) => t.as(as, 'POST', '/auth/update/', body);
const auditOf = (type: 'user_alert' | 'user_updated', entity: string) =>
  withSystem(t.database, async (tx) =>
    (await tx.selectFrom('app.audit_log').selectAll().where('type', '=', type).orderBy('id').execute()).filter((row) =>
      row.entity.includes(entity),
    ),
  );

describe('the users list', () => {
  test('an Admin sees the own tenant, SuperAdmin everybody, both with note counts', async () => {
    await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE: Appendectomy.' });
    await t.as('approver', 'POST', '/api/v1/ed-notes/', { text: 'Teaching text.' });
    const own = await list('admin', '?per_page=100');
    expect(own.results.every((user) => user.tenant === t.tenants[0])).toBe(true);
    expect(own.results.find((user) => user.username === 'approver')).toMatchObject({
      count_opnotes: 1,
      count_ednotes: 1,
      locked: false,
    });
    const all = await list('superadmin', '?per_page=100');
    expect(new Set(all.results.map((user) => user.tenant))).toEqual(new Set([null, ...t.tenants]));
    expect(all.count).toBe(all.results.length);
    expect(JSON.stringify(all)).not.toMatch(/argon2|password_hash|otp_secret/);
  });

  test('who awaits activation comes first, but only while no ordering is asked for', async () => {
    const waiting = await make.user('DataEntry', t.tenants[0], 'pending');
    await make.user('DataEntry', t.tenants[0]);
    expect((await list('admin')).results[0]!.id).toBe(waiting.id);
    expect((await list('admin', '?ordering=-created_at')).results[0]!.id).not.toBe(waiting.id);
    expect((await list('admin', '?status=pending')).results.every((user) => user.status === 'pending')).toBe(true);
  });

  test('pages neither repeat nor skip, in any order', async () => {
    for (let n = 0; n < 12; n += 1) await make.user('DataEntry', t.tenants[0]);
    for (const ordering of [
      '',
      '&ordering=last_login',
      '&ordering=-practice',
      '&ordering=username',
      '&ordering=-tenant',
      '&ordering=groups',
    ]) {
      const seen: string[] = [];
      let next: string | null = `${t.deps.config.publicUrl}${url}?per_page=10${ordering}`;
      while (next) {
        const page: List = (await t.as('admin', 'GET', next.slice(t.deps.config.publicUrl.length))).json<List>();
        seen.push(...page.results.map((user) => user.id));
        next = page.next;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBe((await list('admin')).count);
    }
  });

  test('ASV-03 filters match anywhere ignoring case, and are literal', async () => {
    expect((await list('admin', '?username=PPROV')).results.map((user) => user.username)).toEqual(['approver']);
    for (const pattern of ['email=%25', 'email=.*', 'username=ap_rover', 'username=(a%2B)%2B%24'])
      expect([pattern, (await list('admin', `?${pattern}`)).count]).toEqual([pattern, 0]);
    expect((await list('superadmin', '?tenant=second%20CLINIC&groups=admin')).results.map((user) => user.username)).toEqual([
      'admin2',
    ]);
    expect((await list('superadmin', '?tenant=platform')).count).toBe(0);
    expect((await list('admin', '?created_at_after=2100-01-01')).count).toBe(0);
  });

  test('PRD-07 ASV-67 no filter widens the tenant; an Admin may not filter by it', async () => {
    expect((await list('admin', '?username=approver2')).count).toBe(0);
    expect((await t.as('admin', 'GET', `${url}?tenant=Second%20clinic`)).statusCode).toBe(403);
  });

  test('ASV-01 an unknown ordering, filter or size is refused', async () => {
    for (const query of [
      '?ordering=password_hash',
      '?ordering=username;drop',
      '?password=x',
      '?per_page=7',
      '?page=0',
      '?page=1&page=2',
    ])
      expect((await t.as('admin', 'GET', `${url}${query}`)).statusCode).toBe(422);
  });
});

test('PRD-03 ASV-64 a user of another tenant does not exist, with the same body as a random id', async () => {
  const body = (response: { json<T>(): T }) => ({ ...response.json<object>(), request_id: '' });
  const foreign = await t.as('admin', 'GET', `${url}${t.users['approver2']!.id}/`);
  const unknown = await t.as('admin', 'GET', `${url}${random}/`);
  expect(foreign.statusCode).toBe(404);
  expect(body(foreign)).toEqual(body(unknown));
  expect((await t.as('superadmin', 'GET', `${url}${t.users['approver2']!.id}/`)).statusCode).toBe(200);
});

describe('changing a profile', () => {
  test('one’s own: fields yes; role, tenant, username, activity and the like never', async () => {
    const { actor, bearer } = await make.caller('Approver');
    const response = await t.app.inject({
      method: 'POST',
      url: '/auth/update/',
      headers: bearer,
      payload: {
        first_name: 'Changed',
        specialty: 'Urology',
        groups: 'SuperAdmin',
        tenant: t.tenants[1],
        is_active: false,
        is_superuser: true,
        email_verified: true,
        id: random,
      },
    });
    expect(response.json<Profile>()).toMatchObject({
      id: actor.userId,
      first_name: 'Changed',
      specialty: 'Urology',
      groups: ['Approver'],
      tenant: t.tenants[0],
      is_active: true,
      is_superuser: false,
      email_verified: false,
    });
  });

  test('ASV-56 a new own email asks the password, has to be verified, and the old address is told', async () => {
    const { bearer, email } = await make.caller('Approver');
    const change = (payload: object) => t.app.inject({ method: 'POST', url: '/auth/update/', headers: bearer, payload });
    const fresh = `fresh-${email}`;
    expect((await change({ email: fresh })).json<{ errors: object[] }>().errors).toEqual([
      { path: 'current_password', message: 'Required' },
    ]);
    expect((await change({ email: fresh, current_password: 'wrong' })).statusCode).toBe(422);
    expect((await change({ email: fresh, current_password: testPassword })).json<Profile>()).toMatchObject({
      email: fresh,
      email_verified: false,
    });
    expect((await t.mailTo(fresh)).map((mail) => mail.subject)).toEqual(['Confirm your email address']);
    expect((await t.mailTo(email)).map((mail) => mail.subject)).toEqual(['Your email address was changed']);
    // The own session goes on.
    expect((await change({ email: fresh, first_name: 'Still' })).statusCode).toBe(200);
  });

  test('another’s: by administrators, inside their reach, and only roles that they may give', async () => {
    const user = await make.user('DataEntry', t.tenants[0]);
    expect((await update('approver', { username: user.username, first_name: 'No' })).statusCode).toBe(403);
    expect((await update('admin2', { username: user.username, first_name: 'No' })).statusCode).toBe(404);
    expect((await update('admin', { username: user.username, groups: 'SuperAdmin', tenant: null })).statusCode).toBe(403);
    expect((await update('admin', { username: user.username, tenant: t.tenants[1] })).statusCode).toBe(422);
    expect((await update('admin', { username: user.username.toUpperCase(), groups: 'Approver' })).json<Profile>().groups).toEqual(
      ['Approver'],
    );
    expect((await update('superadmin', { username: user.username, groups: 'Coder' })).json<Profile>()).toMatchObject({
      groups: ['Coder'],
      tenant: null,
    });
    expect((await update('superadmin', { username: user.username, groups: 'Admin' })).statusCode).toBe(422);
    expect(
      (await update('superadmin', { username: user.username, groups: 'Admin', tenant: t.tenants[1] })).json<Profile>().tenant,
    ).toBe(t.tenants[1]);
    expect((await get('superadmin', user.id)).username).toBe(user.username);
  });

  test('a user moved to another tenant loses drafts and kept answers of the old one', async () => {
    const { actor, bearer } = await make.caller('Approver');
    const headers = { ...bearer, 'idempotency-key': 'moved' };
    await t.app.inject({
      method: 'PUT',
      url: '/api/v1/op-notes/drafts/new/',
      headers: bearer,
      payload: { text: 'unsaved words' },
    });
    await t.app.inject({ method: 'POST', url: '/api/v1/op-notes/', headers, payload: { text: 'PROCEDURE: Appendectomy.' } });
    expect((await update('superadmin', { username: actor.username, tenant: t.tenants[1] })).statusCode).toBe(200);
    const left = await withSystem(t.database, async (tx) => [
      ...(await tx.selectFrom('app.drafts').select('user_id').where('user_id', '=', actor.userId).execute()),
      ...(await tx.selectFrom('app.idempotency_keys').select('user_id').where('user_id', '=', actor.userId).execute()),
    ]);
    expect(left).toEqual([]);
  });
});

describe('closing and deactivating', () => {
  test('PRD-08 nobody deletes or deactivates themselves, nor the last active SuperAdmin', async () => {
    expect((await t.as('superadmin', 'DELETE', '/auth/delete/', { username: 'superadmin' })).statusCode).toBe(409);
    expect((await t.as('superadmin', 'POST', `${url}deactivate/`, { users: [t.users['superadmin']!.id] })).statusCode).toBe(409);
    const pair = [await make.caller('SuperAdmin'), await make.caller('SuperAdmin')] as const;
    const standing = (status: 'active' | 'deactivated') =>
      withSystem(t.database, (tx) => tx.updateTable('app.users').set({ status }).where('username', '=', 'superadmin').execute());
    await standing('deactivated');
    // Two that remove each other at the same moment: one of them stays.
    const answers = await Promise.all(
      pair.map((caller, index) =>
        t.app.inject({
          method: 'POST',
          url: `${url}deactivate/`,
          headers: caller.bearer,
          payload: { users: [pair[1 - index]!.actor.userId] },
        }),
      ),
    );
    const left = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.users').select('id').where('role', '=', 'SuperAdmin').where('status', '=', 'active').execute(),
    );
    await standing('active');
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    expect(left).toHaveLength(1);
    expect(
      (await t.as('superadmin', 'POST', '/auth/delete/', { users: pair.map((caller) => caller.actor.userId) })).json(),
    ).toEqual({
      count: 2,
    });
    expect((await update('superadmin', { groups: 'Coder' })).json<Profile>().groups).toEqual(['SuperAdmin']);
  });

  test('ASV-10 a bulk call is all or nothing: one foreign id, and nobody is touched', async () => {
    const user = await make.user('DataEntry', t.tenants[0]);
    const users = [user.id, t.users['dataentry2']!.id];
    for (const path of [`${url}deactivate/`, `${url}activate/`, `${url}end-sessions/`, `${url}unlock/`, '/auth/delete/'])
      expect((await t.as('admin', 'POST', path, { users })).statusCode).toBe(404);
    expect((await get('admin', user.id)).status).toBe('active');
    expect((await t.as('admin', 'POST', `${url}activate/`, { users: [] })).statusCode).toBe(422);
  });

  test('HIP-14 a deactivated user is out on the next call, and back after activation', async () => {
    const user = await make.user('Approver', t.tenants[0]);
    const token = (await t.tokens(user.username)).access_token;
    const call = () => t.app.inject({ url: '/api/v1/op-notes/', headers: { authorization: `Bearer ${token}` } });
    expect((await call()).statusCode).toBe(200);
    await t.as('admin', 'POST', `${url}deactivate/`, { users: [user.id] });
    expect((await call()).statusCode).toBe(401);
    const refused = await t.as(null, 'POST', '/auth/login/', { username: user.username, password: testPassword });
    expect(refused.statusCode).toBe(403);
    await t.as('admin', 'POST', `${url}activate/`, { users: [user.id] });
    expect((await call()).statusCode).toBe(401);
    expect((await t.tokens(user.username)).access_token).not.toBe(token);
  });

  test('a closed account is gone from every screen, its name stays on what it wrote', async () => {
    const { actor, bearer } = await make.caller('Approver');
    const made = await t.app.inject({
      method: 'POST',
      url: '/api/v1/op-notes/',
      headers: bearer,
      payload: { text: 'PROCEDURE: Appendectomy.' },
    });
    const note = made.json<{ id: string }>();
    expect((await t.as('admin', 'POST', '/auth/delete/', { users: [actor.userId] })).json()).toEqual({ count: 1 });
    expect((await t.as('admin', 'GET', `${url}${actor.userId}/`)).statusCode).toBe(404);
    expect((await list('admin', `?username=${actor.username}`)).count).toBe(0);
    expect((await t.as(null, 'POST', '/auth/login/', { username: actor.username, password: testPassword })).statusCode).toBe(401);
    expect((await t.as('admin', 'GET', `/api/v1/op-notes/${note.id}/`)).json<{ created_by: string }>().created_by).toBe(
      actor.username,
    );
  });
});

describe('alerts', () => {
  const alert = (as: string, op_notes: string[], users: string[]) => t.as(as, 'POST', `${url}alert/`, { op_notes, users });
  const bell = async (as: string) => (await t.as(as, 'GET', `${url}notices/`)).json<List<Notice> & { unread: number }>();

  test('reach the chosen users by notice and mail, with links and counts alone, and are audited where the notes are', async () => {
    const notes = [await make.note('op', 'own'), await make.note('op', 'own')];
    const users = [t.users['approver']!.id, t.users['coder']!.id];
    // An Admin sees the own tenant's users only.
    expect((await alert('admin', notes, users)).statusCode).toBe(404);
    expect((await alert('superadmin', notes, users)).json()).toEqual({ count: 2 });
    const { results, unread } = await bell('approver');
    expect(unread).toBe(2);
    expect(new Set(results.map((notice) => notice.link))).toEqual(new Set(notes.map((id) => `/opnotes/${id}`)));
    const mail = (await t.mailTo('coder@example.org')).at(-1)!;
    expect(mail.subject).toBe('2 OpNotes for you to look at');
    expect(mail.raw).not.toMatch(/cholecystectomy|gallbladder|47562/i);
    const rows = await auditOf('user_alert', `note:${notes[0]}`);
    expect(rows).toMatchObject([{ tenant_id: t.tenants[0], who: 'superadmin' }]);
    expect(new Set(rows[0]!.entity)).toEqual(new Set([...notes.map((id) => `note:${id}`), ...users.map((id) => `user:${id}`)]));
  });

  test('PRD-06 never across tenants: the recipient is named and nothing is sent', async () => {
    const before = await t.mailTo('approver@example.org');
    const unread = (await bell('approver')).unread;
    const notes = [await make.note('op', 'own'), await make.note('op', 'other')];
    const refused = await alert('superadmin', notes, [t.users['approver']!.id, t.users['coder']!.id]);
    expect(refused.statusCode).toBe(422);
    expect(refused.json<{ detail: string; errors: object[] }>().detail).toContain('approver');
    expect(refused.body).not.toContain('coder');
    expect(await t.mailTo('approver@example.org')).toHaveLength(before.length);
    expect((await bell('approver')).unread).toBe(unread);
    const none = await make.note('op', 'none');
    expect((await alert('superadmin', [none], [t.users['approver']!.id])).statusCode).toBe(422);
    expect((await alert('superadmin', [none], [t.users['coder']!.id])).statusCode).toBe(200);
    const inactive = await make.user('Approver', t.tenants[0], 'deactivated');
    expect((await alert('admin', [notes[0]!], [inactive.id])).statusCode).toBe(422);
  });

  test('PRD-06 a note or user of another tenant does not exist', async () => {
    const [own, other] = [await make.note('op', 'own'), await make.note('op', 'other')];
    expect((await alert('admin', [other], [t.users['approver']!.id])).statusCode).toBe(404);
    expect((await alert('admin', [own], [t.users['approver2']!.id])).statusCode).toBe(404);
  });

  test('notices are read by their owner alone', async () => {
    const note = await make.note('op', 'own');
    await alert('admin', [note], [t.users['dataentry']!.id]);
    const [notice] = (await bell('dataentry')).results;
    const read = (as: string) => t.as(as, 'POST', `${url}notices/read/`, { notices: [notice!.id] });
    expect((await read('admin')).statusCode).toBe(404);
    expect((await read('dataentry')).json()).toEqual({ count: 1 });
    expect((await bell('dataentry')).unread).toBe(0);
  });

  test('all are read up to the newest that was seen: older ones that no page showed too, newer ones and others’ not', async () => {
    const note = await make.note('op', 'own');
    for (const as of ['dataentry', 'dataentry', 'dataentry', 'approver'] as const)
      await alert('admin', [note], [t.users[as]!.id]);
    const [newest, seen] = (await bell('dataentry')).results;
    const others = (await bell('approver')).unread;
    const body = { notices: [seen!.id], older: true };
    expect((await t.as('approver', 'POST', `${url}notices/read/`, body)).statusCode).toBe(404);
    expect((await t.as('dataentry', 'POST', `${url}notices/read/`, body)).json()).toEqual({ count: 2 });
    expect((await bell('dataentry')).results.filter((row) => !row.read).map((row) => row.id)).toEqual([newest!.id]);
    expect((await bell('approver')).unread).toBe(others);
  });
});

describe('ASV-57 one’s own sessions', () => {
  interface Session {
    id: string;
    current: boolean;
    user_agent: string;
  }
  test('are seen and ended one by one; another’s do not exist', async () => {
    const user = await make.user('Approver', t.tenants[0]);
    const [here, there] = [await t.tokens(user.username), await t.tokens(user.username)];
    const call = (method: 'GET' | 'DELETE', path: string, token: string) =>
      t.app.inject({ method, url: `${url}sessions/${path}`, headers: { authorization: `Bearer ${token}` } });
    const sessions = (await call('GET', '', here.access_token)).json<List<Session>>();
    expect(sessions.count).toBe(2);
    expect(sessions.results.filter((session) => session.current)).toHaveLength(1);
    const other = sessions.results.find((session) => !session.current)!;
    const stranger = (await t.tokens('approver2')).access_token;
    expect((await call('DELETE', `${other.id}/`, stranger)).statusCode).toBe(404);
    expect((await call('DELETE', `${other.id}/`, here.access_token)).statusCode).toBe(204);
    expect((await call('GET', '', there.access_token)).statusCode).toBe(401);
    expect((await call('DELETE', `${other.id}/`, here.access_token)).statusCode).toBe(404);
  });
});

test('HIP-13 one is told of the sign-in before this one, and how many were refused since', async () => {
  const user = await make.user('Approver', t.tenants[0]);
  const told = async (token: string) => {
    const { last_sign_in, refused_since } = (
      await t.app.inject({ url: `${url}sessions/`, headers: { authorization: `Bearer ${token}` } })
    ).json<{ last_sign_in: { at: string; address: string } | null; refused_since: number }>();
    return { last_sign_in, refused_since };
  };
  const wrong = () => t.as(null, 'POST', '/auth/login/', { username: user.username, password: 'somebody else' });
  await wrong();
  const first = (await t.tokens(user.username)).access_token;
  expect(await told(first)).toEqual({ last_sign_in: null, refused_since: 1 });
  await wrong();
  await wrong();
  const before = new Date();
  const second = (await t.tokens(user.username)).access_token;
  const { last_sign_in, refused_since } = await told(second);
  expect([last_sign_in?.address, refused_since]).toEqual(['127.0.0.1', 2]);
  expect(new Date(last_sign_in!.at).getTime()).toBeLessThanOrEqual(before.getTime());
  expect((await told((await t.tokens('approver2')).access_token)).refused_since).toBe(0);
});

test('the roles on offer are those that the caller may give', async () => {
  const names = async (as: string) =>
    (await t.as(as, 'GET', '/api/v1/groups/')).json<{ name: string }[]>().map((row) => row.name);
  expect(await names('superadmin')).toHaveLength(6);
  expect(await names('admin')).toEqual(['Admin', 'Approver', 'DataEntry']);
  expect(await names('coder')).toEqual([]);
});
