import { limits } from '@incisive/contract/limits';
import type { opNotes } from '@incisive/contract/op-notes';
import type { ResponseOf } from '@incisive/contract/endpoint';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { catalogueVersion } from '../../engine/catalogue-version.ts';
import type { HitCounts, LearnedState, Suggester } from '../../engine/suggester.ts';

export type OpNotesSubmitted = ResponseOf<typeof opNotes.submit>;

/** The newest held-back notes that one step is measured on: some 10 ms each, twice. */
const notesMeasured = 100;
const longestNote = 50_000;
/** Small parts, so that other requests of the engine get their turn between them. */
const notesAtOnce = 5;

interface MeasuredNote {
  readonly text: string;
  readonly codes: readonly string[];
}

interface Settled {
  readonly approved: readonly string[];
  readonly rejected: readonly string[];
  readonly firmly: readonly string[];
}

/** What a training step is measured with, read in the transaction that settles the note. */
export interface MeasureInput {
  readonly notes: readonly MeasuredNote[];
  /** Learned from the tenant's settled notes but the held-back ones. */
  readonly state: LearnedState | null;
  readonly catalogue: number;
  /** The note just settled; null when it is itself held back, so that nothing changes. */
  readonly example: (Settled & { readonly text: string }) | null;
}

/** Null under 20 settled notes, or when none of them is held back: such a figure would say nothing. */
export async function measureInput(
  tx: Tx,
  note: { readonly id: string; readonly tenant_id: string; readonly text: string },
  settled: Settled,
): Promise<MeasureInput | null> {
  const { rows } = await sql<{ n: number; held: boolean }>`
    select count(distinct e.note_id)::int as n, app.held_back(${note.id}::uuid) as held from app.training_examples e
     where e.tenant_id = ${note.tenant_id}::uuid and e.kind = 'submitted' and e.undone_at is null`.execute(tx);
  const facts = rows[0];
  if (!facts || facts.n < limits.trainToastExamples) return null;
  const held = await sql<MeasuredNote>`
    select n.text, e.codes from (
      select distinct on (note_id) note_id, codes, created_at from app.training_examples
       where tenant_id = ${note.tenant_id}::uuid and kind = 'submitted' and undone_at is null and app.held_back(note_id) order by note_id, created_at desc) e
      join app.notes n on n.id = e.note_id and n.tenant_id = ${note.tenant_id}::uuid and n.deleted_at is null and n.text_length <= ${longestNote}
     order by e.created_at desc, e.note_id limit ${notesMeasured}`.execute(tx);
  if (held.rows.length === 0) return null;
  const model = await tx
    .selectFrom('app.learned_models')
    .select(sql<LearnedState | null>`measured_state::text`.as('state'))
    .where('tenant_id', '=', note.tenant_id)
    .executeTakeFirst();
  return {
    notes: held.rows,
    state: model?.state ?? null,
    catalogue: await catalogueVersion(tx),
    example: facts.held ? null : { text: note.text, ...settled },
  };
}

/** Hits on the held-back notes before and after the step, in the engine's own thread. */
export async function measureStep(suggester: Suggester, input: MeasureInput): Promise<NonNullable<OpNotesSubmitted['changed']>> {
  const { notes, catalogue, state, example } = input;
  const learned = example && (await suggester.learn({ state, examples: [{ ...example, weight: 'submitted' }], catalogue }));
  const [before = none, after = before] = await measureNotes(
    suggester,
    notes,
    learned === null ? [state] : [state, learned],
    catalogue,
  );
  return { n: before.n, before: rates(before), after: rates(after) };
}

async function measureNotes(
  suggester: Suggester,
  notes: readonly MeasuredNote[],
  states: readonly (LearnedState | null)[],
  catalogue: number,
): Promise<HitCounts[]> {
  let sums = states.map(() => none);
  for (let from = 0; from < notes.length; from += notesAtOnce) {
    const parts = await suggester.measure({ notes: notes.slice(from, from + notesAtOnce), states, catalogue });
    sums = sums.map((sum, at) => added(sum, parts[at] ?? none));
  }
  return sums;
}

const none: HitCounts = { n: 0, at1: 0, at5: 0, at10: 0 };

const added = (a: HitCounts, b: HitCounts): HitCounts => ({
  n: a.n + b.n,
  at1: a.at1 + b.at1,
  at5: a.at5 + b.at5,
  at10: a.at10 + b.at10,
});

const rates = ({ n, at1, at5, at10 }: HitCounts): { hit1: number; hit5: number; hit10: number } => ({
  hit1: at1 / n,
  hit5: at5 / n,
  hit10: at10 / n,
});
