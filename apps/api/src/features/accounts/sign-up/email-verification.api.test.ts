import type { Profile } from '@incisive/contract/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withSystem } from '../../../db/tenant.ts';
import { AccessFixtures } from '../../../testing/access-fixtures.ts';
import { testPassword } from '../../../testing/build-test-app.ts';
import { type MailedTestApp, useMailedTestApp, buildMailedTestApp, tokenIn } from '../../../testing/outbox.ts';
import { signUpForm } from '../../../testing/sign-up-form.ts';

const t = await useMailedTestApp();
const make = new AccessFixtures(t);

/** An account that was asked for or made, whose address awaits confirmation. */
async function unverified(as: string | null = null) {
  const made = await t.as(as, 'POST', '/auth/signup/', signUpForm(t.tenants[0]));
  return made.json<Profile>();
}
const verify = (token: string) => t.as(null, 'POST', '/auth/verify-email/', { token });
const resend = (username: string, app = t) => app.as(null, 'POST', '/auth/verify-email/resend/', { username });
const isVerified = async ({ id }: { id: string }) =>
  (await t.as('admin', 'GET', `/api/v1/accounts/${id}/`)).json<Profile>().email_verified;
const linksTo = async (address: string) => (await t.mailTo(address)).map(tokenIn).filter((token) => token !== '');

describe('the mailed link', () => {
  test('confirms the address, also when opened twice, audited; others do not', async () => {
    const user = await unverified();
    const [token] = await linksTo(user.email);
    expect((await verify(`${token}x`)).statusCode).toBe(422);
    expect(await isVerified(user)).toBe(false);
    expect((await verify(token!)).statusCode).toBe(200);
    expect((await verify(token!)).statusCode).toBe(200);
    expect(await isVerified(user)).toBe(true);
    const rows = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.audit_log').select(['who', 'entity', 'tenant_id']).where('type', '=', 'authn_email_verified').execute(),
    );
    expect(rows).toContainEqual({ who: user.username, entity: [`user:${user.id}`], tenant_id: t.tenants[0] });
  });

  test('to an address that was replaced is dead', async () => {
    const user = await unverified('admin');
    const [old] = await linksTo(user.email);
    await t.as('admin', 'POST', '/auth/update/', { username: user.username, email: `new-${user.email}` });
    expect((await verify(old!)).statusCode).toBe(422);
    const [fresh] = await linksTo(`new-${user.email}`);
    expect((await verify(fresh!)).statusCode).toBe(200);
  });
});

describe('a link that is asked for again', () => {
  test('replaces the older one', async () => {
    const user = await unverified();
    expect((await resend(` ${user.username.toUpperCase()} `)).statusCode).toBe(200);
    const [first, second] = await linksTo(user.email);
    expect(second).not.toBe(first);
    expect((await verify(first!)).statusCode).toBe(422);
    expect((await verify(second!)).statusCode).toBe(200);
    expect(await isVerified(user)).toBe(true);
  });

  test('ASV-45 the answer is the same for unknown, verified, deactivated and waiting accounts; only the last one gets mail', async () => {
    const verified = await unverified();
    await verify((await linksTo(verified.email))[0]!);
    const deactivated = await make.user('DataEntry', t.tenants[0], 'deactivated');
    const waiting = await unverified();
    const answers = [];
    for (const name of ['nobody at all', verified.username, deactivated.username, waiting.username])
      answers.push(await resend(name));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await linksTo(verified.email)).toHaveLength(1);
    expect(await linksTo(deactivated.email)).toEqual([]);
    expect(await linksTo(waiting.email)).toHaveLength(2);
  });

  test('a name is required, and nothing of it reaches the audit log unless it is an account', async () => {
    const answer = await resend('');
    expect(answer.statusCode).toBe(422);
    await resend('a pass phrase typed by mistake');
    const rows = await withSystem(t.database, (tx) => tx.selectFrom('app.audit_log').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain('typed by mistake');
  });

  describe('with rate limits', () => {
    let limited: MailedTestApp;
    beforeAll(async () => {
      limited = await buildMailedTestApp({ RATE_LIMIT: 'on', RATE_SIGN_UP: '1000', RATE_SIGN_IN: '1000' });
    });
    afterAll(() => limited.close());

    test('S13: under however many names somebody signs up, a stranger gets five mails an hour, and five more when asked for', async () => {
      const [email, capital] = ['stranger@example.org', 'Stranger@example.org'];
      const names: string[] = [];
      for (let n = 0; n < 8; n += 1) {
        const body = signUpForm(limited.tenants[0], { email: n % 2 ? email : capital });
        expect((await limited.as(null, 'POST', '/auth/signup/', body)).statusCode).toBe(201);
        names.push(body.username);
      }
      const mails = async () => [...(await limited.mailTo(email)), ...(await limited.mailTo(capital))];
      expect(await mails()).toHaveLength(5);
      for (const name of names) await resend(name, limited);
      expect(await mails()).toHaveLength(10);
    });

    test('S13: one’s own address is not changed to a stranger’s again and again', async () => {
      const { access_token } = await limited.tokens('approver');
      const change = async (email: string) =>
        limited.app.inject({
          method: 'POST',
          url: '/auth/update/',
          headers: { authorization: `Bearer ${access_token}` },
          payload: { email, current_password: testPassword },
        });
      for (let n = 0; n < 5; n += 1) {
        expect((await change('another.stranger@example.org')).statusCode).toBe(200);
        expect((await change(`own${String(n)}@example.org`)).statusCode).toBe(200);
      }
      const refused = await change('another.stranger@example.org');
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    });

    test('five an hour, each answered alike', async () => {
      const user = await new AccessFixtures(limited).user('DataEntry', limited.tenants[0], 'pending');
      const bodies = new Set<string>();
      for (let n = 0; n < 7; n += 1) bodies.add((await resend(user.username, limited)).body);
      expect(bodies.size).toBe(1);
      expect(await limited.mailTo(user.email)).toHaveLength(5);
    });
  });
});
