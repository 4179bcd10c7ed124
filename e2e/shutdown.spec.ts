import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from './support/free-port.ts';
import { launch, password, type Server, start } from './support/server.ts';

// The built server as a process of its own: how it ends, and what is left when it starts again.

let folder: string;
let port: number;
const running: Server[] = [];

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'incisive-shutdown-'));
  port = await freePort();
});
test.afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

async function started(): Promise<Server> {
  const server = await start(port, folder);
  running.push(server);
  return server;
}

interface Answer {
  readonly status: number;
  readonly connection: string | undefined;
  readonly body: string;
}

interface Call {
  readonly method?: string;
  readonly token?: string;
  readonly body?: string;
  readonly agent?: Agent;
}

interface Asking {
  readonly answer: Promise<Answer>;
  /** When the server has the head of a request that has a body, and waits for that. */
  readonly heard: Promise<unknown>;
  readonly send: () => void;
}

/** A request whose body is sent when told, or at once. */
function ask(where: string, call: Call = {}): Asking {
  const { method = 'GET', token, body, agent } = call;
  const sent = request({
    host: '127.0.0.1',
    port,
    path: where,
    method,
    ...(agent ? { agent } : {}),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), expect: '100-continue' }),
    },
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, body: text }),
      );
    });
  });
  const heard = new Promise((resolve) => sent.once('continue', resolve));
  sent.flushHeaders();
  return { answer, heard, send: () => sent.end(body) };
}
const askNow = (where: string, call?: Call): Promise<Answer> => {
  const { answer, send } = ask(where, call);
  send();
  return answer;
};

const signIn = async (): Promise<string> => {
  const { body } = await askNow('/auth/login/', { method: 'POST', body: JSON.stringify({ username: 'approver', password }) });
  return (JSON.parse(body) as { access_token: string }).access_token;
};
const textOf = async (id: string, token: string): Promise<string> =>
  (JSON.parse((await askNow(`/api/v1/op-notes/${id}/`, { token })).body) as { text: string }).text;

test('REL-03 OPS-02 SIGTERM: what is under way is finished and kept, what comes is told to go, and the process ends with 0', async () => {
  const server = await started();
  const token = await signIn();
  // A note whose text is still being sent, and a connection that stands open.
  const body = JSON.stringify({ text: 'PROCEDURE: Appendectomy, under way when the server was told to stop.' });
  const slow = ask('/api/v1/op-notes/', { method: 'POST', token, body });
  const standing = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await askNow('/readyz', { agent: standing })).status).toBe(200);
  await slow.heard;
  server.child.kill('SIGTERM');
  await expect.poll(() => server.said()).toContain('Stopping (SIGTERM)');
  const late = await askNow('/api/v1/op-notes/', { token, agent: standing }).catch(() => null);
  // Either it is told so on the open connection, or the connection is closed already.
  if (late) expect([late.status, late.connection]).toEqual([503, 'close']);
  slow.send();
  const { status, body: made } = await slow.answer;
  expect(status).toBe(201);
  expect(await server.ended).toEqual([0, null]);

  const again = await started();
  const { id } = JSON.parse(made) as { id: string };
  expect(await textOf(id, await signIn())).toContain('under way when the server was told to stop');

  // REL-02: a second process on the folder is refused and names the first.
  const second = launch(port, folder);
  running.push(second);
  expect((await second.ended)[0]).not.toBe(0);
  expect(second.said()).toContain(String(again.child.pid));
  expect((await askNow('/readyz')).status).toBe(200);

  // A second signal does not wait.
  const unfinished = ask('/api/v1/op-notes/', { method: 'POST', token: await signIn(), body });
  unfinished.answer.catch(() => undefined);
  await unfinished.heard;
  again.child.kill('SIGTERM');
  await expect.poll(() => again.said()).toContain('Stopping (SIGTERM)');
  again.child.kill('SIGTERM');
  expect((await again.ended)[0]).toBe(1);

  const last = await started();
  expect(await textOf(id, await signIn())).toContain('under way');
  last.child.kill('SIGTERM');
  expect(await last.ended).toEqual([0, null]);
});
