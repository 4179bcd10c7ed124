import type { Tx } from '../db/client.ts';
import { demoNotes } from './demo-notes.ts';
import { workTime } from './week/days.ts';
import { schedule } from './week/schedule.ts';

export interface DemoWorld {
  readonly tenants: readonly [string, string];
  userId(username: string): string;
}

const enterers = ['approver', 'dataentry', 'surgeon'] as const;

/**
 * Puts the sample notes into both tenants, with codes in every state, spread over the last weeks.
 * @returns which note is which of the sample notes
 */
export async function seedNotes(tx: Tx, world: DemoWorld, now: Date): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  const times = schedule(demoNotes);
  const known = new Set((await tx.selectFrom('app.cpt_codes').select('code').execute()).map((row) => row.code));
  for (const [index, note] of demoNotes.entries()) {
    const { second, came, minute } = times[index]!;
    const tenant = second ? 1 : 0;
    const suffix = second ? '2' : '';
    // The second clinic has one surgeon.
    const by = second ? enterers[index % 2]! + suffix : enterers[index % 3]!;
    const at = workTime(now, came, minute);
    const { id } = await tx
      .insertInto('app.notes')
      .values({
        tenant_id: world.tenants[tenant],
        kind: note.kind,
        text: note.text,
        filename: note.filename,
        type: note.filename?.endsWith('.docx')
          ? 'docx'
          : note.filename?.endsWith('.pdf')
            ? 'pdf'
            : note.filename
              ? 'txt'
              : 'text',
        created_by: by,
        created_by_id: world.userId(by),
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids[id] = index;
    for (const [offset, step] of note.codes.entries()) {
      if (!known.has(step.code)) continue;
      const who = step.action === 'code' ? 'coder' : `approver${suffix}`;
      const when = new Date(at.getTime() + 20 * 60_000 + offset * 60_000);
      const approved = step.action === 'reject' ? {} : { approved_by: who, approved_at: when };
      const own =
        step.action === 'reject'
          ? { rejected_by: who, rejected_at: when }
          : step.action === 'assign'
            ? { assigned_by: who, assigned_at: when }
            : step.action === 'code'
              ? { coded_by: who, coded_at: when }
              : {};
      const state = step.action === 'reject' ? ('REJECTED' as const) : ('APPROVED' as const);
      await tx
        .insertInto('app.code_links')
        .values({ tenant_id: world.tenants[tenant], note_id: id, code: step.code, state, ...approved, ...own, created_at: when })
        .execute();
      await tx
        .insertInto('app.code_history')
        .values({
          tenant_id: world.tenants[tenant],
          note_id: id,
          code: step.code,
          action: step.action,
          from_state: 'SUGGESTED',
          to_state: state,
          acted_by: who,
          acted_by_id: world.userId(who),
          acted_at: when,
        })
        .execute();
    }
  }
  return ids;
}
