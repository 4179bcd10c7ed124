import { createHash, randomUUID } from 'node:crypto';
import type { ClaimCase, ClaimLine } from '@incisive/contract/cases';
import type { NoteDetail } from '@incisive/contract/notes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { readyClaim } from '../../testing/ready-claim.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const kneeNote =
  'DATE OF SURGERY: 08/15/2024\nPROCEDURE PERFORMED: Right knee arthroscopy with partial medial meniscectomy.\n' +
  'DESCRIPTION: The right knee was entered with the scope. The torn medial meniscus was trimmed back to a stable rim.';
const newNote = async (text = kneeNote): Promise<string> =>
  (await t.as('approver', 'POST', '/api/v1/op-notes/', { text })).json<NoteDetail>().id;
const act = (id: string, verb: string, codes: string[], who = 'approver') =>
  t.as(who, 'POST', `/api/v1/op-notes/${id}/cpt-codes-${verb}/`, { cpt_codes: codes });
const caseOf = async (id: string, who = 'approver'): Promise<ClaimCase> =>
  (await t.as(who, 'GET', `/api/v1/op-notes/${id}/case/`)).json<ClaimCase>();
const change = (id: string, operations: unknown[], who = 'approver', headers: Record<string, string> = {}) =>
  t.as(who, 'POST', `/api/v1/op-notes/${id}/case/changes/`, { operations }, headers);
const changed = async (id: string, operations: unknown[]): Promise<ClaimCase> => {
  const answer = await change(id, operations);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json<ClaimCase>();
};
/** Lets the case go, so that somebody else may change it. */
const release = (id: string, who: string) => t.as(who, 'POST', `/api/v1/op-notes/${id}/case/release/`, {});
const finish = (id: string, who = 'approver') => t.as(who, 'POST', `/api/v1/op-notes/${id}/case/finish/`, {});
const codesOf = ({ lines }: { lines: ClaimLine[] }): string[] => lines.map((line) => line.code);

describe('lines follow the codes of the note', () => {
  it('an approved code has its line, read from the note with its words; a rejected one loses it', async () => {
    const id = await newNote();
    expect(await caseOf(id)).toMatchObject({ id: null, lines: [], state: 'open' });
    await act(id, 'approved', ['29881']);
    const claim = await caseOf(id);
    expect(claim.header.service_date).toBe('2024-08-15');
    const [line] = claim.lines;
    expect(line).toMatchObject({ code: '29881', units: 1, modifiers: ['RT'], side: 'right', settled: false, origin: 'approved' });
    const said = (line!.evidence['RT'] ?? line!.evidence['side'] ?? []).map(({ start, end }) => kneeNote.slice(start, end));
    expect(said.join(' ')).toMatch(/right/i);
    await act(id, 'assigned', ['47562']);
    expect(codesOf(await caseOf(id))).toEqual(['29881', '47562']);
    await act(id, 'rejected', ['29881']);
    expect(codesOf(await caseOf(id))).toEqual(['47562']);
    await act(id, 'undo', ['29881']);
    expect(codesOf(await caseOf(id)).toSorted()).toEqual(['29881', '47562']);
  });

  it('codes that were approved where no act made a case have their lines; reading twice changes no version', async () => {
    const id = await newNote();
    await act(id, 'approved', ['29881']);
    await withSystem(t.database, (tx) => sql`delete from app.cases where note_id = ${id}`.execute(tx));
    const both = await Promise.all([1, 2].map(() => t.as('approver', 'GET', `/api/v1/op-notes/${id}/case/`)));
    expect(both.map((answer) => codesOf(answer.json<ClaimCase>()))).toEqual([['29881'], ['29881']]);
    const again = await t.as('approver', 'GET', `/api/v1/op-notes/${id}/case/`);
    expect(again.headers['etag']).toBe(`"c${again.json<ClaimCase>().revision}"`);
    expect((await t.as('coder', 'GET', `/api/v1/op-notes/${id}/case/`)).headers['etag']).toBe(again.headers['etag']);
  });

  it('a line that was taken away stays away until it is added again, and its code stays approved', async () => {
    const id = await newNote();
    await act(id, 'approved', ['29881', '47562']);
    const { lines } = await caseOf(id);
    expect(codesOf(await changed(id, [{ do: 'remove', line: lines.find((line) => line.code === '47562')!.id }]))).toEqual([
      '29881',
    ]);
    await act(id, 'approved', ['47563']);
    expect(codesOf(await caseOf(id)).toSorted()).toEqual(['29881', '47563']);
    expect(codesOf(await changed(id, [{ do: 'add', code: '47562' }])).toSorted()).toEqual(['29881', '47562', '47563']);
    const other = await change(id, [{ do: 'add', code: '47600' }]);
    expect([other.statusCode, other.json<{ detail: string }>().detail]).toEqual([
      409,
      '47600 is not approved on this note. Approve or add it on Codes first.',
    ]);
  });

  it('codes and lines change together or not at all', async () => {
    const id = await newNote();
    await readyClaim(t, id, ['29881']);
    expect((await finish(id)).statusCode).toBe(200);
    const refused = await act(id, 'approved', ['47562']);
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      'The claim of this note is finished. Reopen it before its codes or lines are changed.',
    ]);
    const links = await t.as('approver', 'GET', `/api/v1/op-notes/${id}/cpt-codes-approved/`);
    expect(links.json<{ results: { code: string }[] }>().results.map((link) => link.code)).toEqual(['29881']);
  });

  it('a text that changes: untouched lines are read again, a person’s line keeps its modifiers and tells that its words are gone', async () => {
    const id = await newNote();
    await act(id, 'approved', ['29881']);
    const before = await caseOf(id);
    await t.as('approver', 'PATCH', `/api/v1/op-notes/${id}/`, { text: kneeNote.replaceAll(/right/gi, 'left') });
    const after = await caseOf(id);
    expect([before.lines[0]!.modifiers, after.lines[0]!.modifiers]).toEqual([['RT'], ['LT']]);
    await changed(id, [
      { do: 'line', line: after.lines[0]!.id, modifiers: ['LT', '59'], words: { '59': [{ start: 0, end: 4 }] } },
    ]);
    await t.as('approver', 'PATCH', `/api/v1/op-notes/${id}/`, { text: `Another text about the right knee.` });
    expect((await caseOf(id)).lines[0]).toMatchObject({ modifiers: ['59', 'LT'], settled: true, stale: true });
  });
});

describe('what a person does to lines', () => {
  it('units, modifiers in their order, pointers, order, split, merge, diagnoses: all of a call or nothing', async () => {
    const id = await newNote();
    await act(id, 'approved', ['29881', '47562']);
    const { lines } = await caseOf(id);
    const [knee, bladder] = lines as [ClaimLine, ClaimLine];
    let claim = await changed(id, [
      { do: 'diagnoses', icd: ['M23.2', 'K8020'] },
      { do: 'line', line: knee.id, modifiers: ['RT', '22'] },
      { do: 'line', line: bladder.id, units: 2, dx: [2] },
    ]);
    expect(claim.lines.map(({ units, modifiers, dx }) => ({ units, modifiers, dx }))).toEqual([
      { units: 1, modifiers: ['22', 'RT'], dx: [1] },
      { units: 2, modifiers: [], dx: [2] },
    ]);
    claim = await changed(id, [{ do: 'order', order: [bladder.id, knee.id] }]);
    expect(codesOf(claim)).toEqual(['47562', '29881']);
    claim = await changed(id, [
      { do: 'line', line: knee.id, modifiers: ['50'] },
      { do: 'split', line: knee.id },
    ]);
    expect(claim.lines.slice(1).map((line) => [line.modifiers, line.side])).toEqual([
      [['LT'], 'left'],
      [['RT'], 'right'],
    ]);
    claim = await changed(id, [{ do: 'merge', lines: claim.lines.slice(1).map((line) => line.id) }]);
    expect(claim.lines[1]).toMatchObject({ modifiers: ['50'], side: 'both', units: 1 });
    // The pointer of a diagnosis goes with it.
    claim = await changed(id, [{ do: 'diagnoses', icd: ['K8020'] }]);
    expect(claim.lines.map((line) => line.dx)).toEqual([[1], []]);
    const half = await change(id, [
      { do: 'line', line: bladder.id, units: 7 },
      { do: 'split', line: randomUUID() },
    ]);
    expect(half.statusCode).toBe(409);
    expect((await caseOf(id)).lines[0]!.units).toBe(2);
  });

  it('one’s own changes are undone one by one, somebody else’s are not', async () => {
    const id = await newNote();
    await act(id, 'approved', ['29881']);
    const { lines } = await caseOf(id);
    const units = (n: number, who = 'approver') => change(id, [{ do: 'line', line: lines[0]!.id, units: n }], who);
    await units(2);
    await units(3);
    const undo = (who = 'approver') => t.as(who, 'POST', `/api/v1/op-notes/${id}/case/undo/`, {});
    expect((await undo()).json<ClaimCase>()).toMatchObject({ can_undo: true, lines: [{ units: 2 }] });
    expect((await undo()).json<ClaimCase>().lines[0]).toMatchObject({ units: 1, settled: false });
    await units(4);
    await release(id, 'approver');
    await units(5, 'coder');
    await release(id, 'coder');
    expect([(await undo()).statusCode, (await caseOf(id)).can_undo, (await caseOf(id, 'coder')).can_undo]).toEqual([
      409,
      false,
      true,
    ]);
    const history = await withSystem(t.database, (tx) =>
      sql<{
        action: string;
      }>`select action from app.case_history h join app.cases c on c.id = h.case_id where c.note_id = ${id} order by h.id`.execute(
        tx,
      ),
    );
    expect(history.rows.map((row) => row.action)).toEqual(['codes', 'change', 'change', 'undo', 'undo', 'change', 'change']);
  });

  it('REL-18 two people on one claim: the second is told, and nothing of the first is lost', async () => {
    const id = await newNote();
    await act(id, 'approved', ['29881']);
    const read = await t.as('approver', 'GET', `/api/v1/op-notes/${id}/case/`);
    const tag = { 'if-match': String(read.headers['etag']) };
    const line = read.json<ClaimCase>().lines[0]!.id;
    const both = await Promise.all([
      change(id, [{ do: 'line', line, units: 2 }], 'approver', tag),
      change(id, [{ do: 'line', line, units: 3 }], 'coder', tag),
    ]);
    expect(both.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const winner = both[0]!.statusCode === 200 ? 2 : 3;
    expect((await caseOf(id)).lines[0]!.units).toBe(winner);
  });
});

describe('checks and finishing', () => {
  it('without any file everything says "not checked", values are none, and what Incisive knows is told as its own', async () => {
    const id = await newNote();
    await act(id, 'approved', ['29881', '47562', '47563']);
    const claim = await caseOf(id);
    expect(claim.not_checked).toEqual(['ptp', 'mue', 'addon', 'mpfs', 'icd']);
    expect(claim.checked).toEqual([]);
    expect(Object.values(claim.values)).toEqual([null, null, null]);
    expect(claim.findings.map((finding) => finding.reason)).toEqual(
      expect.arrayContaining(['data.not-covered', 'dx.missing', 'known.part']),
    );
    const known = claim.findings.find((finding) => finding.reason === 'known.part')!;
    expect(known.source?.kind).toBe('knowledge');
  });

  it('an open error stops it; a reason is said by who may, never for what makes it no claim; a change of the line voids it', async () => {
    const id = await newNote();
    await act(id, 'approved', ['29881']);
    let claim = await caseOf(id);
    expect((await finish(id)).statusCode).toBe(409);
    const missing = claim.findings.find((finding) => finding.reason === 'dx.missing')!;
    expect((await change(id, [{ do: 'say-why', key: missing.key, why: 'x' }], 'admin')).statusCode).toBe(409);
    claim = await changed(id, [
      { do: 'diagnoses', icd: ['M2321'] },
      { do: 'line', line: claim.lines[0]!.id, modifiers: ['50', 'RT'] },
    ]);
    const conflict = claim.findings.find((finding) => finding.reason === 'mod.conflict')!;
    expect((await change(id, [{ do: 'say-why', key: conflict.key, why: 'x' }])).statusCode).toBe(403);
    await release(id, 'approver');
    const said = await change(id, [{ do: 'say-why', key: conflict.key, why: 'The payer wants it' }], 'admin');
    await release(id, 'admin');
    expect(said.json<ClaimCase>().findings.find((finding) => finding.key === conflict.key)?.said).toMatchObject({ by: 'admin' });
    claim = await changed(id, [{ do: 'line', line: claim.lines[0]!.id, modifiers: ['50', 'RT', '22'] }]);
    expect(claim.findings.find((finding) => finding.reason === 'mod.conflict')?.said).toBeNull();
  });

  it('a finished claim is frozen with its hash; reopening keeps the version; the next one has the next number', async () => {
    const id = await newNote();
    await readyClaim(t, id, ['29881']);
    const done = (await finish(id)).json<ClaimCase>();
    expect(done).toMatchObject({ state: 'finished', claim_version: 1, finished_by: 'approver' });
    const { rows } = await withSystem(t.database, (tx) =>
      sql<{
        content: string;
        sha256: string;
      }>`select v.content, v.sha256 from app.case_versions v join app.cases c on c.id = v.case_id where c.note_id = ${id}`.execute(
        tx,
      ),
    );
    expect(createHash('sha256').update(rows[0]!.content).digest('hex')).toBe(rows[0]!.sha256);
    expect(done.sha256).toBe(rows[0]!.sha256);
    expect(JSON.parse(rows[0]!.content)).toMatchObject({
      version: 1,
      not_checked: ['ptp', 'mue', 'addon', 'mpfs', 'icd'],
      text_version: 1,
    });
    expect((await change(id, [{ do: 'header', pos: '24' }])).statusCode).toBe(409);
    expect((await finish(id)).statusCode).toBe(409);
    const reopen = (who: string) => t.as(who, 'POST', `/api/v1/op-notes/${id}/case/reopen/`, {});
    expect((await reopen('approver')).statusCode).toBe(403);
    expect((await reopen('admin')).json<ClaimCase>()).toMatchObject({ state: 'open', claim_version: 1 });
    expect((await finish(id)).json<ClaimCase>().claim_version).toBe(2);
    const versions = await t.as('coder', 'GET', `/api/v1/op-notes/${id}/case/versions/`);
    expect(versions.json<{ results: { version: number; reopened_at: string | null }[] }>().results).toMatchObject([
      { version: 2, reopened_at: null },
      { version: 1, reopened_at: expect.any(String) as unknown },
    ]);
  });

  it('U6: the note of a finished claim is submitted; opened again it stands as its codes and training leave it', async () => {
    const id = await newNote();
    const listed = async (state: string): Promise<boolean> =>
      (await t.as('approver', 'GET', `/api/v1/op-notes/?state=${state}&per_page=100`))
        .json<{ results: { id: string }[] }>()
        .results.some((note) => note.id === id);
    await readyClaim(t, id, ['29881']);
    expect([await listed('review'), await listed('submitted')]).toEqual([true, false]);
    expect((await finish(id)).statusCode).toBe(200);
    expect([await listed('review'), await listed('submitted')]).toEqual([false, true]);
    expect((await t.as('admin', 'POST', `/api/v1/op-notes/${id}/case/reopen/`, {})).statusCode).toBe(200);
    expect([await listed('review'), await listed('submitted')]).toEqual([true, false]);
    expect((await act(id, 'submitted', ['29881'])).statusCode).toBe(200);
    await finish(id);
    await t.as('admin', 'POST', `/api/v1/op-notes/${id}/case/reopen/`, {});
    expect([await listed('review'), await listed('submitted')]).toEqual([false, true]);
  });

  it('two who finish at once make one version', async () => {
    const id = await newNote();
    await readyClaim(t, id, ['29881']);
    const answers = await Promise.all([finish(id), finish(id, 'coder')]);
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await caseOf(id)).claim_version).toBe(1);
  });

  it('exports a row a line of what was finished, guarded against formulas, and nothing before that', async () => {
    const id = await newNote();
    await readyClaim(t, id, ['29881']);
    const url = `/api/v1/op-notes/${id}/case/export/`;
    await changed(id, [{ do: 'header', patient_number: '=HYPERLINK("x")', encounter_number: 'E, 1' }]);
    expect((await t.as('coder', 'POST', url)).statusCode).toBe(409);
    await finish(id);
    const file = await t.as('coder', 'POST', url);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, row, rest] = file.body.split('\r\n');
    expect(head?.startsWith('case_id,claim_version,note_id,tenant,patient_number')).toBe(true);
    expect(row).toContain(`"'=HYPERLINK(""x"")","E, 1",2024-08-15,22,surgeon,1,29881,RT,,,,1,1,K8020,`);
    expect(rest).toBe('');
    expect((await t.as('approver', 'POST', url)).statusCode).toBe(403);
  });

  it('exports what was finished as a FHIR bundle, with its hash, who stands for it, and a row of the audit', async () => {
    const id = await newNote();
    await readyClaim(t, id, ['29881']);
    const url = `/api/v1/op-notes/${id}/case/export/?format=fhir`;
    expect((await t.as('coder', 'POST', url)).statusCode).toBe(409);
    const { sha256 } = (await finish(id)).json<ClaimCase>();
    const file = await t.as('coder', 'POST', url);
    expect([file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      'application/fhir+json; charset=utf-8',
      expect.stringContaining('Claim.fhir.json'),
    ]);
    const bundle = file.json<{
      identifier: { value: string };
      entry: { resource: { resourceType: string; identifier: unknown } }[];
    }>();
    expect(bundle.identifier.value).toBe(sha256);
    const people = bundle.entry.filter(({ resource }) => resource.resourceType === 'Practitioner');
    expect(people.map(({ resource }) => resource.identifier)).toMatchObject([[{ value: 'approver' }], [{ value: 'superadmin' }]]);
    expect(file.body).not.toContain('torn medial meniscus');
    const { rows } = await withSystem(t.database, (tx) =>
      sql<{ detail: string }>`select detail from app.audit_log where type = 'case_export' and ${`note:${id}`} = any (entity)
        and outcome = 'success'`.execute(tx),
    );
    expect(rows).toEqual([{ detail: 'fhir version 1' }]);
    expect((await t.as('coder', 'POST', url.replace('fhir', 'pdf'))).statusCode).toBe(422);
    expect((await t.as('approver', 'POST', url)).statusCode).toBe(403);
  });
});
