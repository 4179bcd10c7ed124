import type { Tx } from '../../db/client.ts';
import { meanwhile } from '../../db/transaction.ts';
import type { NoteSection, Suggester } from '../../engine/suggester.ts';
import type { StoredNote } from './notes.policy.ts';

type Finder = Pick<Suggester, 'engineVersion' | 'sections'>;

/** Finds the sections of a text in the engine's thread; an EdNote has none. Asked before anything is locked. */
export const findSections = async (finder: Finder, kind: StoredNote['kind'], text: string): Promise<NoteSection[]> =>
  kind === 'op' ? finder.sections(text) : [];

/** Keeps what was found in the note's text as it stands. */
export function saveSections(tx: Tx, finder: Finder, note: StoredNote, sections: readonly NoteSection[]): void {
  if (note.kind !== 'op') return;
  const found = { text_version: note.version, engine_version: finder.engineVersion, sections: JSON.stringify(sections) };
  const kept = tx
    .insertInto('app.note_sections')
    .values({ tenant_id: note.tenant_id, note_id: note.id, ...found })
    .onConflict((conflict) =>
      conflict.column('note_id').doUpdateSet(found).where('app.note_sections.text_version', '<=', note.version),
    );
  meanwhile(tx, kept);
}

/** The sections that were found when the text was saved; those of a note from before an update are found now. */
export async function sectionsOf(tx: Tx, finder: Finder, note: StoredNote): Promise<NoteSection[]> {
  const kept = await tx
    .selectFrom('app.note_sections')
    .select('sections')
    .where('note_id', '=', note.id)
    .where('text_version', '=', note.version)
    .where('engine_version', '=', finder.engineVersion)
    .executeTakeFirst();
  if (kept) return kept.sections as NoteSection[];
  const sections = await findSections(finder, note.kind, note.text);
  saveSections(tx, finder, note, sections);
  return sections;
}
