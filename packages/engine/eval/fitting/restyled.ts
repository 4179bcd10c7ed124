import { findSections } from '../../src/1-text/sections.ts';
import type { SectionKind } from '../../src/1-text/headings.ts';
import { analyze } from '../../src/3-codes/ranking/analysis.ts';
import type { CodeSpace } from '../../src/3-codes/catalogue/code-space.ts';
import type { LabelledNote } from '../labelled-notes.ts';

/** Sections that tell what was done and do not name it. */
const NARRATIVE: ReadonlySet<SectionKind> = new Set(['description', 'findings', 'preamble', 'specimens', 'implants']);
/** Code units that are a narrative. */
const LEAST_NARRATIVE = 200;

/** What a text tells, without its headings. @returns undefined where it has no narrative, or nothing else */
export function narrativeOf(text: string): string | undefined {
  const sections = findSections(text);
  const kept = sections
    .filter(({ kind }) => NARRATIVE.has(kind))
    .map(({ contentStart, end }) => text.slice(contentStart, end).trim());
  const narrative = kept.join('\n');
  return narrative.length < LEAST_NARRATIVE || kept.length === sections.length ? undefined : narrative;
}

/** A note of which nothing is left that names what was done. */
export function unnamed(note: LabelledNote): LabelledNote | undefined {
  const text = narrativeOf(note.text);
  return text === undefined ? undefined : { ...note, id: `${note.id} unnamed`, text };
}

/** What a brief note has: the names of what was done and of what it was done for. */
const BRIEF: ReadonlySet<SectionKind> = new Set(['procedure', 'predx', 'postdx', 'anesthesia']);
/** Code units of a heading's section that are a heading. */
const MOST_HEADING = 400;
/** Code units below which a note is brief as it is. */
const LEAST_NOTE = 500;
/** How well a line of a brief note has to meet a code for the note to tell of it. */
const LEAST_TOLD = 0.35;

/**
 * A note as its author would have written it in a hurry: headings and diagnoses alone. What only the narrative told is open there.
 * @returns undefined where no heading names what was done
 */
export function briefly(note: LabelledNote, space: CodeSpace): LabelledNote | undefined {
  if (note.text.length < LEAST_NOTE) return undefined;
  const sections = findSections(note.text).filter(({ kind }) => BRIEF.has(kind));
  if (!sections.some(({ kind }) => kind === 'procedure')) return undefined;
  const text = sections.map(({ start, end }) => note.text.slice(start, Math.min(end, start + MOST_HEADING)).trimEnd()).join('\n');
  const { candidates } = analyze(text, space);
  const told = new Set(
    candidates.ids.flatMap((id, place) =>
      (candidates.byLines.best[place] ?? 0) >= LEAST_TOLD ? [space.index.documents[id]?.code ?? ''] : [],
    ),
  );
  const isTold = (codes: readonly string[]): boolean => codes.some((code) => told.has(code));
  if (!isTold(note.primary)) return undefined;
  const items = note.items.map((item) => (isTold(item.codes) ? item : { ...item, agreed: false }));
  return { ...note, id: `${note.id} in brief`, text, items };
}
