import { api } from '@incisive/contract';
import type { Endpoint } from '@incisive/contract/endpoint';
import type { NoteDetail } from '@incisive/contract/notes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Metrics } from '../../metrics/metrics.ts';
import { type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { entriesOf } from '../../testing/zip-entries.ts';
import type { Tx } from '../client.ts';
import { readWithTenant, withSystem } from '../tenant.ts';
import { ReplicaError } from './replica.ts';
import { type Pair, startPair } from './standby.fixture.ts';

// A real replica, which the tests hold still and let go on.

let pair: Pair;
let t: TestApp;
beforeAll(async () => {
  pair = await startPair();
  t = await buildTestApp({}, undefined, pair);
  await asked();
});
afterAll(async () => {
  await t.close();
  await pair.close();
});

const replica = () => t.database.replica!;
/** Until the replica is known to answer. */
const asked = () =>
  vi.waitFor(
    async () => {
      await replica().look();
      expect(replica().answers).toBe(true);
    },
    { timeout: 60_000, interval: 50 },
  );
const held = async (run: () => Promise<void>): Promise<void> => {
  await pair.onStandby('select pg_wal_replay_pause()');
  try {
    await run();
  } finally {
    await pair.onStandby('select pg_wal_replay_resume()');
  }
};
const write = async (text: string, as = 'approver') =>
  (await t.as(as, 'POST', '/api/v1/op-notes/', { text })).json<NoteDetail>().id;
const listed = async (as: string) =>
  (await t.as(as, 'GET', '/api/v1/op-notes/?per_page=100')).json<{ results: { id: string }[] }>().results.map(({ id }) => id);
/** What a call is answered with, and from where. */
const from = async <T>(call: () => Promise<T>): Promise<{ answer: T; replica: number; primary: number }> => {
  const before = { ...replica().reads };
  const answer = await call();
  return { answer, replica: replica().reads.replica - before.replica, primary: replica().reads.primary - before.primary };
};
/** Background work of the application writes too: only a replica that has all of it is asked. */
const still = () => t.deps.suggestionQueue.idle();

test('M: a list comes from the replica, with its audit row on the primary and without other tenants’ rows', async () => {
  const id = await write('PROCEDURE: a note that the replica has.');
  await still();
  await vi.waitFor(
    async () => {
      const { answer, replica: there } = await from(() => listed('approver'));
      expect(answer).toContain(id);
      expect(there).toBe(1);
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(await listed('approver2')).toEqual([]);
  const told = /^incisive_replica_reads_total\{from="replica"\} (\d+)$/m.exec(await new Metrics(t.database).text());
  expect(Number(told?.[1])).toBe(replica().reads.replica);
  const rows = (await t.as('superadmin', 'GET', '/api/v1/audit/?type=note_list')).json<{
    results: { agent: { who: string }; entity: string[] }[];
  }>();
  expect(rows.results.map(({ agent, entity }) => [agent.who, entity.includes(`note:${id}`)])).toContainEqual(['approver', true]);
});

test('M: nobody reads from the replica what is older than their own write, nor than anybody’s that was acknowledged', async () => {
  await still();
  await held(async () => {
    const id = await write('PROCEDURE: a note that the replica lacks.');
    for (const who of ['approver', 'admin', 'superadmin']) {
      const { answer, replica: there } = await from(() => listed(who));
      expect([who, answer.includes(id), there]).toEqual([who, true, 0]);
    }
    expect((await t.as('admin', 'DELETE', `/api/v1/op-notes/${id}/`)).statusCode).toBe(204);
    expect(await listed('approver')).not.toContain(id);
  });
});

test('M: what a person may see is what the primary says, also while the replica lags', async () => {
  const [first, second] = [await write('PROCEDURE: of the first.'), await write('PROCEDURE: of the second.', 'approver2')];
  await still();
  expect(await listed('coder')).toEqual(expect.arrayContaining([first, second]));
  await held(async () => {
    const narrowed = await t.as('superadmin', 'POST', '/auth/update/', { username: 'coder', only_tenants: [t.tenants[1]] });
    expect(narrowed.statusCode).toBe(200);
    const seen = await listed('coder');
    expect([seen.includes(first), seen.includes(second)]).toEqual([false, true]);
    const { access_token } = await t.tokens('dataentry');
    const headers = { authorization: `Bearer ${access_token}` };
    const list = () => t.app.inject({ url: '/api/v1/op-notes/', headers });
    expect((await list()).statusCode).toBe(200);
    await t.app.inject({ method: 'POST', url: '/auth/logout/', headers });
    expect((await list()).statusCode).toBe(401);
  });
});

test('M: an export in the background reads its notes from the replica, as they are when their turn comes', async () => {
  const ids = [await write('PROCEDURE: one of an export.'), await write('PROCEDURE: another of it.')];
  await still();
  const exported = async () => {
    const ordered = await t.as('approver', 'POST', '/api/v1/op-notes/exports/', { op_notes: ids });
    const { export_id } = ordered.json<{ export_id: string }>();
    const made = await from(() => t.deps.jobs.runPending());
    const file = await t.as('approver', 'GET', `/api/v1/exports/${export_id}/download/`);
    expect([...entriesOf(file.rawPayload).keys()]).toEqual(ids.map((id) => `${id}.docx`));
    return made;
  };
  // However far behind the replica is, the file is whole; sooner or later it has caught up.
  await held(async () => expect((await exported()).replica).toBe(0));
  await vi.waitFor(async () => expect(await exported()).toMatchObject({ replica: 2, primary: 0 }), {
    timeout: 120_000,
    interval: 50,
  });
});

test('M: a read that the replica loses on the way begins again on the primary, once and with one audit row', async () => {
  await write('PROCEDURE: read in spite of it.');
  await still();
  const places: boolean[] = [];
  const losing = async (tx: Tx): Promise<void> => {
    const { rows } = await sql<{ there: boolean }>`select pg_is_in_recovery() as there`.execute(tx);
    places.push(rows[0]!.there);
    if (!rows[0]!.there) return;
    await pair.stopStandby();
    await sql`select 1`.execute(tx);
  };
  const actor = { role: 'Approver', tenantId: t.tenants[0], userId: t.users['approver']!.id } as const;
  while (!places.includes(true)) await readWithTenant(t.database, actor, losing);
  expect(places.at(-1)).toBe(false);
  await pair.startStandby();
  await asked();

  const rows = async () =>
    (await withSystem(t.database, (tx) => sql`select 1 from app.audit_log where type = 'note_list'`.execute(tx))).rows.length;
  const before = await rows();
  const lost = vi.spyOn(replica(), 'read').mockRejectedValueOnce(new ReplicaError('lost'));
  expect(await listed('approver')).not.toEqual([]);
  expect([lost.mock.calls.length, (await rows()) - before]).toEqual([1, 1]);
  lost.mockRestore();
});

test('M: a replica that is lost or was promoted is not asked, and nobody is refused for it', async () => {
  const id = await write('PROCEDURE: a note that is read without the replica.');
  await pair.stopStandby();
  for (let n = 0; n < 3; n += 1) {
    const { answer, replica: there } = await from(() => listed('approver'));
    expect([answer.includes(id), there]).toEqual([true, 0]);
  }
  await replica().look();
  expect(replica().answers).toBe(false);
  await pair.startStandby();
  await asked();
  await vi.waitFor(async () => expect((await from(() => listed('approver'))).replica).toBe(1), { timeout: 60_000, interval: 50 });
  // Last of all: there is no way back.
  await pair.onStandby('select pg_promote()');
  const { answer, replica: there } = await from(() => listed('approver'));
  expect([answer.includes(id), there]).toEqual([true, 0]);
  await replica().look();
  expect(replica().answers).toBe(false);
});

test('only what is declared to change nothing may come from the replica', () => {
  const marked = Object.values(api)
    .flatMap((group) => Object.values(group) as Endpoint[])
    .filter(({ replica: marks }) => marks);
  expect(marked.length).toBeGreaterThan(8);
  expect(marked.filter(({ method, tx }) => method !== 'GET' || tx !== 'read')).toEqual([]);
});
