import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp({ TEAM_EMAIL: 'team@example.org', RATE_LIMIT: 'on', RATE_CONTACT: '4' });
});
afterAll(() => t.close());

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
