import { sql } from 'kysely';
import { withSystem } from '../db/tenant.ts';
import type { TestApp } from './build-test-app.ts';

const day = 86_400_000;

/** Numbers from 0 to below 1, the same for the same seed. */
export function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const reasons = ['pathology', 'implant', 'page', 'other'] as const;
const errors = ['date.missing', 'side.missing', 'ptp.bundled', 'units.over'] as const;

/** Two clinics over two months: cases in every state, with what was done with each, the same for the same seed. */
export async function seedMonth(t: TestApp, seed: number, count = 160): Promise<void> {
  const next = seededNumbers(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!;
  const now = Date.now();
  // Of its own, so that what else happens stays as it is.
  const worked = seededNumbers(seed + 1);
  await withSystem(t.database, async (tx) => {
    for (let at = 0; at < count; at += 1) {
      const tenant = at % 3 === 2 ? 1 : 0;
      const coder = t.users[tenant === 1 ? 'approver2' : pick(['approver', 'admin', 'coder'])]!;
      let clock = now - next() * 60 * day;
      const came = new Date(clock);
      const { rows } = await sql<{ id: string; case_id: string }>`with n as (
          insert into app.notes (tenant_id, kind, text, created_by, created_by_id, created_at)
          values (${t.tenants[tenant]}, 'op', ${`PROCEDURE PERFORMED: Sample ${at}.`}, ${coder.username}, ${coder.id}, ${came}) returning id)
        select id, null as case_id from n`.execute(tx);
      const noteId = rows[0]!.id;
      const found = await sql<{ id: string }>`select id from app.cases where note_id = ${noteId}`.execute(tx);
      const id = found.rows[0]!.id;
      let state = 'new';
      let since = came;
      let reason: string | null = null;
      let due = new Date(now + Math.floor(next() * 16 - 6) * day);
      const act = async (what: string, to: string, why: string | null = null, dueOn: Date | null = null): Promise<boolean> => {
        const later = clock + next() * 4 * day;
        if (later > now) return false;
        clock = later;
        const who = what === 'skip' ? pick([t.users['approver']!, t.users['admin']!, t.users['coder']!]) : coder;
        await sql`insert into app.case_acts (tenant_id, case_id, act, from_state, to_state, reason, due_on, acted_by, acted_by_id, acted_at)
          values (${t.tenants[tenant]}, ${id}, ${what}, ${state}, ${to}, ${why}, ${dueOn?.toISOString().slice(0, 10) ?? null}, ${who.username}, ${who.id}, ${new Date(clock)})`.execute(
          tx,
        );
        if (to !== 'claimed' || state !== 'new') {
          if (to !== 'claimed') {
            since = new Date(clock);
            reason = why;
          }
        }
        state = to === 'claimed' ? (state === 'returned' ? 'returned' : 'new') : to;
        return true;
      };
      const path = next();
      if (path > 0.15) {
        if (path < 0.25) await act('skip', 'new', 'other');
        await act('claim', 'claimed');
        for (let holds = 0; path < 0.5 && holds < 3; holds += 1) {
          const until = new Date(clock + next() * 2 * day);
          const why = pick(reasons);
          if (!(await act('hold', 'held', why, until))) break;
          due = until;
          if (next() < 0.4) break;
          if (!(await act('claim', 'claimed'))) break;
        }
        if (path >= 0.5 && (await act('finish', 'coded')) && (await act('settle', 'final'))) {
          if (path > 0.9) await act('note-changed', 'returned', 'note-changed');
          else if (path > 0.7) await act('export', 'exported');
        }
      }
      const service = next() < 0.8 ? new Date(came.getTime() - next() * 6 * day).toISOString().slice(0, 10) : null;
      await sql`update app.cases set work_state = ${state}, work_reason = ${reason}, work_since = ${since}, created_at = ${came},
          due_on = ${due.toISOString().slice(0, 10)}, service_date = ${service}, coder = ${coder.username}, coder_id = ${coder.id}, revision = 1,
          claim_version = 1 where id = ${id}`.execute(tx);
      for (const error of errors)
        if (next() < 0.3)
          await sql`insert into app.case_met (tenant_id, case_id, reason, severity)
            values (${t.tenants[tenant]}, ${id}, ${error}, ${next() < 0.7 ? 'error' : 'warning'})`.execute(tx);
      for (let stretch = 0; stretch < Math.floor(worked() * 4); stretch += 1) {
        const began = new Date(now - worked() * 60 * day);
        const ended = new Date(began.getTime() + worked() * 600_000);
        await sql`insert into app.activity_stretches (tenant_id, case_id, user_id, began_at, ended_at)
          values (${t.tenants[tenant]}, ${id}, ${worked() < 0.9 ? coder.id : t.users['superadmin']!.id}, ${began}, ${ended})`.execute(
          tx,
        );
      }
      for (let line = 1; line <= 1 + Math.floor(next() * 4); line += 1)
        await sql`insert into app.case_lines (id, tenant_id, case_id, position, code, origin)
          values (gen_random_uuid(), ${t.tenants[tenant]}, ${id}, ${line}, '47562', 'approved')`.execute(tx);
    }
  });
}
