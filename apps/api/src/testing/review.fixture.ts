import { randomUUID } from 'node:crypto';
import { type Coding, agreementOf, differencesOf } from '@incisive/contract/compare-claims';
import { sql } from 'kysely';
import { withSystem } from '../db/tenant.ts';
import { newHeader } from '@incisive/contract/cases';
import type { TestApp } from './build-test-app.ts';

const frozen = ({ lines, diagnoses }: Coding, caseId: string, noteId: string, tenantId: string, by: string, at: Date): string =>
  JSON.stringify({
    case_id: caseId,
    note_id: noteId,
    tenant_id: tenantId,
    version: 1,
    text_version: 1,
    header: { ...newHeader, service_date: '2024-08-15' },
    lines: lines.map((line) => ({ ...line, id: randomUUID(), service_date: null, side: null, evidence: {} })),
    diagnoses,
    findings: [],
    values: {},
    checked: [],
    not_checked: [],
    engine: 'test',
    approvers: {},
    overrides: [],
    finished_by: by,
    finished_at: at.toISOString(),
  });

type Who = { readonly id: string; readonly username: string };

export const firstCoding: Coding = { lines: [{ code: '47562', modifiers: [], units: 1, dx: [1] }], diagnoses: ['K8020'] };
export const otherCoding: Coding = { lines: [{ code: '47563', modifiers: [], units: 1, dx: [1] }], diagnoses: ['K8020'] };

/** Lets the case of a note stand finished by somebody, as finishing leaves it. */
export async function finishedCase(
  t: TestApp,
  noteId: string,
  coder: Who,
  coding = firstCoding,
  at = new Date(),
): Promise<string> {
  return withSystem(t.database, async (tx) => {
    const { rows } = await sql<{ id: string; tenant_id: string }>`
      update app.cases set work_state = 'final', revision = 1, claim_version = 1, finished_by = ${coder.username}, finished_at = ${at},
             coder_id = ${coder.id}, coder = ${coder.username} where note_id = ${noteId} returning id, tenant_id`.execute(tx);
    const { id, tenant_id } = rows[0]!;
    await sql`insert into app.case_versions (tenant_id, case_id, version, content, sha256, finished_by, finished_at)
      select tenant_id, id, 1, ${frozen(coding, id, noteId, tenant_id, coder.username, at)}, 'x', ${coder.username}, ${at} from app.cases where id = ${id}`.execute(
      tx,
    );
    return id;
  });
}

/** A review of the note's finished case: open, or with a second coding that differs in its code. */
export async function reviewOf(
  t: TestApp,
  noteId: string,
  { coder, reviewer, first = firstCoding, second }: { coder: Who; reviewer: Who; first?: Coding; second?: Coding },
): Promise<{ review: string; draw: string; mark: string }> {
  const caseId = await finishedCase(t, noteId, coder, first);
  return withSystem(t.database, async (tx) => {
    const [draw, review, mark] = [randomUUID(), randomUUID(), randomUUID()];
    await sql`insert into app.review_draws (id, tenant_id, seed, size, rule, population, drawn_by, drawn_by_id)
      select ${draw}, tenant_id, '1', 1, '{"from":"2020-01-01","to":"2020-01-02","coder":null}', array[id], 'superadmin', ${t.users['superadmin']!.id}
        from app.cases where id = ${caseId}`.execute(tx);
    await sql`insert into app.reviews (id, tenant_id, draw_id, case_id, note_id, claim_version, place, coder_id, coder, reviewer_id, reviewer)
      select ${review}, tenant_id, ${draw}, id, note_id, 1, 1, ${coder.id}::uuid, ${coder.username}, ${reviewer.id}::uuid, ${reviewer.username}
        from app.cases where id = ${caseId}`.execute(tx);
    if (second) {
      await sql`update app.reviews set state = 'coded', coded_at = now(), coding = ${JSON.stringify(second)}::jsonb,
        figures = ${JSON.stringify(agreementOf(first, second))}::jsonb where id = ${review}`.execute(tx);
      for (const [at, one] of differencesOf(first, second).entries())
        await sql`insert into app.review_marks (id, tenant_id, review_id, place, kind, code, first, second)
          select ${at === 0 ? mark : randomUUID()}, tenant_id, id, ${at + 1}, ${one.kind}, ${one.code}, ${one.first}, ${one.second}
            from app.reviews where id = ${review}`.execute(tx);
    }
    return { review, draw, mark };
  });
}
