import type { ProposedDiagnosis } from '@incisive/contract/cases';
import { withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { proposeDiagnoses } from '../edit-files/edit-files.service.ts';
import { getNote } from '../notes/notes.service.ts';
import type { CaseCall } from './shown-claim.ts';
import { readCase } from './cases.store.ts';
import { noteDiagnoses } from './note-diagnoses.ts';

const most = 5;

/** The best few of all lists: each one's first before any one's second. */
function bestOf(lists: readonly (readonly ProposedDiagnosis[])[]): ProposedDiagnosis[] {
  const best = new Map<string, ProposedDiagnosis>();
  for (let rank = 0; rank < most; rank += 1)
    for (const list of lists) {
      const one = list[rank];
      if (one && !best.has(one.code) && best.size < most) best.set(one.code, one);
    }
  return [...best.values()];
}

/** What the note's diagnoses may be coded as, with their words. Where its words name no side, that of the lines counts. */
export async function proposedDiagnoses(
  deps: Deps,
  { noteId, actor, audit }: CaseCall,
): Promise<{ results: ProposedDiagnosis[] }> {
  const { note, sides, date } = await withSession(deps.database, actor, async (tx) => {
    const found = await getNote(tx, 'op', noteId);
    audit.entity(`note:${found.id}`);
    audit.tenant(found.tenant_id);
    const doc = (await readCase(tx, noteId))?.doc;
    return { note: found, sides: new Set(doc?.lines.map((line) => line.side)), date: doc?.header.service_date ?? null };
  });
  const words = noteDiagnoses(note.text, await deps.suggester.sections(note.text));
  const [only] = sides;
  const side = sides.size === 1 && (only === 'left' || only === 'right') ? only : null;
  const phrases = words.map(({ start, end }) => note.text.slice(start, end));
  const day = date ?? new Date().toISOString().slice(0, 10);
  const lists = await proposeDiagnoses((read) => withSession(deps.database, actor, read), phrases, day, { side, most });
  return { results: bestOf(lists.map((list, n) => list.map((one) => ({ ...one, words: [words[n]!] })))) };
}
