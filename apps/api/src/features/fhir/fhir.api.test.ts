import { Client } from 'fhir-kit-client';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { AccessFixtures } from '../../testing/access-fixtures.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { faultsOf } from './fhir-faults.fixture.ts';

type Json = Record<string, unknown>;
type Resource = Json & { resourceType: string; id: string };
interface Bundle {
  readonly type: string;
  readonly link: { relation: string; url: string }[];
  readonly entry?: { resource: Resource }[];
}

const t = await useTestApp();
const make = new AccessFixtures(t);
const all = ['system/DocumentReference.crus', 'system/Claim.rs'];
let fhir: Client;
let bearer: Record<string, string>;

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
  const token = await tokenOf(all);
  bearer = { authorization: `Bearer ${token}` };
  fhir = new Client({ baseUrl: `${address}/fhir`, bearerToken: token });
});

let serial = 0;
const newId = () => ({ system: 'urn:test:ehr', value: `doc-${(serial += 1)}` });
const documentOf = (text: string, more: Json = {}, contentType = 'text/plain'): Json => ({
  resourceType: 'DocumentReference',
  status: 'current',
  type: { coding: [{ system: 'http://loinc.org', code: '11504-8' }] },
  content: [{ attachment: { contentType, data: Buffer.from(text).toString('base64') } }],
  ...more,
});
const send = (body: unknown, headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url: '/fhir/DocumentReference',
    headers: { ...bearer, 'content-type': 'application/fhir+json', ...headers },
    payload: JSON.stringify(body),
  });
const notes = async (): Promise<number> =>
  Number(
    (await withSystem(t.database, (tx) => sql<{ n: number }>`select count(*)::int as n from app.notes`.execute(tx))).rows[0]!.n,
  );
const issueOf = (answer: { statusCode: number; json: () => unknown }) => {
  const outcome = answer.json() as { resourceType: string; issue: { code: string; details: { text: string } }[] };
  expect(faultsOf(outcome)).toEqual([]);
  return [answer.statusCode, outcome.issue[0]!.code, outcome.issue[0]!.details.text];
};

describe('L: operative notes in by FHIR R4', () => {
  test('a real client finds out what is served, sends a note, reads it and finds it by its identifier', async () => {
    const statement = await fhir.capabilityStatement();
    expect(faultsOf(statement)).toEqual([]);
    const smart = (await t.as(null, 'GET', '/fhir/.well-known/smart-configuration')).json<Json>();
    expect(smart).toMatchObject({ token_endpoint: `${t.deps.config.publicUrl}/oauth/token` });
    const identifier = newId();
    const text = 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy – naïve patient.';
    const made = (await fhir.create({
      resourceType: 'DocumentReference',
      body: documentOf(text, { masterIdentifier: identifier }) as never,
    })) as Resource;
    expect(faultsOf(made)).toEqual([]);
    const read = (await fhir.read({ resourceType: 'DocumentReference', id: made.id })) as Resource;
    expect(faultsOf(read)).toEqual([]);
    const wrong = faultsOf({ ...read, status: 'open', date: '01/08/2024' });
    expect([wrong.some((fault) => fault.startsWith('fhir')), wrong.some((fault) => fault.startsWith('medplum'))]).toEqual([
      true,
      true,
    ]);
    const [{ attachment }] = read['content'] as [{ attachment: { data: string } }];
    expect(Buffer.from(attachment.data, 'base64').toString()).toBe(text);
    const found = (await fhir.search({
      resourceType: 'DocumentReference',
      searchParams: { identifier: `${identifier.system}|${identifier.value}`, status: 'current' },
    })) as unknown as Bundle;
    expect(faultsOf(found)).toEqual([]);
    expect(found.entry?.map(({ resource }) => resource.id)).toEqual([made.id]);
    // What a screen shows of it, and what the engine makes of it, is that of any note.
    await t.deps.suggestionQueue.idle();
    const codes = await t.as('approver', 'GET', `/api/v1/op-notes/${made.id}/cpt-codes-suggested/`);
    expect(codes.body).toContain('47562');
  });

  test('the same document twice is one note, side by side as well; a conditional create answers what is there', async () => {
    const identifier = newId();
    const document = documentOf('PROCEDURE: Appendectomy.', { identifier: [identifier] });
    const before = await notes();
    const answers = await Promise.all([send(document), send(document), send(document)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.json<Resource>().id)).size).toBe(1);
    const again = await send(document, { 'if-none-exist': `identifier=${identifier.system}|${identifier.value}` });
    expect([again.statusCode, again.headers.location]).toEqual([200, answers[0]!.headers.location]);
    expect(await notes()).toBe(before + 1);
    expect(issueOf(await send(document, { 'if-none-exist': 'identifier=urn:test:ehr|another' }))[0]).toBe(422);
    const other = documentOf('PROCEDURE: Colonoscopy.', { identifier: [identifier] });
    expect(issueOf(await send(other)).slice(0, 2)).toEqual([409, 'conflict']);
    expect(await notes()).toBe(before + 1);
  });

  test('one that replaces another is its new version, the text before is kept, and it needs its own scope', async () => {
    const [first, second] = [newId(), newId()];
    const { id } = (await send(documentOf('PROCEDURE: Appendectomy.', { masterIdentifier: first }))).json<Resource>();
    const replacing = documentOf('PROCEDURE: Laparoscopic appendectomy.', {
      masterIdentifier: second,
      relatesTo: [{ code: 'replaces', target: { identifier: first } }],
    });
    const narrow = { authorization: `Bearer ${await tokenOf(['system/DocumentReference.c'])}` };
    expect(issueOf(await send(replacing, narrow)).slice(0, 2)).toEqual([403, 'forbidden']);
    const answer = await send(replacing);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { id, meta: { versionId: '2' }, identifier: [first, second] },
    ]);
    const versions = (await t.as('admin', 'GET', `/api/v1/op-notes/${id}/versions/`)).json<{ results: { text: string }[] }>();
    expect(versions.results.map(({ text }) => text)).toContain('PROCEDURE: Appendectomy.');
    // Sent once more, the first is still the same note, as it now is.
    expect((await send(documentOf('PROCEDURE: Appendectomy.', { masterIdentifier: first }))).json()).toMatchObject({
      id,
      meta: { versionId: '2' },
    });
    expect(
      issueOf(await send(documentOf('Text.', { relatesTo: [{ code: 'replaces', target: { identifier: newId() } }] })))[0],
    ).toBe(404);
  });

  test('what cannot be taken is told in an OperationOutcome, stands in the audit log, and leaves nothing', async () => {
    const before = await notes();
    const latin = { contentType: 'text/plain; charset=utf-8', data: Buffer.from('na\u00efve', 'latin1').toString('base64') };
    const refusals: [unknown, number, string][] = [
      [documentOf(''), 422, 'The file is empty'],
      [documentOf('   '), 422, 'empty'],
      [documentOf('x', {}, 'image/png'), 422, 'text/plain'],
      [documentOf('%PDF-1.7 nonsense', {}, 'application/pdf'), 422, 'damaged'],
      [{ ...documentOf('x'), content: [{ attachment: latin }] }, 422, 'not utf-8'],
      [
        { ...documentOf('x'), content: [{ attachment: { contentType: 'text/plain', url: 'http://127.0.0.1/x' } }] },
        422,
        'not fetched',
      ],
      [{ ...documentOf('x'), status: 'entered-in-error' }, 422, 'current'],
      [{ resourceType: 'Patient' }, 422, 'DocumentReference'],
    ];
    for (const [body, status, words] of refusals) {
      const answer = await send(body);
      expect([words, ...issueOf(answer)]).toEqual([words, status, expect.any(String), expect.stringContaining(words)]);
      expect(answer.headers['content-type']).toBe('application/fhir+json; charset=utf-8');
    }
    expect(await notes()).toBe(before);
    const refused = await withSystem(t.database, (tx) =>
      tx.selectFrom('app.audit_log').select('detail').where('type', '=', 'client_message_refused').execute(),
    );
    expect(refused.length).toBeGreaterThanOrEqual(refusals.length);
    expect(issueOf(await t.as(null, 'GET', '/fhir/Observation', undefined, bearer)).slice(0, 2)).toEqual([404, 'not-found']);
    expect(issueOf(await t.as(null, 'GET', '/fhir/DocumentReference')).slice(0, 2)).toEqual([401, 'login']);
  });

  test('a character set that is named is read; a page leads to the next', async () => {
    const data = Buffer.from('PROCEDURE: na\u00efve appendectomy.', 'latin1').toString('base64');
    const content = [{ attachment: { contentType: 'text/plain; charset=ISO-8859-1', data } }];
    const { id } = (await send({ ...documentOf('x'), content })).json<Resource>();
    expect((await t.as('approver', 'GET', `/api/v1/op-notes/${id}/`)).body).toContain('na\u00efve');
    const seen: string[] = [];
    let url: string | undefined = '/fhir/DocumentReference?_count=2';
    for (let pages = 0; url !== undefined && pages < 50; pages += 1) {
      const bundle: Bundle = (await t.as(null, 'GET', url, undefined, bearer)).json();
      seen.push(...(bundle.entry ?? []).map(({ resource }) => resource.id));
      url = bundle.link.find(({ relation }) => relation === 'next')?.url.replace(t.deps.config.publicUrl, '');
    }
    expect(seen).toContain(id);
    expect(seen.length).toBe(new Set(seen).size);
    expect(seen.length).toBe(await notes());
    const none = (await t.as(null, 'GET', '/fhir/DocumentReference?date=lt2020-01-01', undefined, bearer)).json<Bundle>();
    expect(none.entry).toBeUndefined();
  });

  test('a clinical document is read by its sections, RTF by its words; a hostile one is refused', async () => {
    const cda = (inner: string, start = '') =>
      `<?xml version="1.0"?>${start}<ClinicalDocument xmlns="urn:hl7-org:v3"><title>Operative Note</title><component><structuredBody><component><section><title>Procedure performed</title><text><list><item>${inner}</item></list></text></section></component></structuredBody></component></ClinicalDocument>`;
    const textOf = async (answer: { statusCode: number; json: () => unknown }) => {
      expect(answer.statusCode).toBe(201);
      const { id } = answer.json() as Resource;
      await t.deps.suggestionQueue.idle();
      expect((await t.as('approver', 'GET', `/api/v1/op-notes/${id}/cpt-codes-suggested/`)).body).toContain('47562');
      return (await t.as('approver', 'GET', `/api/v1/op-notes/${id}/`)).json<{ text: string }>().text;
    };
    for (const type of ['application/xml', 'text/xml; charset=utf-8', 'application/hl7-cda+xml'])
      expect(await textOf(await send(documentOf(cda('Laparoscopic cholecystectomy'), {}, type)))).toBe(
        'Operative Note\n\nProcedure performed:\n- Laparoscopic cholecystectomy',
      );
    const rtf = String.raw`{\rtf1 PROCEDURE PERFORMED: Laparoscopic cholecystectomy.}`;
    expect(await textOf(await send(documentOf(rtf, {}, 'application/rtf')))).toBe(
      'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.',
    );
    const before = await notes();
    const hostile = cda('&a;', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>');
    expect(issueOf(await send(documentOf(hostile, {}, 'application/xml')))).toEqual([
      422,
      'processing',
      expect.stringContaining('DOCTYPE'),
    ]);
    expect(issueOf(await send(documentOf('<a/>', {}, 'text/xml')))[2]).toContain('ClinicalDocument');
    expect(await notes()).toBe(before);
  });

  test('another tenant’s client neither reads it nor meets its identifier', async () => {
    const identifier = newId();
    const mine = (await send(documentOf('PROCEDURE: Appendectomy.', { masterIdentifier: identifier }))).json<Resource>();
    const other = { authorization: `Bearer ${await tokenOf(all, 'other')}` };
    expect((await t.as(null, 'GET', `/fhir/DocumentReference/${mine.id}`, undefined, other)).statusCode).toBe(404);
    const found = (
      await t.as(null, 'GET', `/fhir/DocumentReference?identifier=${identifier.value}`, undefined, other)
    ).json<Bundle>();
    expect(found.entry).toBeUndefined();
    const theirs = await send(documentOf('PROCEDURE: Appendectomy.', { masterIdentifier: identifier }), other);
    expect([theirs.statusCode, theirs.json<Resource>().id === mine.id]).toEqual([201, false]);
    const replacing = documentOf('Text.', {
      relatesTo: [{ code: 'replaces', target: { reference: `DocumentReference/${mine.id}` } }],
    });
    expect((await send(replacing, other)).statusCode).toBe(404);
  });
});

describe('L: finished claims out by FHIR R4', () => {
  test('Claim, Procedure, ChargeItem and Provenance are found and read, and lead to each other', async () => {
    const { id } = (
      await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'PROCEDURE PERFORMED: Laparoscopic cholecystectomy.' })
    ).json<{ id: string }>();
    await readyClaim(t, id);
    const search = async (type: string): Promise<Resource[]> =>
      ((await fhir.search({ resourceType: type, searchParams: { created: 'ge2026-01-01' } })) as unknown as Bundle).entry?.map(
        ({ resource }) => resource,
      ) ?? [];
    expect(await search('Claim')).toEqual([]);
    expect((await t.as('superadmin', 'POST', `/api/v1/op-notes/${id}/case/finish/`)).statusCode).toBe(200);
    const resources: Resource[] = [];
    for (const type of ['Claim', 'Procedure', 'ChargeItem', 'Provenance']) {
      const found = await search(type);
      expect([type, found.length]).toEqual([type, 1]);
      expect(faultsOf(found[0]!)).toEqual([]);
      expect(await fhir.read({ resourceType: type, id: found[0]!.id })).toEqual(found[0]);
      resources.push(...found);
    }
    const ids = new Set(resources.map((one) => `${one.resourceType}/${one.id}`));
    const referred = [...JSON.stringify(resources).matchAll(/"reference":"([^"#]+)"/g)].map(([, to]) => to!);
    expect(referred).toContain(`DocumentReference/${id}`);
    expect(referred.filter((to) => !ids.has(to) && to !== `DocumentReference/${id}`)).toEqual([]);
    expect(JSON.stringify(resources)).not.toContain('Laparoscopic');
    const other = { authorization: `Bearer ${await tokenOf(all, 'other')}` };
    expect((await t.as(null, 'GET', `/fhir/Claim/${resources[0]!.id}`, undefined, other)).statusCode).toBe(404);
    const only = { authorization: `Bearer ${await tokenOf(['system/DocumentReference.rs'])}` };
    expect((await t.as(null, 'GET', '/fhir/Claim', undefined, only)).statusCode).toBe(403);
  });
});
