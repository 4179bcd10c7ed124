import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { giveNotices } from '../../db/give-notices.ts';
import { useMailedTestApp } from '../../testing/outbox.ts';
import { sendDigests } from './send-digests.job.ts';

const t = await useMailedTestApp();
const url = '/api/v1/accounts/digest/';
const secretPart = 'PROCEDURE: Appendectomy of somebody';

const parts = { database: t.database, mailer: t.deps.mailer, publicUrl: 'https://incisive.example.org' };
const wish = async (who: string, wished: boolean) => (await t.as(who, 'PUT', url, { wished })).json<unknown>();
const notice = (who: string) =>
  withSystem(t.database, async (tx) => {
    const { rows } = await sql<{
      id: string;
      tenant_id: string;
    }>`select id, tenant_id from app.users where username = ${who}`.execute(tx);
    await giveNotices(tx, rows, [{ message: secretPart, link: '/opnotes' }]);
  });
const mailsTo = async (who: string) => {
  const { email } = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.users').select('email').where('username', '=', who).executeTakeFirstOrThrow(),
  );
  return (await t.mailTo(email)).filter(({ subject }) => subject === 'What waits for you in Incisive');
};

test('K: the digest is off until somebody wishes it, and is one’s own', async () => {
  expect((await t.as('coder', 'GET', url)).json()).toEqual({ wished: false });
  expect(await wish('coder', true)).toEqual({ wished: true });
  expect(await wish('coder', true)).toEqual({ wished: true });
  expect((await t.as('coder', 'GET', url)).json()).toEqual({ wished: true });
  expect((await t.as('approver', 'GET', url)).json()).toEqual({ wished: false });
  expect(await wish('coder', false)).toEqual({ wished: false });
  await notice('coder');
  expect(await sendDigests(parts, '2031-01-01')).toEqual({ sent: 0 });
});

test('K: a Coder who is limited to some tenants wishes it and gives it up as others do', async () => {
  await withSystem(t.database, (tx) =>
    sql`update app.users set only_tenants = array[${t.tenants[1]}::uuid] where username = 'coder'`.execute(tx),
  );
  expect([await wish('coder', true), (await t.as('coder', 'GET', url)).json()]).toEqual([{ wished: true }, { wished: true }]);
  expect(await wish('coder', false)).toEqual({ wished: false });
  expect(await sendDigests(parts, '2031-01-02')).toEqual({ sent: 0 });
});

test('K: people who may not be mailed hold up nobody behind them', async () => {
  await withSystem(t.database, async (tx) => {
    const { rows } = await sql<{
      id: string;
    }>`insert into app.users (tenant_id, username, username_key, email, role, status, first_name, last_name, phone_number, specialty, practice, created_by)
      select ${t.tenants[0]}, 'waits' || n, 'waits' || n, 'waits' || n || '@example.org', 'Coder', 'deactivated', 'A', 'Coder', '', '', '', 'admin' from generate_series(1, 120) n returning id`.execute(
      tx,
    );
    for (const { id } of rows)
      await sql`insert into app.digests (user_id, tenant_id) values (${id}, ${t.tenants[0]})`.execute(tx);
  });
  await wish('superadmin', true);
  await notice('superadmin');
  expect(await sendDigests(parts, '2031-01-03')).toEqual({ sent: 1 });
  await wish('superadmin', false);
});

test('K: one mail a day a person, by counts alone, and none where nothing waits', async () => {
  for (const who of ['approver', 'superapprover', 'dataentry2']) await wish(who, true);
  await notice('approver');
  await notice('approver');
  await notice('superapprover');
  const both = await Promise.all([1, 2].map(() => sendDigests(parts, '2031-02-01')));
  expect(both.reduce((sum, { sent }) => sum + sent, 0)).toBe(2);
  expect(await sendDigests(parts, '2031-02-01')).toEqual({ sent: 0 });
  const [first, ...more] = await mailsTo('approver');
  expect([more, (await mailsTo('superapprover')).length]).toEqual([[], 1]);
  expect(first!.text).toContain('2 unread notices');
  expect(first!.raw).not.toContain('Appendectomy');
  expect(await sendDigests(parts, '2031-02-02')).toEqual({ sent: 2 });
  await wish('approver', false);
  expect(await sendDigests(parts, '2031-02-03')).toEqual({ sent: 1 });
});

test('K: nobody whose address is not confirmed, or whose account is closed, is mailed', async () => {
  await wish('admin', true);
  await notice('admin');
  await withSystem(t.database, (tx) => sql`update app.users set email_verified = false where username = 'admin'`.execute(tx));
  await withSystem(t.database, (tx) =>
    sql`update app.users set status = 'deactivated' where username = 'superapprover'`.execute(tx),
  );
  expect(await sendDigests(parts, '2031-03-01')).toEqual({ sent: 0 });
});
