import { randomUUID } from 'node:crypto';
import { limits } from '@incisive/contract/limits';
import { Client } from 'fhir-kit-client';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { AccessFixtures } from '../../testing/access-fixtures.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { purge } from '../installation/purge.job.ts';
import { faultsOf } from './fhir-faults.fixture.ts';

type Json = Record<string, unknown>;
type Resource = Json & { resourceType: string; id: string };
interface Answered {
  readonly type: string;
  readonly entry: { response: { status: string; location?: string } }[];
}

const t = await useTestApp();
const make = new AccessFixtures(t);
let fhir: Client;
let bearer: Record<string, string>;
let other: Record<string, string>;

const tokenOf = async (scopes: readonly string[], place: 'own' | 'other' = 'own'): Promise<string> => {
  const client = await make.apiClient(place, scopes);
  const answer = await t.as(null, 'POST', '/oauth/token', {
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: client.secret,
  });
  return answer.json<{ access_token: string }>().access_token;
};
beforeAll(async () => {
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const token = await tokenOf(['system/DocumentReference.crus', 'system/Binary.c']);
  bearer = { authorization: `Bearer ${token}` };
  other = { authorization: `Bearer ${await tokenOf(['system/DocumentReference.crus', 'system/Binary.c'], 'other')}` };
  fhir = new Client({ baseUrl: `${address}/fhir`, bearerToken: token });
});

const counted = async (table: 'notes' | 'fhir_binaries'): Promise<number> =>
  withSystem(
    t.database,
    async (tx) => (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(`app.${table}`)}`.execute(tx)).rows[0]!.n,
  );
let serial = 0;
const newId = () => ({ system: 'urn:test:bundles', value: `doc-${(serial += 1)}` });
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const binaryOf = (text: string, contentType = 'text/plain'): Json => ({
  resourceType: 'Binary',
  contentType,
  data: base64(text),
});
const documentAt = (attachment: Json, more: Json = {}): Json => ({
  resourceType: 'DocumentReference',
  status: 'current',
  content: [{ attachment }],
  ...more,
});
const entry = (resource: Json, more: Json = {}, request: Json = {}): Json => ({
  ...more,
  resource,
  request: { method: 'POST', url: resource['resourceType'], ...request },
});
const bundle = (...entries: Json[]): Json => ({ resourceType: 'Bundle', type: 'transaction', entry: entries });
const send = (url: string, body: unknown, headers = bearer) => t.as(null, 'POST', url, body, headers);
const textOf = async (id: string): Promise<string> =>
  (await t.as('approver', 'GET', `/api/v1/op-notes/${id}/`)).json<{ text: string }>().text;
const issueOf = (answer: { statusCode: number; json: () => unknown }) => {
  const outcome = answer.json() as { issue: { details: { text: string }; expression?: string[] }[] };
  expect(faultsOf(outcome)).toEqual([]);
  return [answer.statusCode, outcome.issue[0]!.details.text, outcome.issue[0]!.expression?.[0]];
};

describe('L: a file ahead of its document', () => {
  test('a Binary is kept until the document that names it comes, and is gone then; a repeated document is the same note', async () => {
    const rtf = String.raw`{\rtf1 PROCEDURE PERFORMED: Appendectomy.}`;
    const made = (await fhir.create({ resourceType: 'Binary', body: binaryOf(rtf, 'application/rtf') as never })) as Resource;
    expect(faultsOf(made)).toEqual([]);
    expect(await counted('fhir_binaries')).toBe(1);
    const document = documentAt({ url: `Binary/${made.id}` }, { masterIdentifier: newId() });
    const first = await send('/fhir/DocumentReference', document);
    expect(first.statusCode).toBe(201);
    expect(await textOf(first.json<Resource>().id)).toBe('PROCEDURE PERFORMED: Appendectomy.');
    expect(await counted('fhir_binaries')).toBe(0);
    const again = await send('/fhir/DocumentReference', document);
    expect([again.statusCode, again.json<Resource>().id]).toEqual([200, first.json<Resource>().id]);
  });

  test('one that is another tenant’s, unknown, or refused with its document', async () => {
    const { id } = (await send('/fhir/Binary', binaryOf('PROCEDURE: Appendectomy.'))).json<Resource>();
    const before = await counted('notes');
    const absolute = `${t.deps.config.publicUrl}/fhir/Binary/${id}`;
    const foreign = issueOf(await send('/fhir/DocumentReference', documentAt({ url: absolute }), other));
    const unknown = issueOf(await send('/fhir/DocumentReference', documentAt({ url: `Binary/${randomUUID()}` }), other));
    expect(foreign).toEqual([422, expect.stringContaining('not here'), 'content.0.attachment.url']);
    expect(unknown).toEqual(foreign);
    const damaged = documentAt({ url: `Binary/${id}`, contentType: 'application/pdf' });
    expect(issueOf(await send('/fhir/DocumentReference', damaged))[0]).toBe(422);
    expect(issueOf(await send('/fhir/Binary', { ...binaryOf('x'), data: '*' }))).toEqual([
      422,
      expect.stringContaining('base64'),
      'data',
    ]);
    expect([await counted('notes'), await counted('fhir_binaries')]).toEqual([before, 1]);
    const narrow = { authorization: `Bearer ${await tokenOf(['system/DocumentReference.rs'])}` };
    expect((await send('/fhir/Binary', binaryOf('x'), narrow)).statusCode).toBe(403);
  });

  describe('sent as it is', () => {
    const sendRaw = (type: string, payload: Buffer | string, headers = bearer, url = '/fhir/Binary') =>
      t.app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': type }, payload });
    const words = 'PROCEDURE PERFORMED: na\u00efve appendectomy.';
    const cda = `<ClinicalDocument xmlns="urn:hl7-org:v3"><title>Operative Note</title><component><nonXMLBody><text mediaType="text/plain">${words}</text></nonXMLBody></component></ClinicalDocument>`;

    test.each([
      ['text/plain; charset=ISO-8859-1', Buffer.from(words, 'latin1')],
      ['text/plain', Buffer.from(words)],
      ['application/rtf', Buffer.from(String.raw`{\rtf1\ansi PROCEDURE PERFORMED: na\'efve appendectomy.}`)],
      ['application/xml', Buffer.from(cda)],
    ])('%s: by its media type and its characters', async (type, bytes) => {
      const made = await sendRaw(type, bytes);
      expect([made.statusCode, made.headers.location, faultsOf(made.json())]).toEqual([
        201,
        expect.stringContaining(`/fhir/Binary/${made.json<Resource>().id}`),
        [],
      ]);
      expect(made.json()).toMatchObject({ contentType: type });
      const document = await send('/fhir/DocumentReference', documentAt({ url: `Binary/${made.json<Resource>().id}` }));
      expect(document.statusCode).toBe(201);
      expect(await textOf(document.json<Resource>().id)).toContain(words);
    });

    test('refused as in JSON: empty, too large, of another kind, without a scope, and at any other address', async () => {
      const before = await counted('fhir_binaries');
      expect(issueOf(await sendRaw('application/pdf', ''))).toEqual([422, 'The file is empty.', 'data']);
      const large = await sendRaw('application/pdf', Buffer.alloc(limits.uploadBytes + 1, 'x'));
      expect([large.statusCode, large.json()]).toMatchObject([413, { issue: [{ code: 'too-long' }] }]);
      const image = await sendRaw('image/png', 'x');
      expect([image.statusCode, image.json()]).toMatchObject([415, { issue: [{ code: 'not-supported' }] }]);
      const narrow = { authorization: `Bearer ${await tokenOf(['system/DocumentReference.rs'])}` };
      expect((await sendRaw('text/plain', words, narrow)).statusCode).toBe(403);
      expect((await sendRaw('text/plain', words, {} as typeof bearer)).statusCode).toBe(401);
      for (const url of ['/fhir/DocumentReference', '/fhir', '/api/v1/op-notes/'])
        expect((await sendRaw('text/plain', words, bearer, url)).statusCode).toBe(415);
      expect(await counted('fhir_binaries')).toBe(before);
    });
  });

  test('a file whose document never came is gone after a day', async () => {
    await withSystem(t.database, async (tx) => {
      await sql`delete from app.fhir_binaries`.execute(tx);
      await sql`insert into app.fhir_binaries (tenant_id, content_type, bytes, created_at)
        select id, 'text/plain', 'x', now() - make_interval(hours => age)
          from app.tenants, (values (23), (25)) as ages (age) where not platform limit 2`.execute(tx);
    });
    expect(await purge(t.database)).toMatchObject({ binaries: 1 });
    expect(await counted('fhir_binaries')).toBe(1);
  });
});

describe('L: several documents, all or none', () => {
  test('a transaction takes documents with their files in it, by address, and one that replaces another of it', async () => {
    const [file, first, second] = [`urn:uuid:${randomUUID()}`, `urn:uuid:${randomUUID()}`, `urn:uuid:${randomUUID()}`];
    const identifier = newId();
    const before = await counted('notes');
    const sent = bundle(
      entry(documentAt({ url: file }, { masterIdentifier: identifier }), { fullUrl: first }),
      entry(binaryOf('PROCEDURE: Appendectomy.'), { fullUrl: file }),
      entry(documentAt({ contentType: 'text/plain', data: base64('PROCEDURE: Colonoscopy.') }), { fullUrl: second }),
      entry(
        documentAt(
          { contentType: 'text/plain', data: base64('PROCEDURE: Colonoscopy, amended.') },
          { relatesTo: [{ code: 'replaces', target: { reference: second } }] },
        ),
      ),
    );
    expect(faultsOf(sent)).toEqual([]);
    const answer = (await fhir.transaction({ body: sent as never })) as unknown as Answered;
    expect(faultsOf(answer)).toEqual([]);
    expect(answer.type).toBe('transaction-response');
    expect(answer.entry.map(({ response }) => response.status)).toEqual(['201 Created', '200 OK', '201 Created', '200 OK']);
    const ids = answer.entry.flatMap(({ response }) => response.location?.split('/')[1] ?? []);
    expect(await textOf(ids[0]!)).toBe('PROCEDURE: Appendectomy.');
    expect([ids[1] === ids[2], await textOf(ids[2]!)]).toEqual([true, 'PROCEDURE: Colonoscopy, amended.']);
    expect(await counted('notes')).toBe(before + 2);
    const rows = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.audit_log').select('entity').where('detail', '=', 'by FHIR transaction, 2 new, 1 changed').execute(),
    );
    expect(rows.map(({ entity }) => [...new Set(entity)])).toEqual([[`note:${ids[0]}`, `note:${ids[1]}`]]);
    // Sent again, what is here makes nothing.
    const condition = { ifNoneExist: `identifier=${identifier.system}|${identifier.value}` };
    const data = base64('PROCEDURE: Appendectomy.');
    const again = await send(
      '/fhir',
      bundle(entry(documentAt({ contentType: 'text/plain', data }, { identifier: [identifier] }), {}, condition)),
    );
    expect(again.json<Answered>().entry[0]!.response).toMatchObject({
      status: '200 OK',
      location: `DocumentReference/${ids[0]}/_history/1`,
    });
    expect(await counted('notes')).toBe(before + 2);
  });

  test('one entry that cannot be taken is named, and none is taken', async () => {
    const before = await counted('notes');
    const good = entry(documentAt({ contentType: 'text/plain', data: base64('PROCEDURE: Appendectomy.') }));
    const text = (words: string, more: Json = {}) => documentAt({ contentType: 'text/plain', data: base64(words) }, more);
    const identifier = newId();
    const refusals: [string, Json, number, string | undefined][] = [
      [
        'damaged',
        bundle(good, entry(documentAt({ contentType: 'application/pdf', data: base64('%PDF-1.7 nonsense') }))),
        422,
        undefined,
      ],
      [
        'Entry 2: Send text/plain',
        bundle(good, entry(documentAt({ contentType: 'image/png', data: 'AAAA' }))),
        422,
        'entry.1.resource.content.0.attachment.contentType',
      ],
      [
        'Entry 3',
        bundle(good, entry(text('One.', { identifier: [identifier] })), entry(text('Two.', { identifier: [identifier] }))),
        409,
        undefined,
      ],
      [
        'Entry 2',
        bundle(good, entry(text('One.', { relatesTo: [{ code: 'replaces', target: { identifier: newId() } }] }))),
        404,
        undefined,
      ],
      [
        'Entry 2',
        bundle(good, entry(text('One.'), {}, { ifNoneExist: 'identifier=nothing' })),
        422,
        'entry.1.resource.If-None-Exist',
      ],
      ['Entry 2', bundle(good, entry(binaryOf('x'), { fullUrl: `urn:uuid:${randomUUID()}` })), 422, 'entry.1.fullUrl'],
      ['Entry 2', bundle(good, entry(text('One.'), {}, { url: 'Binary' })), 422, 'entry.1.request.url'],
      [
        'Only DocumentReference',
        bundle(good, entry({ resourceType: 'Patient' }, {}, { url: 'Binary' })),
        422,
        'entry.1.resource.resourceType',
      ],
      ['Only POST', bundle(good, entry(text('One.'), {}, { method: 'PUT' })), 422, 'entry.1.request.method'],
      ['batches', { ...bundle(good), type: 'batch' }, 422, 'type'],
      ['At least one'.toLowerCase(), bundle(), 422, 'entry'],
      ['At most 50', bundle(...Array.from({ length: 51 }, () => good)), 422, 'entry'],
    ];
    for (const [words, body, status, path] of refusals)
      expect([words, ...issueOf(await send('/fhir', body))]).toEqual([words, status, expect.stringContaining(words), path]);
    expect(await counted('notes')).toBe(before);
  });
});
