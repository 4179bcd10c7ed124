import type { AddressInfo } from 'node:net';
import type { NoteDetail } from '@incisive/contract/notes';
import { extractText } from '@incisive/documents';
import { expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { entriesOf } from '../../testing/zip-entries.ts';

const t = await useTestApp();

const text = 'PROCEDURE: Laparoscopic cholecystectomy.\nLeft \u202Eside\u0007 was \u200Bseen.';
const create = async (kind: 'op' | 'ed', as = 'approver'): Promise<string> => {
  const body = (await t.as(as, 'POST', `/api/v1/${kind}-notes/`, { text })).json<NoteDetail & { data: NoteDetail }>();
  return kind === 'op' ? body.id : body.data.id;
};
const exportsOf = (id: string) =>
  withSystem(t.database, async (tx) =>
    (await tx.selectFrom('app.audit_log').selectAll().where('type', '=', 'note_export').execute()).filter((row) =>
      row.entity.includes(`note:${id}`),
    ),
  );

test('PRD-13 the Word file has id, codes up to the limit, and the text without controls', async () => {
  const id = await create('op');
  for (const code of ['47562', '47563', '47600'])
    await t.as('approver', 'POST', `/api/v1/op-notes/${id}/cpt-codes-approved/`, { cpt_codes: [code] });
  const file = async (query: string) => {
    const response = await t.as('dataentry', 'GET', `/api/v1/op-notes/${id}/download/${query}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-disposition']).toBe('attachment; filename="OpNotes.docx"');
    expect(response.headers['content-security-policy']).toContain('sandbox');
    return (await extractText(response.rawPayload, 'x.docx')).text;
  };
  const whole = await file('');
  expect(whole).toContain(id);
  expect(whole).toContain('47562, 47563, 47600');
  expect(whole).not.toContain('approved codes');
  expect(whole).toMatch(/Left side was seen\./);
  const cut = await file('?limit=1');
  expect(cut).toContain('1 of 3 approved codes');
  expect(cut).not.toContain('47600');
  const rows = await exportsOf(id);
  expect(rows.length).toBe(2);
  expect(rows[0]).toMatchObject({ who: 'dataentry', tenant_id: t.tenants[0], detail: 'docx' });
});

test.each(['op', 'ed'] as const)(
  'HIP-18 a zip of %s-notes has an entry by id and an audit row for each, duplicates folded',
  async (kind) => {
    const ids = [await create(kind), await create(kind), await create(kind)];
    const response = await t.as('dataentry', 'POST', `/api/v1/${kind}-notes/download/`, { [`${kind}_notes`]: [...ids, ids[0]] });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('application/zip');
    expect(response.headers['content-disposition']).toContain(kind === 'op' ? 'OpNotes.zip' : 'EdNotes.zip');
    const entries = entriesOf(response.rawPayload);
    expect([...entries.keys()]).toEqual(ids.map((id) => `${id}.docx`));
    for (const [name, bytes] of entries) {
      const read = (await extractText(bytes, name)).text;
      expect(read).toContain('was seen.');
      expect(read.includes('Approved codes')).toBe(kind === 'op');
    }
    for (const id of ids) expect((await exportsOf(id)).map((row) => row.detail)).toEqual(['zip']);
  },
);

test('a super-level user’s export is recorded with the tenant of each note', async () => {
  const ids = [await create('op'), await create('op', 'approver2')];
  await t.as('superadmin', 'POST', '/api/v1/op-notes/download/', { op_notes: ids });
  for (const [index, id] of ids.entries())
    expect((await exportsOf(id))[0]).toMatchObject({ who: 'superadmin', tenant_id: t.tenants[index] });
});

test('1,000 notes are sent while they are made, in small pieces and without a length known before', async () => {
  const long = 'A line of an operative report. '.repeat(60);
  const rows = await withSystem(t.database, (tx) =>
    tx
      .insertInto('app.notes')
      .values(
        Array.from({ length: 1000 }, (_, index) => ({
          tenant_id: t.tenants[0],
          kind: 'op' as const,
          text: `${index} ${long}`,
          created_by: 'approver',
          created_by_id: t.users['approver']!.id,
        })),
      )
      .returning('id')
      .execute(),
  );
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = t.app.server.address() as AddressInfo;
  const { access_token } = await t.tokens('admin');
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/op-notes/download/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ op_notes: rows.map((row) => row.id) }),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBeNull();
  const chunks: Buffer[] = [];
  let most = 0;
  for await (const chunk of response.body!) {
    chunks.push(Buffer.from(chunk));
    most = Math.max(most, chunk.byteLength);
  }
  const zip = Buffer.concat(chunks);
  expect(entriesOf(zip).size).toBe(1000);
  expect(most).toBeLessThan(zip.length / 10);
});
