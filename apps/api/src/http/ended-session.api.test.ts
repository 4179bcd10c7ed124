import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { limits } from '@incisive/contract/limits';
import type { NoteDetail } from '@incisive/contract/notes';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { type Actor, withSession, withSystem } from '../db/tenant.ts';
import { exportNotes } from '../features/exports/word-files.service.ts';
import { useTestApp } from '../testing/build-test-app.ts';
import { fileParts, multipart } from '../testing/multipart.ts';
import { sendFile } from './files/send-file.ts';

// A session that ends ends what it is doing.

const t = await useTestApp();

const base = '/api/v1/op-notes/';
const create = async (text: string): Promise<string> => (await t.as('admin', 'POST', base, { text })).json<NoteDetail>().id;
const deactivate = async (username: string) =>
  expect(
    (await t.as('superadmin', 'POST', '/api/v1/accounts/deactivate/', { users: [t.users[username]!.id] })).statusCode,
  ).toBeLessThan(300);
const activate = (username: string) =>
  withSystem(t.database, (tx) =>
    tx.updateTable('app.users').set({ status: 'active' }).where('username', '=', username).execute(),
  );

/** Somebody who has just signed in, as the gate hands them to a handler. */
async function signedIn(username: string): Promise<{ actor: Actor; bearer: string }> {
  const { access_token } = await t.tokens(username);
  const bearer = `Bearer ${access_token}`;
  const session = await t.deps.authenticator.sessionIdOf(bearer);
  const { actor } = await t.deps.authenticator.openSession(session, { requestId: 'test', address: '127.0.0.1' });
  return { actor, bearer };
}

test('S4: an export that is being sent stops when its person is deactivated, before another note is read', async () => {
  // Some are read ahead of what is sent.
  const ids: string[] = [];
  for (const nth of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'])
    ids.push(await create(`The ${nth} note.`));
  const { actor } = await signedIn('approver');
  const audit = { each: () => undefined } as never;
  const { body } = await exportNotes(t.deps, actor, 'op', ids, undefined, audit);
  const parts = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  expect((await parts.next()).done).toBe(false);
  await deactivate('approver');
  const drained = async () => {
    for (let part = await parts.next(); !part.done; part = await parts.next());
  };
  await expect(drained()).rejects.toMatchObject({ code: 'unauthenticated' });
  await activate('approver');
});

test('S4: an upload that is held open while its person is deactivated makes no note', async () => {
  const { bearer } = await signedIn('dataentry');
  const { body, headers } = multipart(fileParts('held.txt', 'PROCEDURE: held open.'));
  const half = Math.floor(body.length / 2);
  async function* slowly(): AsyncGenerator<Buffer> {
    yield body.subarray(0, half);
    await deactivate('dataentry');
    yield body.subarray(half);
  }
  const answer = await t.app.inject({
    method: 'PUT',
    url: `${base}upload/`,
    headers: { ...headers, authorization: bearer },
    payload: Readable.from(slowly()),
  });
  expect(answer.statusCode).toBe(401);
  const made = await withSystem(t.database, (tx) =>
    tx.selectFrom('app.notes').select('id').where('filename', '=', 'held.txt').execute(),
  );
  expect(made).toEqual([]);
  await activate('dataentry');
});

test('S4: a role that was changed meanwhile is not acted under', async () => {
  const { actor } = await signedIn('admin2');
  const seen = vi.fn<() => Promise<number>>(async () => 1);
  await expect(withSession(t.database, { ...actor, role: 'SuperAdmin' }, seen)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  expect(seen).not.toHaveBeenCalled();
  expect(await withSession(t.database, actor, seen)).toBe(1);
});

test('S4: a download that nobody takes has an end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const app = Fastify({ logger: false });
  let closed = false;
  app.get('/', (_request, reply) => {
    reply.raw.once('close', () => (closed = true));
    const body = (async function* () {
      for (;;) yield new Uint8Array(64 * 1024);
    })();
    return sendFile(reply, { filename: 'endless.zip', contentType: 'application/zip', body });
  });
  try {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const request = get({ port: (app.server.address() as AddressInfo).port });
    request.on('error', () => undefined);
    const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
    response.on('error', () => undefined);
    await vi.advanceTimersByTimeAsync(limits.downloadMinutes * 60_000 - 1000);
    expect(closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(closed).toBe(true), { timeout: 60_000 });
    request.destroy();
  } finally {
    vi.useRealTimers();
    await app.close();
  }
});
