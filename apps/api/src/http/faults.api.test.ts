import type { NoteDetail } from '@incisive/contract/notes';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loginRoles } from '../db/bootstrap.ts';
import { type TestApp, buildTestApp } from '../testing/build-test-app.ts';

// What goes wrong below the server: it says so, nothing is half done, and it heals without a restart.

const text = 'PROCEDURE: a note about marker words.';
const base = '/api/v1/op-notes/';
const requestConnections = 8;

let t: TestApp;
/** One holds what others wait for; the other looks, since a transaction sees who waits only once. */
let holder: pg.Client;
let root: pg.Client;
beforeAll(async () => {
  // As in production: who finds all connections taken is told so, and does not wait.
  t = await buildTestApp({}, 5000);
  [holder, root] = [new pg.Client(t.admin), new pg.Client(t.admin)];
  await Promise.all([holder.connect(), root.connect()]);
  for (const who of ['approver', 'admin']) await t.as(who, 'GET', '/api/v1/accounts/profile/');
});
afterEach(() => holder.query('rollback'));
afterAll(async () => {
  await Promise.all([holder.end(), root.end()]);
  await t.close();
});

const logins = `usename in ('${loginRoles.request}', '${loginRoles.system}')`;
/** A note whose suggestions are there: nothing but the test’s own calls touches it. */
const newNote = async () => {
  const { id } = (await t.as('approver', 'POST', base, { text })).json<NoteDetail>();
  await t.deps.suggestionQueue.idle();
  return id;
};
const read = (id: string) => t.as('approver', 'GET', `${base}${id}/`);
const save = (id: string, words: string) => t.as('approver', 'PATCH', `${base}${id}/`, { text: words });
const textOf = async (id: string) => (await read(id)).json<NoteDetail>().text;
const holdNote = async (id: string) => {
  await holder.query('begin');
  await holder.query('select from app.notes where id = $1 for update', [id]);
};
/** Until so many connections of requests wait for what is held. */
const waiting = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await root.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and ${logins}`,
      );
      expect(rows[0]?.n).toBe(count);
    },
    { timeout: 60_000, interval: 20 },
  );
const cut = (which: string) =>
  root.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ${which}`);
const answered = (read: () => Promise<{ statusCode: number }>) =>
  vi.waitFor(async () => expect((await read()).statusCode).toBe(200), { timeout: 60_000, interval: 50 });

test('REL-04 a connection that is cut under a save: 503 with Retry-After, nothing saved, and the next save is taken', async () => {
  const id = await newNote();
  await holdNote(id);
  const saving = save(id, 'Saved over a cut line.');
  await waiting(1);
  await cut(`${logins} and wait_event_type = 'Lock'`);
  const { statusCode, headers } = await saving;
  expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
  await holder.query('rollback');
  expect(await textOf(id)).toBe(text);
  expect((await save(id, 'Saved afterwards.')).statusCode).toBe(200);
  expect(await textOf(id)).toBe('Saved afterwards.');
});

test('REL-04 all connections cut at once: health goes on, calls are answered or told to come again, and it heals by itself', async () => {
  const id = await newNote();
  await Promise.all(Array.from({ length: requestConnections }, () => read(id)));
  await cut(logins);
  expect((await t.app.inject('/livez')).statusCode).toBe(200);
  for (const answer of await Promise.all(Array.from({ length: 20 }, () => read(id))))
    expect([200, 503]).toContain(answer.statusCode);
  await answered(() => read(id));
  await answered(() => t.app.inject('/readyz'));
});

test('REL-05 a database that stalls holds nobody for ever: 503 with Retry-After, and answers again when it goes on', async () => {
  const { rows } = await root.query<{ rolname: string; rolconfig: string[] }>(
    'select rolname, rolconfig from pg_roles where rolname = any ($1) order by rolname',
    [Object.values(loginRoles)],
  );
  expect(rows).toHaveLength(2);
  for (const { rolconfig } of rows)
    expect(rolconfig).toEqual(
      expect.arrayContaining(['statement_timeout=5s', 'lock_timeout=2s', 'idle_in_transaction_session_timeout=10s']),
    );
  // The tests’ database lets slow machines finish: here the limits are those of an impatient one.
  const impatient = (limit: string, value: string) =>
    root.query(
      `alter role ${loginRoles.request} in database ${pg.escapeIdentifier(t.admin.database!)} set ${limit} = '${value}'`,
    );
  const id = await newNote();
  for (const limit of ['lock_timeout', 'statement_timeout']) {
    await impatient(limit, '300ms');
    await cut(`usename = '${loginRoles.request}'`);
    await answered(() => t.app.inject('/readyz'));
    await holder.query('begin');
    await holder.query('lock table app.notes in access exclusive mode');
    const { statusCode, headers } = await read(id);
    expect([limit, statusCode, headers['retry-after']]).toEqual([limit, 503, '2']);
    expect((await t.app.inject('/livez')).statusCode).toBe(200);
    await holder.query('rollback');
    await impatient(limit, '120s');
    await cut(`usename = '${loginRoles.request}'`);
    await answered(() => read(id));
  }
});

test('REL-07 with all connections taken, calls are told to come again, bad ones need none, and those that wait are answered', async () => {
  const id = await newNote();
  await holdNote(id);
  const saves = Array.from({ length: requestConnections }, (_, n) => save(id, `Save ${n}.`));
  await waiting(requestConnections);
  const { statusCode, headers } = await read(id);
  expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
  for (const [url, bearer, status] of [
    [base, undefined, 401],
    [base, 'Bearer nonsense', 401],
    ['/api/v1/nowhere/', undefined, 404],
    ['/livez', undefined, 200],
  ] as const)
    expect([
      url,
      (await t.app.inject({ url, headers: bearer === undefined ? {} : { authorization: bearer } })).statusCode,
    ]).toEqual([url, status]);
  await holder.query('rollback');
  expect((await Promise.all(saves)).map((answer) => answer.statusCode)).toEqual(Array(requestConnections).fill(200));
});

test('REL-08 REL-16 AUD-07 where no audit row can be written for want of room, nothing is read, written or handed out, and it is said', async () => {
  const id = await newNote();
  const count = async () => (await root.query<{ n: number }>('select count(*)::int as n from app.notes')).rows[0]?.n;
  const before = await count();
  // What the database says when its disk is full.
  await root.query(`create function app.no_room() returns trigger language plpgsql as
    $$ begin raise exception 'no room' using errcode = '53100'; end $$`);
  await root.query('create trigger no_room before insert on app.audit_log execute function app.no_room()');
  try {
    for (const call of [
      () => read(id),
      () => t.as('approver', 'GET', base),
      () => t.as('approver', 'POST', base, { text }),
      () => save(id, 'Over it.'),
      () => t.as('approver', 'GET', `${base}${id}/download/`),
      () => t.as('approver', 'POST', `${base}download/`, { op_notes: [id] }),
      () => t.as('admin', 'DELETE', `${base}${id}/`),
    ]) {
      const answer = await call();
      expect(answer.statusCode).toBe(507);
      expect(answer.body).toContain('out of space');
      expect(answer.body).not.toContain('marker');
    }
    expect(await count()).toBe(before);
  } finally {
    await root.query('drop trigger no_room on app.audit_log');
    await root.query('drop function app.no_room()');
  }
  expect(await textOf(id)).toBe(text);
});

test('REL-09 a clock that was set back by a day: a saved note is newer than before, lists keep its place, and nothing is refused', async () => {
  const [older, id] = [await newNote(), await newNote()];
  // What the clock said before it was set back.
  await root.query(`update app.notes set updated_at = clock_timestamp() + interval '1 day' where id in ($1, $2)`, [older, id]);
  const seen = async () => new Date((await read(id)).json<NoteDetail>().updated_at).getTime();
  const before = await seen();
  expect((await save(id, 'Saved after the clock went back.')).statusCode).toBe(200);
  const after = await seen();
  expect(after).toBeGreaterThan(before);
  expect((await save(id, 'And once more.')).statusCode).toBe(200);
  expect(await seen()).toBeGreaterThan(after);
  const { results } = (await t.as('approver', 'GET', `${base}?ordering=-updated_at&per_page=10`)).json<{
    results: NoteDetail[];
  }>();
  expect(results.slice(0, 2).map((note) => note.id)).toEqual([id, older]);
});

/** What the database says when it undoes a transaction for the sake of others: to so many audit rows, however often they are undone. */
async function undone(times: number, code: string, run: () => Promise<void>): Promise<number> {
  await root.query(`create sequence app.tries; grant usage on sequence app.tries to public`);
  await root.query(`create function app.undo() returns trigger language plpgsql as
    $$ begin if nextval('app.tries') <= ${times} then raise exception 'undone' using errcode = '${code}'; end if; return new; end $$`);
  await root.query('create trigger undo before insert on app.audit_log for each row execute function app.undo()');
  try {
    await run();
    const { rows } = await root.query<{ tries: number }>('select last_value::int as tries from app.tries');
    return rows[0]!.tries;
  } finally {
    await root.query('drop trigger undo on app.audit_log');
    await root.query('drop function app.undo()');
    await root.query('drop sequence app.tries');
  }
}
const rowsOf = async (requestId: unknown) =>
  (
    await root.query<{ type: string; outcome: string; entity: string[] }>(
      'select type, outcome, entity from app.audit_log where request_id = $1 order by id',
      [requestId],
    )
  ).rows;

test('REL-06 what the database undid for the sake of others is run again: done once, with one audit row, and told as if it were the first time', async () => {
  for (const code of ['40P01', '40001']) {
    const words = `PROCEDURE: undone ${code}.`;
    const tries = await undone(3, code, async () => {
      const made = await t.as('approver', 'POST', base, { text: words }, { 'idempotency-key': `undone ${code}` });
      expect([made.statusCode, made.headers['etag']]).toEqual([201, expect.stringMatching(/\d/)]);
      const { id } = made.json<NoteDetail>();
      expect(await rowsOf(made.headers['x-request-id'])).toEqual([
        { type: 'note_create', outcome: 'success', entity: [`note:${id}`] },
      ]);
      const { rows } = await root.query('select id from app.notes where text = $1', [words]);
      expect(rows).toEqual([{ id }]);
    });
    expect(tries).toBe(4);
  }
  await t.deps.suggestionQueue.idle();
});

test('REL-06 one that is undone again and again is told to come later, with nothing left of it; a handler that commits by itself is not repeated', async () => {
  const id = await newNote();
  expect(
    await undone(100, '40P01', async () => {
      const { statusCode, headers } = await save(id, 'Never saved.');
      expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
      expect(await rowsOf(headers['x-request-id'])).toEqual([]);
    }),
  ).toBe(4);
  expect(await textOf(id)).toBe(text);
  expect(
    await undone(1, '40P01', async () => {
      expect((await t.as('approver', 'POST', `${base}download/`, { op_notes: [id] })).statusCode).toBe(503);
    }),
  ).toBe(1);
});
