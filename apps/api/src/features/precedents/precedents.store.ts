import { MARKS_VERSION, type NoteMarks } from '@incisive/engine';
import type { Precedent } from '@incisive/contract/precedents';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';

/** More settled notes than a person would open are not looked for. */
const mostShown = 25;
/** Of each key the newest: a procedure that a clinic does every day has thousands. */
const newestOfKey = 60;
/** So many of both notes' marks are the same, for the two to be alike: the share of the geometric mean. */
const leastAlike = 0.5;

/** A note counts as settled when it was trained, or when its claim is finished. @param note the alias of `app.notes` */
export const isSettled = (
  note: string,
) => sql`(${sql.ref(`${note}.deleted_at`)} is null and (${sql.ref(`${note}.state`)} = 'submitted'
  or exists (select from app.cases finished where finished.note_id = ${sql.ref(`${note}.id`)} and finished.finished_at is not null)))`;

/** What is known of a note's text, if it was made from this one and in today's way. */
export async function readMarks(tx: Tx, note: { id: string; version: number }): Promise<NoteMarks | undefined> {
  return tx
    .selectFrom('app.note_marks')
    .select(['marks', 'keys'])
    .where('note_id', '=', note.id)
    .where('text_version', '=', note.version)
    .where('marks_version', '=', MARKS_VERSION)
    .executeTakeFirst();
}

/** Keeps what a note is about; what is known of a later text stays. */
export async function writeMarks(
  tx: Tx,
  note: { id: string; tenant_id: string; version: number },
  { marks, keys }: NoteMarks,
): Promise<void> {
  const values = { text_version: note.version, marks_version: MARKS_VERSION, marks: [...marks], keys: [...keys] };
  await tx
    .insertInto('app.note_marks')
    .values({ note_id: note.id, tenant_id: note.tenant_id, ...values })
    .onConflict((conflict) =>
      conflict.column('note_id').doUpdateSet(values).where('app.note_marks.text_version', '<=', note.version),
    )
    .execute();
}

/** The settled notes of the tenant that have most in common with these marks, most alike first, the newest of equal ones first. */
export async function findPrecedents(
  tx: Tx,
  note: { id: string; tenant_id: string },
  { marks, keys }: NoteMarks,
): Promise<Precedent[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Precedent>`
    with near as materialized (
      select found.note_id, max(found.settled_at) as settled_at
        from unnest(${[...keys]}::int[]) as wanted (key) cross join lateral (
          select k.note_id, k.settled_at from app.precedent_keys k where k.tenant_id = ${note.tenant_id}::uuid and k.key = wanted.key
           order by k.settled_at desc limit ${newestOfKey}) found
       where found.note_id <> ${note.id}::uuid group by found.note_id),
    rated as materialized (
      select near.note_id, near.settled_at, (select count(*) from unnest(m.marks) as other (mark) where other.mark = any (${[...marks]}::int[]))
             / sqrt(cardinality(m.marks) * ${marks.length}::float) as alike
        from near join app.note_marks m on m.note_id = near.note_id and m.tenant_id = ${note.tenant_id}::uuid),
    -- Texts and codes of those alone that are shown.
    shown as materialized (
      select r.note_id, r.settled_at, r.alike from rated r join app.notes n on n.id = r.note_id and n.tenant_id = ${note.tenant_id}::uuid
       where r.alike >= ${leastAlike} and ${isSettled('n')}
       order by r.alike desc, r.settled_at desc, r.note_id limit ${mostShown})
    select s.note_id as id, n.filename, left(n.text, 160) as text, to_jsonb(s.settled_at) #>> '{}' as settled_at, coalesce(l.approved, '{}') as approved,
           coalesce(l.rejected, '{}') as rejected
      from shown s join app.notes n on n.id = s.note_id cross join lateral (
        select array_agg(c.code order by c.code) filter (where c.state = 'APPROVED') as approved,
               array_agg(c.code order by c.code) filter (where c.state = 'REJECTED') as rejected
          from app.code_links c where c.note_id = s.note_id) l
     order by s.alike desc, s.settled_at desc, s.note_id`.execute(tx);
  return rows;
}
