import { describe, expect, test } from 'vitest';
import type { Contact } from '@incisive/contract/contacts';
import type { Notice } from '@incisive/contract/accounts';
import { withSystem } from '../../db/tenant.ts';
import { letters, renderMail } from '../../mail/templates.ts';
import { useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp({ TEAM_EMAIL: 'team@example.org', RATE_LIMIT: 'on', RATE_CONTACT: '4' });

const message = {
  first_name: 'A',
  last_name: 'Visitor',
  email: 'visitor@example.org',
  title: 'Practice manager',
  company_name: 'A practice',
  message: 'Please call.',
};
const send = (body: object) => t.as(null, 'POST', '/api/v1/contacts/', body);
const kept = () => withSystem(t.database, (tx) => tx.selectFrom('app.contact_messages').selectAll().execute());

test('a message is kept, told to the team, audited, and a robot’s is dropped with the same answer', async () => {
  const answer = await send(message);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ message: 'Thanks for your feedback' });
  const rows = await kept();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ email: 'visitor@example.org', message: 'Please call.' });
  const audit = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.audit_log').select(['entity']).where('type', '=', 'contact_created').execute(),
  );
  expect(audit).toEqual([{ entity: [`contact:${rows[0]!.id}`] }]);

  const robot = await send({ ...message, website: 'https://spam.example' });
  expect(robot.json()).toEqual(answer.json());
  expect(await kept()).toHaveLength(1);
  const mails = await withSystem(t.database, (tx) => tx.selectFrom('app.mail_queue').select('recipient').execute());
  expect(mails).toEqual([{ recipient: 'team@example.org' }]);
  expect(renderMail('team@example.org', letters.contact(message)).replyTo).toBe('visitor@example.org');

  const missing = await send({ ...message, title: ' ' });
  expect(missing.json()).toMatchObject({ status: 422, errors: [{ path: 'title', message: 'All fields are required' }] });
  expect((await send({ ...message, email: 'nowhere' })).json()).toMatchObject({
    errors: [{ path: 'email', message: 'Invalid email address' }],
  });
  // ASV-11, LOC-06: the form has its own limit for each address.
  const refused = await send(message);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBeDefined();
});

describe('A7: messages are read and settled in the product', () => {
  const newest = async (): Promise<Contact> =>
    (await t.as('superadmin', 'GET', '/api/v1/contacts/')).json<{ results: Contact[] }>().results[0]!;

  test('SuperAdmin hears of one in the bell, finds it, reads it whole and settles it once', async () => {
    const long = 'Please call. '.repeat(100).trim();
    await withSystem(t.database, (tx) =>
      tx
        .insertInto('app.contact_messages')
        .values({ ...message, message: long })
        .execute(),
    );
    const bell = (await t.as('superadmin', 'GET', '/api/v1/accounts/notices/')).json<{ results: Notice[] }>().results;
    expect(bell[0]).toMatchObject({ message: 'A visitor sent a message' });
    expect(bell[0]?.link).toMatch(/^\/messages\/[0-9a-f-]{36}$/);

    const row = await newest();
    expect(row).toMatchObject({ status: 'New', done_by: null, email: 'visitor@example.org' });
    expect(row.message).toHaveLength(300);
    const path = `/api/v1/contacts/${row.id}/`;
    expect((await t.as('superadmin', 'GET', path)).json<Contact>().message).toBe(long);

    const done = await t.as('superadmin', 'POST', '/api/v1/contacts/done/', { contacts: [row.id] });
    expect(done.json()).toEqual({ count: 1 });
    const settled = (await t.as('superadmin', 'GET', path)).json<Contact>();
    expect(settled).toMatchObject({ status: 'Done', done_by: 'superadmin' });
    await t.as('superadmin', 'POST', '/api/v1/contacts/done/', { contacts: [row.id] });
    expect((await t.as('superadmin', 'GET', path)).json()).toEqual(settled);
    const open = (await t.as('superadmin', 'GET', '/api/v1/contacts/?status=New')).json<{ results: Contact[] }>().results;
    expect(open.map(({ id }) => id)).not.toContain(row.id);
    expect(open.length).toBeGreaterThan(0);
  });

  test('an id that is not there settles nothing', async () => {
    const open = (await t.as('superadmin', 'GET', '/api/v1/contacts/?status=New')).json<{ results: Contact[] }>().results[0]!;
    const body = { contacts: [open.id, '11111111-1111-4111-8111-111111111111'] };
    expect((await t.as('superadmin', 'POST', '/api/v1/contacts/done/', body)).statusCode).toBe(404);
    expect((await t.as('superadmin', 'GET', `/api/v1/contacts/${open.id}/`)).json<Contact>().status).toBe('New');
  });
});
