import type { ConventionTexts } from './conventions.ts';
import { actionsIn } from '../2-findings/actions.ts';
import { ageIn, approachesIn, diskLevelsIn, levelsIn, sideIn } from '../2-findings/cues.ts';
import { sizesFor, sizesIn, type BandOf, type Size } from '../2-findings/sizes.ts';
import type { NoteFindings } from '../2-findings/note.ts';
import { saidTerms, type SaidTerms } from './said-terms.ts';

/** A note laid out for fast comparison with codes: weights by term number and the cues of the text. */
export type NoteView = {
  readonly said: SaidTerms;
  readonly approachHeading: number;
  readonly approachBody: number;
  readonly levelHeading: number;
  readonly levelAnywhere: number;
  readonly diskLevels: number;
  readonly age: number | undefined;
  /** Sizes by what a band is about; looked for when a candidate has a band. */
  readonly sizesHeading: () => Sizes;
  readonly sizesAnywhere: () => Sizes;
  readonly side: number;
  readonly pseudo: boolean;
  readonly actions: number;
  /** Actions of each line. */
  readonly lineActions: readonly number[];
  readonly denied: ReadonlySet<number>;
  /** What conventions read: procedure lines, narrative, everything that is not history. */
  readonly texts: ConventionTexts;
};

export type Sizes = ReadonlyMap<BandOf, readonly Size[]>;

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function sizesBySubject(text: string): Sizes {
  const sizes = sizesIn(text);
  return new Map(([undefined, 'lesion', 'closure', 'opening'] as const).map((about) => [about, sizesFor(sizes, about)]));
}

/** Code units that conventions read; the deciding words stand early. */
const CONVENTION_TEXT = 16_000;

const NARRATIVE = ['description', 'preamble', 'findings', 'procedure', 'other', 'implants'];

/** Lays out one note; `terms` is the lexicon's size. */
export function viewNote(note: NoteFindings, terms: number): NoteView {
  const heading = headingText(note, note.meant);
  const named = heading + '\n' + sectionText(note, note.meant, ['postdx', 'predx']);
  const body = sectionText(note, note.meant, NARRATIVE);
  return {
    said: saidTerms(note, terms),
    approachHeading: approachesIn(heading),
    approachBody: approachesIn(body.slice(0, 12_000)),
    levelHeading: levelsIn(heading),
    levelAnywhere: levelsIn(named),
    diskLevels: diskLevelsIn(heading) || diskLevelsIn(named),
    age: ageIn(note.text.slice(0, 20_000)),
    sizesHeading: once(() => sizesBySubject(heading)),
    sizesAnywhere: once(() => sizesBySubject(named + '\n' + body.slice(0, 20_000))),
    side: sideIn(heading) || sideIn(named),
    pseudo: note.pseudo,
    actions: actionsIn(heading),
    lineActions: note.lines.map((line) => actionsIn(note.meant.slice(line.line.start, line.line.end))),
    denied: note.denied,
    texts: { meant: conventionTexts(note, note.meant), said: conventionTexts(note, note.said) },
  };
}

function conventionTexts(note: NoteFindings, text: string): ConventionTexts['meant'] {
  const heading = headingText(note, text);
  const body = sectionText(note, text, NARRATIVE).slice(0, CONVENTION_TEXT);
  const rest = `${sectionText(note, text, ['postdx', 'predx'])}\n${sectionText(note, text, ['indications'])}${body}`;
  return { heading: note.pseudo ? '' : heading, body, any: `${heading}\n${rest}`.slice(0, CONVENTION_TEXT) };
}

function headingText(note: NoteFindings, text: string): string {
  return note.lines.map((line) => text.slice(line.line.start, line.line.end)).join('\n');
}

function sectionText(note: NoteFindings, text: string, kinds: readonly string[]): string {
  let joined = '';
  for (const section of note.sections) {
    if (kinds.includes(section.kind)) joined += text.slice(section.contentStart, section.end) + '\n';
  }
  return joined;
}
