import type { NoteExport } from '@incisive/contract/exports';
import { limits } from '@incisive/contract/limits';
import { extractText } from '@incisive/documents';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { resumeExports, runExport } from './export-notes.job.ts';
import { newJobRunner } from '../../background-work.ts';
import { claimSource } from '../cases/cases.service.ts';
import { purge } from '../installation/purge.job.ts';
import { AccessFixtures } from '../../testing/access-fixtures.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { entriesOf } from '../../testing/zip-entries.ts';

/** Where the making of Word files waits until it is let go: an export that is under way for as long as a test needs. */
const { gate } = vi.hoisted(() => ({
  gate: { notes: 0, at: 0, opened: Promise.resolve(), reach: (): void => undefined },
}));
vi.mock(import('./word-files.service.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    wordFile: async (...given) => {
      gate.notes += 1;
      if (gate.notes === gate.at) {
        gate.reach();
        await gate.opened;
      }
      return real.wordFile(...given);
    },
  };
});
/** Holds the export that begins next at its note of this number: when it is there, and what lets it go on. */
function holdNote(number: number): { reached: Promise<void>; release: () => void } {
  let open = (): void => undefined;
  const reached = new Promise<void>((reach) => {
    Object.assign(gate, { notes: 0, at: number, opened: new Promise<void>((resolve) => (open = resolve)), reach });
  });
  return {
    reached,
    release: () => {
      gate.at = 0;
      open();
    },
  };
}

const t = await useTestApp();
beforeEach(() => system((tx) => tx.deleteFrom('app.exports').execute()));

const system: <T>(run: Parameters<typeof withSystem<T>>[1]) => Promise<T> = (run) => withSystem(t.database, run);

async function newNotes(count: number, tenantId: string = t.tenants[0], words = 'A line of a report.'): Promise<string[]> {
  const rows = await system((tx) =>
    tx
      .insertInto('app.notes')
      .values(
        Array.from({ length: count }, (_, index) => ({
          tenant_id: tenantId,
          kind: 'op' as const,
          text: `Note ${index}. ${words}`,
          created_by: 'approver',
          created_by_id: t.users['approver']!.id,
        })),
      )
      .returning('id')
      .execute(),
  );
  return rows.map((row) => row.id);
}

async function begin(ids: string[], as = 'approver'): Promise<string> {
  const response = await t.as(as, 'POST', '/api/v1/op-notes/exports/', { op_notes: ids });
  expect(response.statusCode).toBe(202);
  return response.json<{ export_id: string }>().export_id;
}
const stateOf = async (id: string, as = 'approver') => (await t.as(as, 'GET', `/api/v1/exports/${id}/`)).json<NoteExport>();
const download = (id: string, as = 'approver') => t.as(as, 'GET', `/api/v1/exports/${id}/download/`);
const expectWhole = async (id: string, notes: number) => {
  expect(await stateOf(id)).toMatchObject({ state: 'ready', done: notes });
  expect(entriesOf((await download(id)).rawPayload).size).toBe(notes);
};
const disclosuresOf = (ids: readonly string[]) =>
  system(async (tx) =>
    (await tx.selectFrom('app.audit_log').selectAll().where('type', '=', 'note_export').orderBy('id').execute()).filter((row) =>
      row.entity.some((entity) => ids.includes(entity.replace('note:', ''))),
    ),
  );
/** What the audit log says of an order. */
const rowsOf = (id: string) =>
  system((tx) =>
    tx
      .selectFrom('app.audit_log')
      .select(['outcome', 'who', 'tenant_id', 'detail'])
      .where('type', '=', 'note_export')
      .where(sql<boolean>`entity = array[${`export:${id}`}]`)
      .orderBy('id')
      .execute(),
  );
const chunksOf = (id: string) =>
  system((tx) =>
    tx.selectFrom('app.export_chunks').select(['number', 'bytes']).where('export_id', '=', id).orderBy('number').execute(),
  );
const removeNotes = (ids: readonly string[]) =>
  system((tx) =>
    tx
      .updateTable('app.notes')
      .set({ deleted_at: new Date() })
      .where('id', 'in', [...ids])
      .execute(),
  );
/** Stops the job of an export as a shutdown does, after so many notes. */
const jobStopsAt = (notes: number): AbortSignal => {
  const stop = new AbortController();
  let asked = 0;
  vi.spyOn(stop.signal, 'throwIfAborted').mockImplementation(() => {
    asked += 1;
    if (asked > notes) {
      stop.abort();
      throw new Error('stopped');
    }
  });
  return stop.signal;
};

test('a big selection is made in the background: progress, then the same zip as the direct one, each note disclosed once', async () => {
  const ids = await newNotes(300, t.tenants[0], 'A line of an operative report. '.repeat(60));
  const id = await begin(ids);
  expect(await stateOf(id)).toMatchObject({ state: 'waiting', done: 0, total: 300, left_out: 0, kind: 'op' });
  const early = await download(id);
  expect([early.statusCode, early.json<{ detail: string }>().detail]).toEqual([409, expect.stringContaining('not ready yet')]);
  expect(await disclosuresOf(ids)).toEqual([]);
  expect(await t.deps.jobs.runPending()).toBeGreaterThan(0);
  expect(await stateOf(id)).toMatchObject({ state: 'ready', done: 300, total: 300, left_out: 0 });
  const chunks = await chunksOf(id);
  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks.slice(0, -1).every(({ bytes }) => bytes.length === 256 * 1024)).toBe(true);

  const file = await download(id);
  expect(file.statusCode).toBe(200);
  expect(file.headers['content-type']).toContain('application/zip');
  expect(file.headers['content-disposition']).toBe('attachment; filename="OpNotes.zip"');
  const direct = await t.as('approver', 'POST', '/api/v1/op-notes/download/', { op_notes: ids.slice(0, 2) });
  const [made, given] = [entriesOf(file.rawPayload), entriesOf(direct.rawPayload)];
  expect([...made.keys()]).toEqual(ids.map((note) => `${note}.docx`));
  for (const [name, bytes] of given)
    expect((await extractText(made.get(name)!, name)).text).toBe((await extractText(bytes, name)).text);
  const rows = await disclosuresOf(ids.slice(2));
  expect(rows.length).toBe(298);
  expect(rows[0]).toMatchObject({ who: 'approver', tenant_id: t.tenants[0], detail: 'zip', outcome: 'success' });
});

test('the order itself is audited, holds ids alone in its job, and is refused whole for one note out of reach', async () => {
  const [mine, theirs] = [await newNotes(2), await newNotes(1, t.tenants[1])];
  const refused = await t.as('approver', 'POST', '/api/v1/op-notes/exports/', { op_notes: [...mine, ...theirs] });
  expect(refused.statusCode).toBe(404);
  expect((await t.as('approver', 'GET', '/api/v1/exports/')).json()).toEqual({ results: [] });
  const id = await begin(mine);
  expect(await rowsOf(id)).toMatchObject([{ detail: 'zip of 2 asked for', outcome: 'success' }]);
  const { rows } = await sql<{
    data: object;
  }>`select data from jobs.job where name = 'export' and data ->> 'export_id' = ${id}`.execute(t.database.system);
  expect(rows).toEqual([{ data: { tenant_id: t.tenants[0], export_id: id } }]);
});

test('RLS-01 nobody but the person who asked has it: another of the tenant, another tenant, super-level roles', async () => {
  const id = await begin(await newNotes(2));
  await t.deps.jobs.runPending();
  for (const as of ['admin', 'dataentry', 'approver2', 'superadmin']) {
    expect((await t.as(as, 'GET', `/api/v1/exports/${id}/`)).statusCode).toBe(404);
    expect((await download(id, as)).statusCode).toBe(404);
    expect((await t.as(as, 'DELETE', `/api/v1/exports/${id}/`)).statusCode).toBe(404);
    expect((await t.as(as, 'GET', '/api/v1/exports/')).json()).toEqual({ results: [] });
  }
  expect((await download(id)).statusCode).toBe(200);
});

test('a super-level user’s file has notes of every tenant, each disclosed to its own', async () => {
  const ids = [...(await newNotes(1)), ...(await newNotes(1, t.tenants[1]))];
  const id = await begin(ids, 'superadmin');
  await t.deps.jobs.runPending();
  expect(entriesOf((await download(id, 'superadmin')).rawPayload).size).toBe(2);
  for (const [index, note] of ids.entries())
    expect((await disclosuresOf([note])).map((row) => row.tenant_id)).toEqual([t.tenants[index]]);
});

test('a restart in the middle: the next attempt starts the file over, and its progress stays true', async () => {
  const ids = await newNotes(120, t.tenants[0], 'A line of an operative report. '.repeat(60));
  const id = await begin(ids);
  await expect(runExport({ database: t.database, claims: claimSource }, id, jobStopsAt(90))).rejects.toThrow('stopped');
  expect(await stateOf(id)).toMatchObject({ state: 'waiting', done: 90, total: 120 });
  expect((await download(id)).statusCode).toBe(409);
  await t.deps.jobs.runPending();
  await expectWhole(id, 120);
});

test('a server that stops gives its export back at the next note; the queue hands it to the next server', async () => {
  const ids = await newNotes(300, t.tenants[0], 'A line of an operative report. '.repeat(60));
  const id = await begin(ids);
  const { database } = t;
  const { suggester, log } = t.deps;
  const stopped = newJobRunner({ database, suggester, log });
  const { reached, release } = holdNote(45);
  try {
    await stopped.start();
    await reached;
    expect((await stateOf(id)).done).toBe(40);
  } finally {
    const closing = stopped.close();
    release();
    await closing;
  }
  // Three are in the making, and end in any order: the one that is held may be the third of them, with two more begun behind it.
  expect(gate.notes).toBeLessThanOrEqual(49);
  expect(await stateOf(id)).toMatchObject({ state: 'waiting', done: 40 });
  // The queue waits a little before it tries again; the test does not.
  const again = await sql`update jobs.job set start_after = now() where name = 'export' and state = 'retry'`.execute(
    database.system,
  );
  expect(again.numAffectedRows).toBe(1n);
  await t.deps.jobs.runPending();
  await expectWhole(id, 300);
});

test('HIP-12 a file that was changed where it lies is not handed out', async () => {
  const ids = await newNotes(160, t.tenants[0], 'A line of an operative report. '.repeat(60));
  const id = await begin(ids);
  await t.deps.jobs.runPending();
  const flip = (number: number) =>
    system((tx) =>
      sql`update app.export_chunks set bytes = set_byte(bytes, 100, get_byte(bytes, 100) # 1) where export_id = ${id}::uuid and number = ${number}`.execute(
        tx,
      ),
    );
  await flip(0);
  const answer = await download(id);
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  await flip(0);
  expect((await download(id)).statusCode).toBe(200);
  // Further on the file breaks off: a part of a zip is no zip.
  const last = (await chunksOf(id)).length - 1;
  expect(last).toBeGreaterThan(0);
  await flip(last);
  await expect(download(id)).rejects.toThrow('destroyed before completion');
});

test('two attempts at once do not mix their pieces: the earlier one stops', async () => {
  const ids = await newNotes(60, t.tenants[0], 'A line of an operative report. '.repeat(60));
  const id = await begin(ids);
  const later: Promise<void>[] = [];
  const signal = new AbortController().signal;
  let asked = 0;
  vi.spyOn(signal, 'throwIfAborted').mockImplementation(() => {
    asked += 1;
    if (asked === 40) later.push(runExport({ database: t.database, claims: claimSource }, id));
  });
  await runExport({ database: t.database, claims: claimSource }, id, signal);
  await Promise.all(later);
  expect(later.length).toBe(1);
  expect(asked).toBeLessThan(60);
  const zip = (await download(id)).rawPayload;
  expect(zip).toEqual(Buffer.concat((await chunksOf(id)).map(({ bytes }) => bytes)));
  expect([...entriesOf(zip).keys()]).toEqual(ids.map((note) => `${note}.docx`));
});

test('a job that was lost with the queue is given again by the hourly job, once it stands still', async () => {
  const id = await begin(await newNotes(2));
  await sql`delete from jobs.job where name = 'export'`.execute(t.database.system);
  expect(await resumeExports(t.database)).toBe(0);
  await system((tx) =>
    tx
      .updateTable('app.exports')
      .set({ state: 'running', moved_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', id)
      .execute(),
  );
  await sql`select jobs.enqueue('gather', '{}', interval '0')`.execute(t.database.system);
  await t.deps.jobs.runPending();
  expect(await stateOf(id)).toMatchObject({ state: 'ready', done: 2 });
});

test('AUD-01 what fails every time is told, says what to do, and is recorded as failed', async () => {
  const id = await begin(await newNotes(2));
  await system((tx) => tx.updateTable('app.exports').set({ attempt: 5 }).where('id', '=', id).execute());
  const broken = new AbortController().signal;
  vi.spyOn(broken, 'throwIfAborted').mockImplementation(() => {
    throw new Error('no room');
  });
  await expect(runExport({ database: t.database, claims: claimSource }, id, broken)).rejects.toThrow('no room');
  expect(await stateOf(id)).toMatchObject({ state: 'failed' });
  expect((await download(id)).json<{ detail: string }>().detail).toContain('export them again');
  expect(await chunksOf(id)).toEqual([]);
  await t.deps.jobs.runPending();
  expect(await stateOf(id)).toMatchObject({ state: 'failed' });
  expect(await rowsOf(id)).toEqual([
    { outcome: 'success', who: 'approver', tenant_id: t.tenants[0], detail: 'zip of 2 asked for' },
    { outcome: 'failed', who: 'approver', tenant_id: t.tenants[0], detail: 'zip of 2 given up' },
  ]);
});

test('AUD-01 one whose attempts were all cut off is given up at the next, and recorded as failed', async () => {
  const id = await begin(await newNotes(1));
  await system((tx) => tx.updateTable('app.exports').set({ attempt: 6, state: 'running' }).where('id', '=', id).execute());
  await t.deps.jobs.runPending();
  expect(await stateOf(id)).toMatchObject({ state: 'failed' });
  expect((await rowsOf(id)).map((row) => row.outcome)).toEqual(['success', 'failed']);
});

test('notes deleted meanwhile are left out and counted, and not disclosed', async () => {
  const ids = await newNotes(4);
  const id = await begin(ids);
  await removeNotes(ids.slice(1, 3));
  await t.deps.jobs.runPending();
  expect(await stateOf(id)).toMatchObject({ state: 'ready', done: 4, total: 4, left_out: 2 });
  expect([...entriesOf((await download(id)).rawPayload).keys()]).toEqual([ids[0], ids[3]].map((note) => `${note}.docx`));
  expect((await disclosuresOf(ids)).flatMap((row) => row.entity)).toEqual([`note:${ids[0]}`, `note:${ids[3]}`]);
});

test('after a day it is out of reach, and the nightly purge deletes it, file and all', async () => {
  const [old, young] = [await begin(await newNotes(1)), await begin(await newNotes(1))];
  await t.deps.jobs.runPending();
  await system((tx) =>
    tx
      .updateTable('app.exports')
      .set({ created_at: new Date(Date.now() - limits.exportHours * 3_600_000 - 1000) })
      .where('id', '=', old)
      .execute(),
  );
  expect((await download(old)).statusCode).toBe(404);
  expect(
    (await t.as('approver', 'GET', '/api/v1/exports/')).json<{ results: NoteExport[] }>().results.map((row) => row.id),
  ).toEqual([young]);
  expect((await purge(t.database)).exports).toBe(1);
  expect(await chunksOf(old)).toEqual([]);
  expect((await chunksOf(young)).length).toBe(1);
});

test('dropping it deletes its file; the sixth drops the oldest', async () => {
  const note = await newNotes(1);
  const ids: string[] = [];
  for (let n = 0; n <= limits.exportsKept; n += 1) ids.push(await begin(note));
  await t.deps.jobs.runPending();
  expect(
    (await t.as('approver', 'GET', '/api/v1/exports/')).json<{ results: NoteExport[] }>().results.map((row) => row.id),
  ).toEqual(ids.slice(1).toReversed());
  expect((await t.as('approver', 'DELETE', `/api/v1/exports/${ids[1]!}/`)).statusCode).toBe(204);
  expect((await download(ids[1]!)).statusCode).toBe(404);
  expect(await chunksOf(ids[1]!)).toEqual([]);
});

test.each(['deactivated', 'deleted', 'moved'] as const)(
  'nothing is left of somebody who is %s, nor made for them',
  async (what) => {
    const make = new AccessFixtures(t);
    const person = await make.caller('Approver');
    const order = async () => {
      const response = await t.app.inject({
        method: 'POST',
        url: '/api/v1/op-notes/exports/',
        headers: person.bearer,
        payload: { op_notes: await newNotes(1) },
      });
      return response.json<{ export_id: string }>().export_id;
    };
    const [made, waiting] = [await order(), await order()];
    await runExport({ database: t.database, claims: claimSource }, made);
    expect((await chunksOf(made)).length).toBe(1);
    const change = {
      deactivated: { status: 'deactivated' as const },
      deleted: { deleted_at: new Date() },
      moved: { tenant_id: t.tenants[1] },
    }[what];
    await system((tx) => tx.updateTable('app.users').set(change).where('id', '=', person.actor.userId).execute());
    await runExport({ database: t.database, claims: claimSource }, waiting);
    expect(await system((tx) => tx.selectFrom('app.exports').select('id').where('id', 'in', [made, waiting]).execute())).toEqual(
      [],
    );
    expect(await chunksOf(made)).toEqual([]);
  },
);
