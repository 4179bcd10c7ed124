import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backport } from '@incisive/contract/subscriptions';
import { withSystem } from '../db/tenant.ts';
import { Hl7Server } from '../features/hl7/hl7-server.job.ts';
import { Sender, codeOf, errorOf } from '../features/hl7/hl7.fixture.ts';
import { AccessFixtures } from './access-fixtures.ts';
import { type TestApp, buildTestApp } from './build-test-app.ts';
import { jsonLike, textLike } from './fuzz/mutations.ts';
import { seed } from './fuzz/seed.ts';

// What another system sends in its own dialect, made wrong in many ways: a clear answer, an audit row, and nothing half done.
// FUZZ_SEED tries another run, FUZZ_RUNS draws more.

const runs = Number(process.env['FUZZ_RUNS'] ?? 25);
let t: TestApp;
let make: AccessFixtures;
let bearer: string;
let client: { readonly id: string; readonly secret: string };
beforeAll(async () => {
  // Whoever sends thousands of wrong requests is slowed down, which is tried elsewhere.
  t = await buildTestApp({ HL7_PORT: '0', RATE_CLIENT: '1000000', RATE_SIGN_IN: '1000000' });
  make = new AccessFixtures(t);
  client = await make.apiClient('own', ['system/DocumentReference.crus', 'system/Claim.rs', 'system/Subscription.crds']);
});
afterAll(() => t.close());

/** What a refusal must not leave: a note, a version of one, a file, a subscription. */
const kept = async (): Promise<string> => {
  const { rows } = await withSystem(t.database, (tx) =>
    sql<{
      kept: string;
    }>`select concat_ws(' ', (select count(*) from app.notes), (select coalesce(sum(version), 0) from app.notes),
      (select count(*) from app.note_sources), (select count(*) from app.fhir_binaries), (select count(*) from app.webhooks)) as kept`.execute(
      tx,
    ),
  );
  return rows[0]!.kept;
};
const auditedOf = async (requestId: string): Promise<string[]> => {
  const { rows } = await withSystem(t.database, (tx) =>
    sql<{ outcome: string }>`select outcome from app.audit_log where request_id = ${requestId}`.execute(tx),
  );
  return rows.map(({ outcome }) => outcome);
};
const check = <T>(of: fc.Arbitrary<T>, holds: (drawn: T) => Promise<void>, numRuns = runs) =>
  fc.assert(fc.asyncProperty(of, holds), { seed, numRuns });

describe('L: FHIR made wrong', () => {
  const text = Buffer.from('PROCEDURE PERFORMED: Laparoscopic cholecystectomy.').toString('base64');
  const documentOf = (more: object = {}) => ({
    resourceType: 'DocumentReference',
    status: 'current',
    masterIdentifier: { system: 'urn:x', value: randomUUID() },
    identifier: [{ system: 'urn:y', value: randomUUID() }],
    type: { coding: [{ system: 'http://loinc.org', code: '11504-8' }] },
    relatesTo: [{ code: 'appends', target: { identifier: { system: 'urn:x', value: '1' } } }],
    content: [{ attachment: { contentType: 'text/plain', data: text, title: 'Note' } }],
    ...more,
  });
  const inTransaction = (resource: object, url: string) => ({
    fullUrl: `urn:uuid:${randomUUID()}`,
    resource,
    request: { method: 'POST', url },
  });
  const whole: Readonly<Record<string, () => object>> = {
    DocumentReference: () => documentOf({ relatesTo: [] }),
    Binary: () => ({ resourceType: 'Binary', contentType: 'text/plain', data: text }),
    '': () => ({
      resourceType: 'Bundle',
      type: 'transaction',
      entry: [
        inTransaction({ resourceType: 'Binary', contentType: 'text/plain', data: text }, 'Binary'),
        inTransaction(documentOf({ relatesTo: [] }), 'DocumentReference'),
      ],
    }),
    Subscription: () => ({
      resourceType: 'Subscription',
      status: 'requested',
      reason: 'To bill',
      criteria: `${t.deps.config.publicUrl}/fhir/SubscriptionTopic/case-finished`,
      channel: {
        type: 'rest-hook',
        endpoint: 'https://billing.example.org/hook',
        header: ['Authorization: Bearer x'],
        payload: 'application/fhir+json',
        _payload: { extension: [{ url: backport.payloadContent, valueCode: 'id-only' }] },
      },
    }),
  };
  const xml = `<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><title>Operative note</title><component><structuredBody>
    <component><section><title>Procedure</title><text><list><item>Laparoscopic cholecystectomy</item></list></text></section></component>
    </structuredBody></component></ClinicalDocument>`;
  const rtf = String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}\f0 PROCEDURE: Appendectomy\par \'e9 \u8217? {\*\generator x;}}`;

  /** All that is wrong with the answer, and with what a refusal left behind. */
  async function faultsOf(url: string, payload: string, contentType = 'application/fhir+json'): Promise<string[]> {
    const before = await kept();
    const answer = await t.app.inject({
      method: 'POST',
      url: `/fhir/${url}`.replace(/\/$/, ''),
      headers: { authorization: await bearing(), 'content-type': contentType },
      payload,
    });
    const { statusCode, body } = answer;
    if (statusCode >= 500) return [`${statusCode} ${body}`];
    if (statusCode < 400) return [];
    const outcome = answer.json<{ resourceType?: string; issue?: { severity?: string; details?: { text?: string } }[] }>();
    const told = outcome.issue?.every(({ severity, details }) => severity === 'error' && details?.text) ?? false;
    const audited = await auditedOf(String(answer.headers['x-request-id']));
    return [
      ...(outcome.resourceType === 'OperationOutcome' && told ? [] : [`not told: ${body}`]),
      ...((await kept()) === before ? [] : [`refused with ${statusCode}, but kept something`]),
      ...(audited.length > 0 && !audited.includes('success') ? [] : [`refused with ${statusCode}, audited as ${audited.join()}`]),
    ];
  }

  /** A token ends after five minutes, which a long run outlasts. */
  let renewAt = 0;
  async function bearing(): Promise<string> {
    if (Date.now() < renewAt) return bearer;
    const body = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
    bearer = `Bearer ${(await t.as(null, 'POST', '/oauth/token', body)).json<{ access_token: string }>().access_token}`;
    renewAt = Date.now() + 60_000;
    return bearer;
  }

  test.each(Object.keys(whole))('a resource (%s)', (url) =>
    check(jsonLike(whole[url]!()), async (body) => {
      expect(await faultsOf(url, JSON.stringify(body) ?? '')).toEqual([]);
    }),
  );
  test('JSON that is none', () =>
    check(textLike(JSON.stringify(whole['DocumentReference']!()), '{}[]":,\\'), async (body) => {
      expect(await faultsOf('DocumentReference', body)).toEqual([]);
    }));
  test.each([
    ['application/hl7-cda+xml', xml, '<>&"/=!?'],
    ['application/rtf', rtf, '{}\\*;'],
    ['text/plain; charset=utf-16', 'PROCEDURE: Appendectomy', 'é\u0000'],
    [
      'application/pdf',
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0>>endobj\ntrailer<</Root 1 0 R>>',
      '<>/%',
    ],
  ])('a file of %s', (type, content, signs) =>
    check(
      textLike(content, signs),
      async (body) => {
        const data = Buffer.from(body).toString('base64');
        const sent = JSON.stringify(documentOf({ relatesTo: [], content: [{ attachment: { contentType: type, data } }] }));
        expect(await faultsOf('DocumentReference', sent)).toEqual([]);
        expect(await faultsOf('Binary', body, type)).toEqual([]);
      },
      Math.ceil(runs / 4),
    ),
  );
  test('a search', () =>
    check(
      fc.tuple(
        fc.constantFrom('DocumentReference', 'Claim', 'Procedure', 'Provenance', 'Subscription'),
        textLike(
          'identifier=urn:x|1&date=ge2026-01-01&status=current&_count=5&cursor=MjAyNi0wMS0wMQ&created=le2026-12-31',
          '&=|%+,:-',
        ),
      ),
      async ([type, query]) => {
        const answer = await t.app.inject({
          method: 'GET',
          url: `/fhir/${type}?${encodeURI(query.toWellFormed())}`,
          headers: { authorization: await bearing() },
        });
        expect(answer.statusCode).toBeLessThan(500);
        expect(answer.json()).toMatchObject({ resourceType: answer.statusCode < 400 ? 'Bundle' : 'OperationOutcome' });
      },
    ));
});

describe('L: OAuth made wrong', () => {
  test('a form of the token endpoint', () =>
    check(
      textLike(
        `grant_type=client_credentials&client_id=${randomUUID()}&client_secret=inc_x&scope=system/Claim.rs&client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer&client_assertion=eyJhbGciOiJFUzM4NCJ9.eyJpc3MiOiJ4In0.c2ln`,
        '&=%+.[]',
      ),
      async (payload) => {
        const answer = await t.app.inject({
          method: 'POST',
          url: '/oauth/token',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload,
        });
        expect(answer.statusCode).toBeGreaterThanOrEqual(400);
        expect(answer.statusCode).toBeLessThan(500);
        expect(answer.json()).toMatchObject({ error: expect.stringMatching(/^(invalid|unsupported)_\w+$/) });
        expect(await auditedOf(String(answer.headers['x-request-id']))).not.toContain('success');
      },
    ));
});

describe('L: HL7 made wrong', () => {
  let server: Hl7Server;
  let sender: Sender;
  let socket: Socket;
  let key: string;
  let id: string;
  const dial = (): void => {
    socket = connect({ port: server.port, host: '127.0.0.1' });
    sender = new Sender(socket);
  };
  beforeAll(async () => {
    server = await Hl7Server.listen(t.deps);
    const made = await t.as('admin', 'POST', '/api/v1/integrations/hl7-channels/', { name: 'Fuzzed' });
    ({ key, id } = made.json<{ key: string; id: string }>());
    dial();
  });
  afterAll(async () => {
    sender.end();
    await server.close();
  });
  const message = (type: string): string =>
    [
      `MSH|^~\\&|EHR|HOSP|INCISIVE|${key}|20261120||${type}|${randomUUID()}|P|2.5.1|||AL|NE||UNICODE UTF-8`,
      'PID|1||123^^^HOSP||SURNAME^FIRST',
      type === 'ORU^R01' ? 'OBR|1||F-1^LAB|11504-8^Note^LN' : `TXA|1|OP|TX|20261120||||||||${randomUUID()}^EHR|`,
      String.raw`OBX|1|TX|||PROCEDURE PERFORMED:\.br\Laparoscopic \T\ \X41\ cholecystectomy.~second`,
      `OBX|2|ED|||^AP^^Base64^${Buffer.from('PROCEDURE: Appendectomy').toString('base64')}`,
    ].join('\r');

  test.each(['MDM^T02', 'MDM^T04', 'MDM^T10', 'ORU^R01'])(
    '%s: each is answered once, what was refused is told and audited, and makes nothing',
    (type) =>
      check(textLike(message(type), '|^~\\&\rMSHOBXTXA'), async (drawn) => {
        // The marks of a frame are MLLP's: cut and doubled frames are tried by name.
        const sent = drawn.replaceAll('\u000b', '').replaceAll('\u001c', '');
        const before = await kept();
        if (socket.destroyed || socket.readableEnded) dial();
        let answer = await sender.send(Buffer.from(sent));
        if (answer.length === 0) {
          // After five messages that name no channel the connection was ended.
          dial();
          answer = await sender.send(Buffer.from(sent));
        }
        const code = codeOf(answer);
        expect(code).toMatch(/^[AC][AER]$/);
        // 207 is the server's own fault, and would be sent again for ever.
        expect(errorOf(answer)).not.toContain('|207^');
        if (code.endsWith('A')) return;
        expect(await kept()).toBe(before);
        expect(errorOf(answer).split('|')[8]).not.toBe('');
      }),
  );
  test('its log and the audit tell as many refusals', async () => {
    const { rows } = await withSystem(t.database, (tx) =>
      sql<{ logged: number; audited: number }>`select
        (select count(*)::int from app.hl7_messages where channel_id = ${id} and outcome = 'refused') as logged,
        (select count(*)::int from app.audit_log where ${`hl7-channel:${id}`} = any (entity) and outcome = 'refused') as audited`.execute(
        tx,
      ),
    );
    expect(rows[0]!.audited).toBeGreaterThan(0);
    // The log keeps a thousand, taken and refused; the audit keeps all.
    expect(rows[0]!.logged).toBeGreaterThan(0);
    expect(rows[0]!.logged).toBeLessThanOrEqual(rows[0]!.audited);
  });
});
