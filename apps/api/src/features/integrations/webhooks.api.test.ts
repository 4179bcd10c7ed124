import { createHmac } from 'node:crypto';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Webhook, WebhookMessage } from '@incisive/contract/webhooks';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { listening } from '../../testing/listening.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { retryMinutes } from './send-webhooks.job.ts';

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
const t = await useTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
let heard: Heard[] = [];
let answer = 204;
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += String(part)));
  request.on('end', () => {
    heard.push({ headers: request.headers, body });
    response.writeHead(answer).end();
  });
});
await listening(receiver);

const base = '/api/v1/integrations/webhooks/';
const address = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
let serial = 0;
type Made = Webhook & { secret: string };
async function make(body: Record<string, unknown> = {}, as = 'admin'): Promise<Made> {
  const made = await t.as(as, 'POST', base, {
    name: `Receiver ${(serial += 1)}`,
    url: address(),
    events: ['note.received'],
    with_text: false,
    ...body,
  });
  expect([made.statusCode, made.body]).toEqual([201, expect.any(String)]);
  [heard, answer] = [[], 204];
  return made.json<Made>();
}
const end = (webhook: Made, as = 'admin') => t.as(as, 'POST', `${base}${webhook.id}/revoke/`);
const text = 'PROCEDURE: Appendectomy. Zygomatic marker phrase.';
const addNote = async (as = 'approver'): Promise<string> =>
  (await t.as(as, 'POST', '/api/v1/op-notes/', { text })).json<{ id: string }>().id;
const messagesOf = async (webhook: Made): Promise<WebhookMessage[]> =>
  (await t.as('admin', 'GET', `${base}${webhook.id}/messages/`)).json<{ results: WebhookMessage[] }>().results;
const makeDue = (webhook: Made) =>
  withSystem(t.database, (tx) =>
    sql`update app.webhook_messages set next_attempt_at = now() where webhook_id = ${webhook.id}`.execute(tx),
  );
const onlyOne = (): Heard => {
  expect(heard).toHaveLength(1);
  return heard[0]!;
};
/** As a receiver checks it, apart from the code that signs. */
const isSignedBy = (secret: string, { headers, body }: Heard): boolean =>
  headers['webhook-signature'] ===
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64')}`;

describe('L: webhooks', () => {
  test('a note received is told once, signed, by ids and without its text', async () => {
    const webhook = await make();
    const note = await addNote();
    expect(await t.deps.webhooks.flush()).toBe(1);
    const got = onlyOne();
    expect(isSignedBy(webhook.secret, got)).toBe(true);
    expect(Math.abs(Number(got.headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(300_000);
    const told = JSON.parse(got.body) as Record<string, unknown>;
    expect(told).toMatchObject({ type: 'note.received', data: { note_id: note, version: 1 } });
    expect(got.body).not.toContain('Zygomatic');
    expect(await t.deps.webhooks.flush()).toBe(0);
    expect(await messagesOf(webhook)).toMatchObject([
      { id: got.headers['webhook-id'], state: 'delivered', note_id: note, attempts: 1 },
    ]);
    await end(webhook);
  });

  test('a finished case is told with the version of its claim', async () => {
    const webhook = await make({ events: ['case.finished'] });
    const note = await addNote();
    await readyClaim(t, note);
    expect((await t.as('superadmin', 'POST', `/api/v1/op-notes/${note}/case/finish/`, {})).statusCode).toBe(200);
    const claim = (await t.as('approver', 'GET', `/api/v1/op-notes/${note}/case/`)).json<{ id: string; sha256: string }>();
    await t.deps.webhooks.flush();
    expect(JSON.parse(onlyOne().body)).toMatchObject({
      type: 'case.finished',
      data: { note_id: note, case_id: claim.id, claim_version: 1, sha256: claim.sha256 },
    });
    await end(webhook);
  });

  test('the text comes only where it is asked for, and not of a note that was deleted meanwhile', async () => {
    const webhook = await make({ with_text: true });
    await addNote();
    await t.deps.webhooks.flush();
    expect(JSON.parse(onlyOne().body)).toMatchObject({ data: { text } });
    const gone = await addNote();
    await t.as('admin', 'DELETE', `/api/v1/op-notes/${gone}/`);
    await t.deps.webhooks.flush();
    expect(JSON.parse(heard[1]!.body)).toMatchObject({ data: { note_id: gone, text: null } });
    const kept = await withSystem(t.database, (tx) =>
      sql<{ row: string }>`select m::text as row from app.webhook_messages m where webhook_id = ${webhook.id}`.execute(tx),
    );
    expect(kept.rows).toHaveLength(2);
    expect(JSON.stringify(kept.rows)).not.toContain('Zygomatic');
    await end(webhook);
  });

  test('what is not taken is tried again for a day under the same id, then lies still until somebody replays it', async () => {
    expect(retryMinutes.reduce((sum, minutes) => sum + minutes, 0)).toBe(24 * 60);
    const webhook = await make();
    await addNote();
    answer = 503;
    for (const pause of retryMinutes) {
      await t.deps.webhooks.flush();
      const [message] = await messagesOf(webhook);
      expect(message).toMatchObject({ state: 'waiting', reason: 'The other side answered 503.' });
      const wait = (Date.parse(message!.next_attempt_at!) - Date.now()) / 60_000;
      expect(wait).toBeGreaterThan(pause - 5);
      expect(wait).toBeLessThanOrEqual(pause + 0.1);
      await makeDue(webhook);
    }
    await t.deps.webhooks.flush();
    const [dead] = await messagesOf(webhook);
    expect(dead).toMatchObject({ state: 'dead', attempts: retryMinutes.length + 1, next_attempt_at: null });
    expect(new Set(heard.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([dead!.id]));
    await makeDue(webhook);
    expect(await t.deps.webhooks.flush()).toBe(0);
    const list = (await t.as('admin', 'GET', base)).json<{ results: Webhook[] }>().results;
    expect(list.find(({ id }) => id === webhook.id)).toMatchObject({
      dead: 1,
      last_error: { reason: 'The other side answered 503.' },
    });
    [heard, answer] = [[], 200];
    const replay = `/api/v1/integrations/webhook-messages/${dead!.id}/replay/`;
    expect((await t.as('admin2', 'POST', replay)).statusCode).toBe(404);
    expect((await t.as('admin', 'POST', replay)).json()).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(await t.deps.webhooks.flush()).toBe(1);
    expect(onlyOne().headers['webhook-id']).toBe(dead!.id);
    await end(webhook);
  });

  test('who says that the address is gone is not asked again', async () => {
    const webhook = await make();
    await addNote();
    answer = 410;
    await t.deps.webhooks.flush();
    expect(await messagesOf(webhook)).toMatchObject([{ state: 'dead', attempts: 1 }]);
    await end(webhook);
  });

  test('a message that was in hand when its process ended is sent again', async () => {
    const webhook = await make();
    await addNote();
    await withSystem(t.database, (tx) =>
      sql`update app.webhook_messages set attempts = 1, next_attempt_at = now() - interval '1 second' where webhook_id = ${webhook.id}`.execute(
        tx,
      ),
    );
    expect(await t.deps.webhooks.flush()).toBe(1);
    await end(webhook);
  });

  test('an address of the own network is not reached, and the test says so', async () => {
    const webhook = await make({ url: 'http://169.254.169.254/latest/meta-data' });
    expect((await t.as('admin', 'POST', `${base}${webhook.id}/test/`)).json()).toEqual({
      ok: false,
      words: expect.stringContaining('network of your own'),
    });
    await addNote();
    await t.deps.webhooks.flush();
    expect(await messagesOf(webhook)).toMatchObject([
      { state: 'waiting', reason: expect.stringContaining('network of your own') },
    ]);
    await end(webhook);
    for (const url of ['ftp://x.org/', 'https://user:word@x.org/', 'nonsense'])
      expect(
        (await t.as('admin', 'POST', base, { name: 'Other', url, events: ['note.received'], with_text: false })).statusCode,
      ).toBe(422);
  });

  test('the test sends a signed message of its own; a new secret signs from then on; revoked, nothing is sent', async () => {
    const webhook = await make();
    const tried = await t.as('admin', 'POST', `${base}${webhook.id}/test/`);
    expect(tried.json()).toEqual({ ok: true, words: 'The message was taken.' });
    expect([isSignedBy(webhook.secret, onlyOne()), JSON.parse(heard[0]!.body)]).toEqual([
      true,
      expect.objectContaining({ type: 'test' }),
    ]);
    const { secret } = (await t.as('admin', 'POST', `${base}${webhook.id}/rotate/`)).json<{ secret: string }>();
    await addNote();
    await t.deps.webhooks.flush();
    expect([isSignedBy(secret, heard[1]!), isSignedBy(webhook.secret, heard[1]!)]).toEqual([true, false]);
    await addNote();
    expect((await end(webhook)).json()).toMatchObject({ state: 'revoked', waiting: 0, dead: 1 });
    await addNote();
    expect(await t.deps.webhooks.flush()).toBe(0);
    expect(heard).toHaveLength(2);
    const [dead] = await messagesOf(webhook);
    expect((await t.as('admin', 'POST', `/api/v1/integrations/webhook-messages/${dead!.id}/replay/`)).statusCode).toBe(409);
  });

  test('is bound to its tenant: nothing of another is told, and another’s administrator does not see it', async () => {
    const webhook = await make();
    await addNote('approver2');
    expect(await t.deps.webhooks.flush()).toBe(0);
    expect((await t.as('admin2', 'GET', base)).body).not.toContain(webhook.id);
    for (const act of ['rotate', 'revoke', 'test'])
      expect((await t.as('admin2', 'POST', `${base}${webhook.id}/${act}/`)).statusCode).toBe(404);
    expect((await t.as('admin2', 'GET', `${base}${webhook.id}/messages/`)).statusCode).toBe(404);
    await end(webhook);
  });

  test('the secret lies sealed and is never told again; each message stands in the audit log without text', async () => {
    const webhook = await make({ with_text: true });
    await addNote();
    await t.deps.webhooks.flush();
    const seen = await withSystem(t.database, async (tx) => ({
      rows: await sql`select w::text from app.webhooks w where id = ${webhook.id}`.execute(tx),
      audit: await tx.selectFrom('app.audit_log').selectAll().where('user_id', '=', webhook.id).execute(),
    }));
    expect(JSON.stringify(seen.rows.rows)).not.toContain(webhook.secret.slice(6, 30));
    expect((await t.as('admin', 'GET', base)).body).not.toMatch(/whsec_|"secret"/);
    expect(seen.audit).toMatchObject([
      {
        type: 'webhook_sent',
        outcome: 'success',
        who: `webhook:${webhook.name}`,
        tenant_id: t.tenants[0],
        detail: 'note.received with text attempt 1',
      },
    ]);
    expect(JSON.stringify(seen.audit)).not.toContain('Zygomatic');
    await end(webhook);
  });
});
