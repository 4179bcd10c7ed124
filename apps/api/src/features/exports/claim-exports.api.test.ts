import type { NoteExport } from '@incisive/contract/exports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { readyClaim } from '../../testing/ready-claim.ts';
import { entriesOf } from '../../testing/zip-entries.ts';

let t: TestApp;
let ids: string[];
beforeAll(async () => {
  t = await buildTestApp();
  ids = [];
  for (const n of [1, 2, 3]) {
    const text = `PROCEDURE PERFORMED: Laparoscopic cholecystectomy, patient ${n}.`;
    const { id } = (await t.as('approver', 'POST', '/api/v1/op-notes/', { text })).json<{ id: string }>();
    await readyClaim(t, id);
    ids.push(id);
  }
  await t.as('superadmin', 'POST', `/api/v1/op-notes/${ids[0]}/case/changes/`, {
    operations: [{ do: 'header', patient_number: '=1+1' }],
  });
  for (const id of ids.slice(0, 2)) await t.as('superadmin', 'POST', `/api/v1/op-notes/${id}/case/finish/`, {});
});
afterAll(() => t.close());

async function exported(
  format: 'csv' | 'fhir',
  as = 'admin',
): Promise<{ one: NoteExport; entries: Map<string, Uint8Array>; id: string }> {
  const begun = await t.as(as, 'POST', `/api/v1/cases/export/?format=${format}`, { op_notes: ids });
  expect(begun.statusCode).toBe(202);
  const id = begun.json<{ export_id: string }>().export_id;
  await t.deps.jobs.runPending();
  const one = (await t.as(as, 'GET', `/api/v1/exports/${id}/`)).json<NoteExport>();
  const file = await t.as(as, 'GET', `/api/v1/exports/${id}/download/`);
  expect([file.statusCode, file.headers['content-disposition']]).toEqual([200, 'attachment; filename="Claims.zip"']);
  return { one, entries: entriesOf(file.rawPayload), id };
}

it('finished claims of many notes are one file of charges, guarded against formulas; open ones are left out and counted', async () => {
  const { one, entries, id } = await exported('csv');
  expect(one).toMatchObject({ format: 'csv', state: 'ready', total: 3, left_out: 1 });
  const [name, bytes] = [...entries][0]!;
  const lines = Buffer.from(bytes).toString().trimEnd().split('\r\n');
  expect([name, entries.size, lines.length]).toEqual(['Charges.csv', 1, 3]);
  expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(ids.slice(0, 2));
  expect(lines[1]).toContain("'=1+1");
  const audited = await withSystem(t.database, (tx) =>
    tx
      .selectFrom('app.audit_log')
      .select(['type', 'detail', 'entity'])
      .where('detail', 'like', 'claims csv%')
      .orderBy('id')
      .execute(),
  );
  expect(audited).toEqual([
    { type: 'case_export', detail: 'claims csv of 3 asked for', entity: [`export:${id}`] },
    ...ids.slice(0, 2).map((note) => ({ type: 'case_export', detail: 'claims csv', entity: [`note:${note}`] })),
  ]);
});

it('or a bundle each, by who may take claims away, from one’s own tenant', async () => {
  const { entries } = await exported('fhir', 'coder');
  expect([...entries.keys()]).toEqual(ids.slice(0, 2).map((id) => `${id}.fhir.json`));
  expect([...entries.values()].map((bytes) => (JSON.parse(Buffer.from(bytes).toString()) as { type: string }).type)).toEqual([
    'collection',
    'collection',
  ]);
  const begin = async (who: string) => (await t.as(who, 'POST', '/api/v1/cases/export/', { op_notes: ids })).statusCode;
  expect([await begin('approver'), await begin('dataentry'), await begin('admin2')]).toEqual([403, 403, 404]);
});
