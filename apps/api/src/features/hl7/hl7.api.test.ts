import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { Hl7Channel, Hl7Message } from '@incisive/contract/hl7-channels';
import { noteToDocx } from '@incisive/documents';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { Hl7Server } from './hl7-server.job.ts';
import { Sender, codeOf, errorOf } from './hl7.fixture.ts';
import { framed } from './mllp-frames.ts';

const base = '/api/v1/integrations/hl7-channels/';
let t: TestApp;
let server: Hl7Server;
beforeAll(async () => {
  t = await buildTestApp({ HL7_PORT: '0' });
  server = await Hl7Server.listen(t.deps);
});
afterAll(async () => {
  await server.close();
  await t.close();
});

const open = (to = server): Sender => new Sender(connect({ port: to.port, host: '127.0.0.1' }));
const setUp = async (as = 'admin') =>
  (await t.as(as, 'POST', base, { name: `Channel ${randomUUID().slice(0, 8)}` })).json<Hl7Channel & { key: string }>();
const logOf = async (channel: Hl7Channel, as = 'admin'): Promise<Hl7Message[]> =>
  (await t.as(as, 'GET', `${base}${channel.id}/messages/`)).json<{ results: Hl7Message[] }>().results;
const notesWith = async (words: string) =>
  (
    await withSystem(t.database, (tx) =>
      sql<{ id: string; tenant_id: string; text: string; type: string; version: number }>`
        select id, tenant_id, text, type, version from app.notes where text like ${`%${words}%`} order by created_at`.execute(tx),
    )
  ).rows;

let channel: Hl7Channel & { key: string };
let sender: Sender;
let words: string;
let control = 0;
const head = (event: string, key = channel.key): string =>
  `MSH|^~\\&|EHR|HOSP|INCISIVE|${key}|20261120||${event}|${String((control += 1))}|P|2.5.1`;
const mdm = (event: string, document: string, text: string, more: { replaces?: string; key?: string } = {}): string =>
  [
    head(`MDM^${event}`, more.key),
    'PID|1||123^^^HOSP||SURNAME^FIRST',
    `TXA|1|OP|TX|20261120||||||||${document}^EHR|${more.replaces ? `${more.replaces}^EHR` : ''}`,
    ...text.split('\n').map((line, n) => `OBX|${String(n + 1)}|TX|||${line}`),
  ].join('\r');
beforeAll(async () => {
  channel = await setUp();
});
beforeEach(() => {
  sender?.end();
  sender = open();
  words = `Marker ${randomUUID()}`;
});
afterAll(() => sender.end());

describe('L: HL7 v2 over MLLP', () => {
  test('an MDM^T02 becomes a note of the channel’s tenant before it is acknowledged; log and audit have ids alone', async () => {
    const answer = await sender.send(mdm('T02^MDM_T02', randomUUID(), `PROCEDURE: Appendectomy.\nFINDINGS: ${words}.`));
    expect(codeOf(answer)).toBe('AA');
    const [note, ...more] = await notesWith(words);
    expect(more).toEqual([]);
    expect(note).toMatchObject({ tenant_id: t.tenants[0], type: 'txt', text: `PROCEDURE: Appendectomy.\nFINDINGS: ${words}.` });
    expect((await logOf(channel))[0]).toMatchObject({
      event: 'MDM^T02',
      control_id: String(control),
      outcome: 'taken',
      note_id: note!.id,
    });
    const audit = await withSystem(t.database, (tx) =>
      sql<{ row: string }>`select a::text as row from app.audit_log a where ${`note:${note!.id}`} = any (a.entity)`.execute(tx),
    );
    expect(audit.rows).toHaveLength(1);
    expect(audit.rows[0]!.row).toContain('by HL7');
    const listed = (await t.as('admin', 'GET', base)).body;
    expect(JSON.stringify([audit.rows, await logOf(channel), listed])).not.toMatch(/SURNAME|Marker/);
    expect(listed).not.toContain(channel.key);
    expect((await t.as('approver2', 'GET', `/api/v1/op-notes/${note!.id}/`)).statusCode).toBe(404);
  });

  test('the same document is one note: sent again, authenticated (T04), or under another message number', async () => {
    const document = randomUUID();
    const message = mdm('T02', document, words);
    const answers = [await sender.send(message), await sender.send(message), await sender.send(mdm('T04', document, words))];
    expect(answers.map(codeOf)).toEqual(['AA', 'AA', 'AA']);
    expect(await notesWith(words)).toMatchObject([{ version: 1 }]);
    expect((await logOf(channel)).slice(0, 3).map(({ outcome }) => outcome)).toEqual(['known', 'known', 'taken']);
  });

  test('another text of the document, and a document that replaces it (T10), are new versions of its note', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await sender.send(mdm('T02', first, `${words} dictated`));
    expect(codeOf(await sender.send(mdm('T04', first, `${words} signed`)))).toBe('AA');
    expect(codeOf(await sender.send(mdm('T10', second, `${words} replaced`, { replaces: first })))).toBe('AA');
    // A new document under a number that is here is another's: it would put the text of one patient in the place of another's.
    const reused = await sender.send(mdm('T02', first, `${words} of somebody else`));
    expect([codeOf(reused), errorOf(reused).split('|')[3]]).toEqual(['AE', '205^Duplicate key identifier^HL70357']);
    // Old news of either document changes nothing.
    expect(codeOf(await sender.send(mdm('T02', first, `${words} dictated`)))).toBe('AA');
    const notes = await notesWith(words);
    expect(notes).toMatchObject([{ text: `${words} replaced`, version: 3 }]);
    const versions = await t.as('admin', 'GET', `/api/v1/op-notes/${notes[0]!.id}/versions/`);
    expect(versions.json<{ results: { text: string }[] }>().results.map(({ text }) => text)).toEqual([
      `${words} signed`,
      `${words} dictated`,
    ]);
  });

  test('a correction back to an earlier text is a new version; a message that comes again late changes nothing', async () => {
    const document = randomUUID();
    const [first, wrong, back] = [
      mdm('T02', document, `${words} left`),
      mdm('T04', document, `${words} right`),
      mdm('T04', document, `${words} left`),
    ];
    for (const message of [first, wrong, back]) expect(codeOf(await sender.send(message))).toBe('AA');
    expect(await notesWith(words)).toMatchObject([{ text: `${words} left`, version: 3 }]);
    // Their numbers (MSH-10) and texts are those of before.
    for (const message of [wrong, first, back, wrong]) expect(codeOf(await sender.send(message))).toBe('AA');
    expect(await notesWith(words)).toMatchObject([{ text: `${words} left`, version: 3 }]);
    expect((await logOf(channel)).slice(0, 5).map(({ outcome }) => outcome)).toEqual([
      ...Array<string>(4).fill('known'),
      'updated',
    ]);
  });

  test('what a person wrote here stays when the same text is authenticated (T04) afterwards', async () => {
    const document = randomUUID();
    await sender.send(mdm('T02', document, words));
    const [note] = await notesWith(words);
    const seen = await t.as('approver', 'GET', `/api/v1/op-notes/${note!.id}/`);
    const saved = await t.as(
      'approver',
      'PATCH',
      `/api/v1/op-notes/${note!.id}/`,
      { text: `${words} by hand` },
      {
        'if-match': seen.headers['etag'] as string,
      },
    );
    expect(saved.statusCode).toBe(200);
    expect(codeOf(await sender.send(mdm('T04', document, words)))).toBe('AA');
    expect(await notesWith(words)).toMatchObject([{ text: `${words} by hand`, version: 2 }]);
  });

  test('a replacing document whose first never came is a note: nothing is lost', async () => {
    expect(codeOf(await sender.send(mdm('T10', randomUUID(), words, { replaces: randomUUID() })))).toBe('AA');
    expect(await notesWith(words)).toHaveLength(1);
  });

  test('ORU^R01: text, RTF and a Word file in base64; the report’s number makes it one note', async () => {
    const report = randomUUID();
    const oru = (...observations: string[]) => [head('ORU^R01^ORU_R01'), `OBR|1||${report}|OP`, ...observations].join('\r');
    const rtf = Buffer.from(String.raw`{\rtf1\ansi PROCEDURE: Biopsy.\par ${words} caf\'e9}`, 'latin1').toString('base64');
    expect(codeOf(await sender.send(oru(`OBX|1|ED|||EHR^TEXT^RTF^Base64^${rtf}`)))).toBe('AA');
    expect(await notesWith(words)).toMatchObject([{ text: `PROCEDURE: Biopsy.\n${words} café`, type: 'txt' }]);
    const plain = Buffer.from(`PROCEDURE: Incision.\n${words} caf\u00E9`, 'latin1').toString('base64');
    expect(codeOf(await sender.send(oru(`OBX|1|ED|||EHR^TEXT^plain^Base64^${plain}`)))).toBe('AA');
    expect(await notesWith(words)).toMatchObject([{ text: `PROCEDURE: Incision.\n${words} café`, type: 'txt', version: 2 }]);
    const docx = Buffer.from(await noteToDocx({ id: randomUUID(), text: `PROCEDURE: Excision.\n${words}` })).toString('base64');
    expect(
      codeOf(
        await sender.send(
          oru(`OBX|1|ED|||EHR^Application^vnd.openxmlformats-officedocument.wordprocessingml.document^Base64^${docx}`),
        ),
      ),
    ).toBe('AA');
    const notes = await notesWith(words);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatchObject({ version: 3 });
    expect(notes[0]!.text).toContain('Excision');
  });

  test('what cannot be taken is answered with the reason, logged and audited, and makes nothing', async () => {
    const before = (await logOf(channel)).length;
    const answers = [
      await sender.send(mdm('T02', '', words)),
      await sender.send([head('ADT^A01'), 'PID|1'].join('\r')),
      await sender.send(mdm('T02', randomUUID(), ' ')),
      await sender.send(Buffer.from(mdm('T02', randomUUID(), `${words} \u00E9`), 'latin1')),
    ];
    expect(answers.map(codeOf)).toEqual(['AE', 'AR', 'AE', 'AE']);
    expect(errorOf(answers[0]!)).toContain('TXA-12');
    expect(errorOf(answers[3]!)).toContain('MSH-18');
    expect(await notesWith(words)).toEqual([]);
    const log = await logOf(channel);
    // Bytes of another character set are refused before their channel is known.
    expect(log.length - before).toBe(3);
    expect(log.slice(0, 3).map(({ outcome, reason }) => [outcome, typeof reason])).toEqual(Array(3).fill(['refused', 'string']));
    const [listed] = (await t.as('admin', 'GET', base)).json<{ results: Hl7Channel[] }>().results;
    expect(listed!.last_error?.reason).toBe('OBX-5 has no text. Send the words of the document in it.');
  });

  test('a key of another tenant brings notes there alone; a wrong, old or revoked one brings none, and ends the connection', async () => {
    const theirs = await setUp('admin2');
    expect(codeOf(await sender.send(mdm('T02', randomUUID(), words, { key: theirs.key })))).toBe('AA');
    expect(await notesWith(words)).toMatchObject([{ tenant_id: t.tenants[1] }]);
    expect((await t.as('admin', 'GET', `${base}${theirs.id}/messages/`)).statusCode).toBe(404);

    const { key } = (await t.as('admin2', 'POST', `${base}${theirs.id}/rotate/`, {})).json<{ key: string }>();
    const old = await sender.send(mdm('T02', randomUUID(), words, { key: theirs.key }));
    expect([codeOf(old), errorOf(old).split('|')[3]]).toEqual(['AR', '204^Unknown key identifier^HL70357']);
    expect(codeOf(await sender.send(mdm('T02', randomUUID(), `${words} again`, { key })))).toBe('AA');
    expect((await t.as('admin2', 'POST', `${base}${theirs.id}/revoke/`, {})).statusCode).toBe(200);
    for (let n = 0; n < 5; n += 1) expect(codeOf(await sender.send(mdm('T02', randomUUID(), words, { key })))).toBe('AR');
    expect(await sender.heard()).toEqual([]);
    expect(await notesWith(words)).toHaveLength(2);
  });

  test('a cut frame makes nothing, and the next message on the connection is taken', async () => {
    sender.socket.write(framed(mdm('T02', randomUUID(), `${words} cut`)).subarray(0, -20));
    expect(codeOf(await sender.send(mdm('T02', randomUUID(), `${words} whole`)))).toBe('AA');
    expect(await notesWith(words)).toMatchObject([{ text: `${words} whole` }]);
  });

  test('a segment of 5 MB is read; what is longer than any document is refused by name, and the connection goes on', async () => {
    const line = 'The wound was closed in layers. ';
    const long = `${words} ${line.repeat(Math.ceil(5_000_000 / line.length))}`;
    const tooMuch = await sender.send(mdm('T02', randomUUID(), long));
    expect([codeOf(tooMuch), (await notesWith(words)).length]).toEqual(['AE', 0]);
    expect(errorOf(tooMuch)).toMatch(/long/i);
    const packed = Buffer.from(`{\\rtf1 ${words}}${' '.repeat(3_700_000)}`).toString('base64');
    const oru = [head('ORU^R01'), `OBR|1||${randomUUID()}|OP`, `OBX|1|ED|||EHR^TEXT^RTF^Base64^${packed}`].join('\r');
    expect(oru.length).toBeGreaterThan(4_900_000);
    expect(codeOf(await sender.send(oru))).toBe('AA');
    expect(await notesWith(words)).toHaveLength(1);
    const larger = await sender.send(`${mdm('T02', randomUUID(), words)}\rZZZ|${'x'.repeat(8_000_000)}`);
    expect([codeOf(larger), errorOf(larger)]).toEqual(['AE', expect.stringContaining('longer than 8,000,000 bytes')]);
    expect(codeOf(await sender.send(mdm('T02', randomUUID(), `${words} after`)))).toBe('AA');
  });

  test('many messages on one connection are answered in their order', async () => {
    const first = control + 1;
    for (let n = 0; n < 40; n += 1) sender.socket.write(framed(mdm('T02', randomUUID(), `${words} ${String(n)}`)));
    const answered: string[] = [];
    for (let n = 0; n < 40; n += 1) answered.push((await sender.heard()).find((line) => line.startsWith('MSA')) ?? '');
    expect(answered).toEqual(Array.from({ length: 40 }, (_, n) => `MSA|AA|${String(first + n)}`));
    expect(await notesWith(words)).toHaveLength(40);
  });

  test('the same document on two connections at once is one note', async () => {
    const other = open();
    const document = randomUUID();
    const answers = await Promise.all([sender, other].map((one) => one.send(mdm('T02', document, words))));
    other.end();
    expect(answers.map(codeOf)).toEqual(['AA', 'AA']);
    expect(await notesWith(words)).toHaveLength(1);
  });

  test('a database that fails stores nothing and acknowledges nothing; the message is taken when it is sent again', async () => {
    const message = mdm('T02', randomUUID(), words);
    const asOwner = async (statements: string): Promise<void> => {
      const { Client } = (await import('pg')).default;
      const client = new Client(t.admin);
      await client.connect();
      await client.query(statements);
      await client.end();
    };
    await asOwner(`create function app.fail_now() returns trigger language plpgsql as $$ begin raise exception using errcode = '57P01'; end $$;
      create trigger fail_now before insert on app.hl7_messages for each row execute function app.fail_now()`);
    let answer: string[];
    try {
      answer = await sender.send(message);
      expect(await notesWith(words)).toEqual([]);
    } finally {
      await asOwner('drop trigger fail_now on app.hl7_messages; drop function app.fail_now()');
    }
    expect([codeOf(answer), errorOf(answer)]).toEqual(['AE', expect.stringContaining('207')]);
    expect(codeOf(await sender.send(message))).toBe('AA');
    expect(await notesWith(words)).toHaveLength(1);
  });

  test('a server that stops finishes and acknowledges the message in hand', async () => {
    const own = await Hl7Server.listen(t.deps);
    const one = open(own);
    const answer = one.send(mdm('T02', randomUUID(), words));
    await expect.poll(() => notesWith(words), { timeout: 60_000 }).toHaveLength(1);
    await own.close();
    expect(codeOf(await answer)).toBe('AA');
    expect(await one.heard()).toEqual([]);
  });

  test('who may not manage connections sees none; the test says what a message would do, and stores nothing', async () => {
    expect((await t.as('approver', 'GET', base)).statusCode).toBe(403);
    const tried = async (message?: string) =>
      (await t.as('admin', 'POST', `${base}${channel.id}/test/`, message === undefined ? {} : { message })).json<{
        ok: boolean;
        words: string;
      }>();
    const would = await tried(mdm('T02', 'D-77', words, { key: 'any' }));
    expect(would).toMatchObject({ ok: true });
    expect(would.words).toContain('document D-77');
    expect(await tried('MSH|^~\\&|A')).toMatchObject({ ok: false });
    expect(await tried(mdm('T02', '', words))).toMatchObject({ ok: false, words: expect.stringContaining('TXA-12') as string });
    expect(await notesWith(words)).toEqual([]);
    // Its port takes no certificates.
    const bind = (certificate: string | null) => t.as('admin', 'POST', `${base}${channel.id}/certificate/`, { certificate });
    await bind('Record system');
    expect(await tried()).toMatchObject({ ok: false, words: expect.stringContaining('HL7_TLS_DIR') as string });
    await bind(null);
  });
});
