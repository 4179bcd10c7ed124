/**
 * Settled notes that are like a note, as the API finds them for the workbench: of 100,000 settled notes of one tenant, a tenth of them of one
 * daily procedure. Median, p95 and slowest in milliseconds, of the database's part alone and of the whole request.
 * `--notes N`, `--rounds N`.
 */
import { parseArgs } from 'node:util';
import { MARKS_VERSION } from '@incisive/engine';
import { sql } from 'kysely';
import { Client } from 'pg';
import { withSystem, withTenant } from '../apps/api/src/db/tenant.ts';
import { findPrecedents, readMarks } from '../apps/api/src/features/precedents/precedents.store.ts';
import { openMeasuredApp } from './measured-app.ts';

const { values } = parseArgs({
  options: { notes: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '400' } },
});
const count = Number(values.notes);
const rounds = Number(values.rounds);

const measured = await openMeasuredApp();
try {
  const { database } = measured.opened;
  const headers = await measured.bearer('admin');
  const { id: userId } = (await measured.app.inject({ method: 'GET', url: '/auth/profile/', headers })).json<{ id: string }>();
  const started = performance.now();
  await seed();
  console.log(`${count} settled notes in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const asked = await withSystem(database, async (tx) => {
    const { rows } = await sql<{
      id: string;
    }>`select id from app.notes where tenant_id = ${measured.tenantId}::uuid order by md5(id::text || 'asked') limit ${rounds}`.execute(
      tx,
    );
    return rows.map(({ id }) => id);
  });
  let found = 0;
  const whole: number[] = [];
  for (const id of asked) {
    const from = performance.now();
    const answer = await measured.app.inject({ method: 'GET', url: `/api/v1/op-notes/${id}/precedents/`, headers });
    whole.push(performance.now() - from);
    if (answer.statusCode !== 200) throw new Error(`The precedents answered ${answer.statusCode}`);
    found += answer.json<{ results: unknown[] }>().results.length;
  }
  const actor = {
    userId,
    username: 'admin',
    role: 'Admin',
    tenantId: measured.tenantId,
    tenantName: null,
    sessionId: '',
    requestId: 'bench',
    address: '',
  } as const;
  const alone: number[] = [];
  for (const id of asked)
    await withTenant(database, actor, async (tx) => {
      const marks = await readMarks(tx, { id, version: 1 });
      if (!marks) throw new Error('A settled note has no marks');
      const from = performance.now();
      await findPrecedents(tx, { id, tenant_id: measured.tenantId }, marks);
      alone.push(performance.now() - from);
    });
  console.log(`${(found / asked.length).toFixed(1)} precedents a note; ms: median, p95, slowest of ${asked.length}`);
  print('the search alone', alone);
  print('the whole request', whole);
} finally {
  await measured.close();
}

function print(name: string, times: number[]): void {
  times.sort((a, b) => a - b);
  const at = (share: number): string =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1).padStart(8);
  console.log(`  ${name.padEnd(20)}${at(0.5)}${at(0.95)}${at(1)}`);
}

/** Notes of 400 procedures, as unevenly frequent as a clinic's, with the marks that notes of a procedure share, and some of their own. */
async function seed(): Promise<void> {
  const client = new Client(measured.opened.admin);
  await client.connect();
  // Triggers keep sums that nothing here asks for; they would take most of the time.
  await client.query('set session_replication_role = replica');
  const own = `array(select procedure * 100 + s from generate_series(0, 8) s) || array(select 100000 + (i * 31 + s * 7) % 5000 from generate_series(0, 3) s)`;
  for (let from = 1; from <= count; from += 10_000) {
    await client.query(
      `with made as materialized (
          select gen_random_uuid() as id, floor(400 * power(i::float / $2, 3))::int as procedure, i, $1::uuid as tenant, now() - make_interval(mins => i) as at
            from generate_series($3::int, least($2, $3 + 9999)::int) i),
        marked as materialized (select *, ${own} as marks from made),
        n as (insert into app.notes (id, tenant_id, kind, text, state, created_by, created_by_id, created_at, updated_at)
          select id, tenant, 'op', 'PROCEDURE: Number ' || procedure || '. Patient ' || i || '.', 'submitted', 'admin', tenant, at, at from made),
        l as (insert into app.code_links (tenant_id, note_id, code, state, approved_by, approved_at)
          select tenant, id, lpad((40000 + procedure)::text, 5, '0'), 'APPROVED', 'admin', at from made),
        e as (insert into app.training_examples (tenant_id, note_id, codes, created_by, created_at)
          select tenant, id, array[lpad((40000 + procedure)::text, 5, '0')], 'admin', at from made),
        m as (insert into app.note_marks (note_id, tenant_id, text_version, marks_version, marks, keys)
          select id, tenant, 1, ${MARKS_VERSION}, marks, marks[1:4] || marks[10:11] from marked)
        insert into app.precedent_keys (tenant_id, key, settled_at, note_id)
          select tenant, key, at, id from marked cross join lateral (select distinct key from unnest(marks[1:4] || marks[10:11]) as key) k`,
      [measured.tenantId, count, from],
    );
  }
  await client.query('vacuum (analyze) app.notes, app.note_marks, app.precedent_keys, app.code_links, app.training_examples');
  await client.end();
}
