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

/** Lays out one note; `terms` is the lexicon's size. */
export function viewNote(note: NoteFindings, terms: number): NoteView {
  const headingText = note.lines.map((line) => note.text.slice(line.line.start, line.line.end)).join('\n');
  const namedText = headingText + '\n' + sectionText(note, ['postdx', 'predx']);
  const bodyText = sectionText(note, ['description', 'preamble', 'findings', 'procedure', 'other', 'implants']);
  return {
    said: saidTerms(note, terms),
    approachHeading: approachesIn(convertedTail(headingText)),
    approachBody: approachesIn(bodyText.slice(0, 12_000)),
    levelHeading: levelsIn(headingText),
    levelAnywhere: levelsIn(namedText),
    diskLevels: diskLevelsIn(headingText) || diskLevelsIn(namedText),
    age: ageIn(note.text.slice(0, 20_000)),
    sizesHeading: once(() => sizesBySubject(headingText)),
    sizesAnywhere: once(() => sizesBySubject(namedText + '\n' + bodyText.slice(0, 20_000))),
    side: sideIn(headingText) || sideIn(namedText),
    pseudo: note.pseudo,
    actions: actionsIn(headingText),
    lineActions: note.lines.map((line) => actionsIn(note.text.slice(line.line.start, line.line.end))),
    denied: note.denied,
    texts: conventionTexts(
      note.pseudo ? '' : headingText,
      namedText,
      withoutTalk(sectionText(note, ['indications'])),
      withoutTalk(bodyText),
    ),
  };
}

function conventionTexts(heading: string, named: string, indications: string, body: string): ConventionTexts {
  const any = `${named}\n${indications}${body}`.slice(0, CONVENTION_TEXT);
  return { heading, body, any, affirmed: { heading, body: withoutDenials(body), any: withoutDenials(any) } };
}

const TALK =
  /\b(risks?|alternatives?|options?|possibilit\w+|discuss\w*|explain\w*|counsel\w*|offered|informed (him|her|them) )\b/;
const DEED = /\b(was|were) (\w+ )?(taken|brought|placed|inserted|introduced|advanced|prepped|performed|made|positioned)\b/;

/** A text of lower-case sentences without those that say what was talked about: "the risks include removal of the testicle". */
function withoutTalk(text: string): string {
  const cut = text.slice(0, CONVENTION_TEXT);
  return cut.replace(SENTENCE, (sentence) => (TALK.test(sentence) && !DEED.test(sentence) ? ' ' : sentence));
}

const DENIAL =
  /^\s*(no|there (was|were|is) no)\b|\b(was|were|is) not (\w+ )?(performed|done|taken|required|needed|attempted|necessary|indicated)\b|\bno need\b|\bdeferred\b/;

function withoutDenials(text: string): string {
  return text.replace(SENTENCE, (sentence) => (DENIAL.test(sentence) ? ' ' : sentence));
}
const SENTENCE = /[^.\n]+(\.\d[^.\n]*)*[.\n]?/g;

/** "Laparoscopic converted to open": only what follows the conversion is the approach. */
function convertedTail(text: string): string {
  return text.replace(
    /\b(laparoscop\w*|thoracoscop\w*|arthroscop\w*|endoscop\w*|robot\w*)\b(?=[^.\n]{0,80}\bconver(ted|sion) to\b)/gi,
    '',
  );
}

function sectionText(note: NoteFindings, kinds: readonly string[]): string {
  let joined = '';
  for (const section of note.sections) {
    if (kinds.includes(section.kind)) joined += note.text.slice(section.contentStart, section.end) + '\n';
  }
  return joined;
}
