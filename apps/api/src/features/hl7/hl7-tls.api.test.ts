import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TLSSocket, connect } from 'node:tls';
import type { Hl7Channel, Hl7Message } from '@incisive/contract/hl7-channels';
import { sql } from 'kysely';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { Hl7Server } from './hl7-server.job.ts';
import { Sender, codeOf, errorOf } from './hl7.fixture.ts';

const base = '/api/v1/integrations/hl7-channels/';
interface Shown {
  readonly cert: string;
  readonly private: string;
  readonly fingerprint: string;
}
let t: TestApp;
let server: Hl7Server;
let folder: string;
let authority: string;
let [clinic, other, renewed, stranger]: Shown[] = [];
const senders: Sender[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'incisive-hl7-'));
  const own = await generate([{ name: 'commonName', value: 'Authority' }], {
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true },
    ],
  });
  authority = own.cert;
  const signed = (name: string) =>
    generate([{ name: 'commonName', value: name }], { ca: { key: own.private, cert: own.cert }, algorithm: 'sha256' });
  const here = await signed('localhost');
  [clinic, other, renewed] = [await signed('Record system'), await signed('Laboratory'), await signed('Record system')];
  stranger = await generate([{ name: 'commonName', value: 'Record system' }]);
  const files = { 'cert.pem': here.cert, 'key.pem': here.private, 'ca.pem': authority };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  t = await buildTestApp({ HL7_PORT: '0', HL7_TLS_DIR: folder });
  server = await Hl7Server.listen(t.deps);
});
afterAll(async () => {
  for (const sender of senders) sender.end();
  await server.close();
  await t.close();
  await rm(folder, { recursive: true, force: true });
});

let session: Buffer | undefined;
function dial(by: Shown | undefined, resumed?: Buffer): Sender {
  const socket: TLSSocket = connect({
    port: server.port,
    host: '127.0.0.1',
    servername: 'localhost',
    ca: authority,
    cert: by!.cert,
    key: by!.private,
    checkServerIdentity: () => undefined,
    ...(resumed ? { session: resumed } : {}),
  });
  socket.on('error', () => undefined);
  socket.on('session', (kept) => {
    session = kept;
  });
  const sender = new Sender(socket);
  senders.push(sender);
  return sender;
}
let control = 0;
const message = (key: string, words: string): string =>
  [
    `MSH|^~\\&|EHR|HOSP|INCISIVE|${key}|20261120||MDM^T02|${String((control += 1))}|P|2.5.1`,
    `TXA|1|OP|TX|20261120||||||||${randomUUID()}^EHR`,
    `OBX|1|TX|||${words}`,
  ].join('\r');
const setUp = async () =>
  (await t.as('admin', 'POST', base, { name: `Channel ${randomUUID().slice(0, 8)}` })).json<Hl7Channel & { key: string }>();
const bind = (id: string, certificate: string | null, as = 'admin') =>
  t.as(as, 'POST', `${base}${id}/certificate/`, { certificate });
const shownOf = async (id: string): Promise<Hl7Channel> =>
  (await t.as('admin', 'GET', base)).json<{ results: Hl7Channel[] }>().results.find((one) => one.id === id)!;
const notesWith = async (words: string): Promise<number> =>
  (
    await withSystem(t.database, (tx) =>
      sql<{ n: number }>`select count(*)::int as n from app.notes where text like ${`%${words}%`}`.execute(tx),
    )
  ).rows[0]!.n;
const printOf = ({ fingerprint }: Shown): string => fingerprint.replaceAll(':', '').toLowerCase();

describe('L: HL7 by TLS', () => {
  test('a sender without a certificate of the clinic’s authority is not heard', async () => {
    const { key } = await setUp();
    const words = `Marker ${randomUUID()}`;
    expect(codeOf(await dial(clinic).send(message(key, words)))).toBe('AA');
    await expect(
      dial(stranger)
        .send(message(key, words))
        .then(codeOf, () => 'none'),
    ).resolves.toBe('none');
    expect(await notesWith(words)).toBe(1);
  });

  test('the certificate that spoke last is told, for whoever binds the channel to it', async () => {
    const { id, key } = await setUp();
    expect(await shownOf(id)).toMatchObject({ certificate: null, last_certificate: null });
    await dial(other).send(message(key, 'PROCEDURE: Appendectomy.'));
    const { last_certificate } = await shownOf(id);
    expect(last_certificate).toEqual({ name: 'Laboratory', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('bound by fingerprint, another of the same authority that knows the key is refused, told and audited, and makes nothing', async () => {
    const { id, key } = await setUp();
    await dial(clinic).send(message(key, 'PROCEDURE: Appendectomy.'));
    const { fingerprint } = (await shownOf(id)).last_certificate!;
    // As openssl writes it.
    const written = `SHA256 Fingerprint=${fingerprint.toUpperCase().match(/../g)!.join(':')}`;
    expect((await bind(id, written)).json<Hl7Channel>().certificate).toBe(fingerprint);
    const words = `Marker ${randomUUID()}`;
    for (const by of [other, renewed]) {
      const answer = await dial(by).send(message(key, words));
      expect([codeOf(answer), errorOf(answer)]).toEqual([
        'AR',
        expect.stringContaining('not the one that the channel is bound to'),
      ]);
      expect(errorOf(answer)).not.toContain(fingerprint);
    }
    expect(await notesWith(words)).toBe(0);
    const log = (await t.as('admin', 'GET', `${base}${id}/messages/`)).json<{ results: Hl7Message[] }>().results;
    expect(log.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'taken']);
    expect((await shownOf(id)).last_error?.reason).toContain('It is Record system, SHA-256');
    const { rows } = await withSystem(t.database, (tx) =>
      sql`select from app.audit_log where ${`hl7-channel:${id}`} = any (entity) and outcome = 'refused'`.execute(tx),
    );
    expect(rows).toHaveLength(2);
    const again = dial(clinic);
    expect(codeOf(await again.send(message(key, words)))).toBe('AA');
    // A connection that was resumed is still the one that showed it.
    again.end();
    expect(codeOf(await dial(clinic, session).send(message(key, `${words} resumed`)))).toBe('AA');
    expect(codeOf(await dial(other).send(message(key, `${words} no`)))).toBe('AR');
    expect(await notesWith(words)).toBe(2);
  });

  test('bound by name, a renewed certificate speaks on; five refusals in a row end a connection; let go, any may speak', async () => {
    const { id, key } = await setUp();
    expect((await bind(id, ' Record system ')).json<Hl7Channel>().certificate).toBe('Record system');
    const words = `Marker ${randomUUID()}`;
    for (const by of [clinic, renewed]) expect(codeOf(await dial(by).send(message(key, `${words} ${printOf(by!)}`)))).toBe('AA');
    const wrong = dial(other);
    for (let n = 0; n < 5; n += 1) expect(codeOf(await wrong.send(message(key, words)))).toBe('AR');
    expect(await wrong.heard()).toEqual([]);
    expect((await bind(id, null)).json<Hl7Channel>().certificate).toBeNull();
    expect(codeOf(await dial(other).send(message(key, words)))).toBe('AA');
    expect(await notesWith(words)).toBe(3);
  });

  test('a bound channel takes nothing without TLS', async () => {
    const { id, key } = await setUp();
    await bind(id, 'Record system');
    const { HL7_TLS_DIR: _, ...config } = t.deps.config;
    const plain = await Hl7Server.listen({ ...t.deps, config });
    try {
      const sender = new Sender(connectPlain({ port: plain.port, host: '127.0.0.1' }));
      const answer = await sender.send(message(key, 'PROCEDURE: Appendectomy.'));
      expect([codeOf(answer), errorOf(answer)]).toEqual(['AR', expect.stringContaining('showed none. Send by TLS.')]);
      sender.end();
    } finally {
      await plain.close();
    }
  });

  test('nobody else binds it, and what is no certificate is refused', async () => {
    const { id } = await setUp();
    expect((await bind(id, 'x', 'admin2')).statusCode).toBe(404);
    expect((await bind(id, 'x', 'approver')).statusCode).toBe(403);
    for (const bad of ['', ' ', 'x'.repeat(65)]) expect((await bind(id, bad)).statusCode).toBe(422);
    await t.as('admin', 'POST', `${base}${id}/revoke/`, {});
    expect((await bind(id, 'x')).statusCode).toBe(409);
  });
});
