import { saidFrom } from '../../1-text/sections.ts';
import type { ConventionCheck, ConventionTexts } from '../rules/conventions.ts';
import { actionsIn } from '../../2-findings/actions.ts';
import { blanked, DONE, FAMILY } from '../../2-findings/assertion.ts';
import { ageIn, approachBit, approachesIn, diskLevelsIn, levelsIn, sideIn } from '../../2-findings/cues.ts';
import { sizesIn, type Size } from '../../2-findings/sizes.ts';
import type { NoteFindings } from '../../2-findings/note.ts';
import { saidTerms, type SaidTerms } from './said-terms.ts';

/** A note laid out for fast comparison with codes: weights by term number and the cues of the text. */
export type NoteView = {
  readonly said: SaidTerms;
  readonly approachHeading: number;
  readonly approachBody: number;
  /** How a procedure line is approached: by its own words, or by those that hold for all that is named beside it. */
  readonly approachOf: (line: number) => number;
  readonly levelHeading: number;
  readonly levelAnywhere: number;
  readonly diskLevels: number;
  readonly age: number | undefined;
  /** Looked for when a candidate has a size band. */
  readonly sizesHeading: () => readonly PlacedSize[];
  readonly sizesAnywhere: () => readonly PlacedSize[];
  readonly side: number;
  readonly pseudo: boolean;
  /** How little the note tells beside the names of its procedures, 0 to 1. */
  readonly brief: number;
  readonly actions: number;
  /** Actions of each line. */
  readonly lineActions: readonly number[];
  readonly denied: ReadonlySet<number>;
  /** What conventions read: procedure lines, narrative, everything that is not history. */
  readonly texts: ConventionTexts;
  /** The same of some lines alone. */
  readonly textsOf: (lines: readonly number[]) => ConventionTexts;
};

/** A size with the terms of the site it is measured at, by which a code finds the sizes of its own site. */
export type PlacedSize = Size & { readonly beside: ReadonlySet<number> };

/** What a note, or a part of it, says: laid out for codes, with what the rules find in it. */
export type Reading = { readonly note: NoteFindings; readonly view: NoteView; readonly check: ConventionCheck };

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * The sizes of some stretches of a note. What is measured in a sentence without a site belongs to the site named before: "a lesion of
 * the cheek. it measured 2 cm."
 */
function sizesOf(
  note: NoteFindings,
  stretches: readonly { readonly start: number; readonly end: number }[],
  sites: ReadonlySet<number>,
): PlacedSize[] {
  const named = note.occurrences.filter(({ term }) => sites.has(term)).sort((a, b) => a.token.start - b.token.start);
  return stretches.flatMap(({ start: from, end: to }) =>
    sizesIn(note.meant.slice(from, to)).map((size) => {
      const place = from + size.start;
      const { start, end } = clauseAround(note.text, place, from, to);
      const own = named.filter(({ token }) => token.start >= start && token.end <= end);
      const before = named.filter(({ token }) => token.start >= from && token.end <= start).at(-1);
      const near = own.length > 0 || before === undefined ? own : named.filter(({ token }) => token.start === before.token.start);
      return { ...size, start: place, beside: new Set(near.map(({ term }) => term)) };
    }),
  );
}

/** The sentence or line around a place. */
function clauseAround(text: string, place: number, from: number, to: number): { start: number; end: number } {
  let start = place;
  while (start > from && !isEnd(text, start - 1)) start--;
  let end = place;
  while (end < to && !isEnd(text, end)) end++;
  return { start, end };
}

/** A line break, a semicolon, or a period that is not inside a number. */
function isEnd(text: string, at: number): boolean {
  const char = text[at];
  return char === '\n' || char === ';' || (char === '.' && !/\d/.test(text[at + 1] ?? ''));
}

/** Code units that conventions read; the deciding words stand early. */
const CONVENTION_TEXT = 16_000;

const NARRATIVE = ['description', 'preamble', 'findings', 'procedure', 'other', 'implants'];

const AGE_TEXT = 20_000;
/** Code units of narrative from which on a note tells what was done. */
const TOLD = 800;

/** The patient's age: a relative's is not, and a newborn who was denied or of whom somebody once had care is none. */
function ageOf({ text, words, assertions }: NoteFindings): number | undefined {
  const without = (left: (said: number | undefined) => boolean): string =>
    assertions.some(left) ? blanked(text, words, (at) => left(assertions[at])).slice(0, AGE_TEXT) : text.slice(0, AGE_TEXT);
  return ageIn(
    without((said) => said === FAMILY),
    () => without((said) => said !== undefined && said !== DONE),
  );
}

/** "Laparoscopic cholecystectomy and appendectomy": said once for all. A bronchoscopy beside a chest tube says nothing of the tube. */
const HELD_IN_COMMON = ['laparoscopic', 'thoracoscopic', 'arthroscopic', 'robotic', 'vaginal', 'abdominal']
  .map(approachBit)
  .reduce((bits, bit) => bits | bit, 0);

function approachesByLine({ lines, meant }: NoteFindings, heading: number): NoteView['approachOf'] {
  const known = new Map<number, number>();
  return (number) => {
    const before = known.get(number);
    const line = lines[number]?.line;
    if (before !== undefined || line === undefined) return before ?? heading;
    const own = approachesIn(meant.slice(line.start, line.end)) | (heading & HELD_IN_COMMON);
    known.set(number, own);
    return own;
  };
}

/** Lays out one note. @param terms size of the lexicon @param sites terms of the sites at which codes are told apart by size */
export function viewNote(note: NoteFindings, terms: number, sites: ReadonlySet<number>): NoteView {
  const heading = headingText(note, note.meant);
  const named = heading + '\n' + sectionText(note, note.meant, ['postdx', 'predx']);
  const body = sectionText(note, note.meant, NARRATIVE);
  return {
    said: saidTerms(note, terms),
    approachHeading: approachesIn(heading),
    approachBody: approachesIn(body.slice(0, 12_000)),
    approachOf: approachesByLine(note, approachesIn(heading)),
    levelHeading: levelsIn(heading),
    levelAnywhere: levelsIn(named),
    diskLevels: diskLevelsIn(heading) || diskLevelsIn(named),
    age: ageOf(note),
    sizesHeading: once(() => sizesOf(note, headingStretches(note), sites)),
    sizesAnywhere: once(() =>
      sizesOf(note, [...headingStretches(note), ...stretchesOf(note, ['postdx', 'predx', ...NARRATIVE])], sites),
    ),
    side: sideIn(heading) || sideIn(named),
    pseudo: note.pseudo,
    brief: Math.max(0, 1 - Math.max(0, body.length - heading.length) / TOLD),
    actions: actionsIn(heading),
    lineActions: note.lines.map((line) => actionsIn(note.meant.slice(line.line.start, line.line.end))),
    denied: note.denied,
    texts: { meant: conventionTexts(note, note.meant), said: conventionTexts(note, note.said) },
    textsOf: (lines) => ({ meant: linesOnly(note, note.meant, lines), said: linesOnly(note, note.said, lines) }),
  };
}

function linesOnly(note: NoteFindings, written: string, lines: readonly number[]): ConventionTexts['meant'] {
  const chosen = note.lines.filter((_, number) => lines.includes(number));
  const heading = asConventionsRead(chosen.map(({ line }) => written.slice(line.start, line.end)).join('\n'));
  return { heading, body: '', any: heading };
}

/** Hyphens are blanks here: what is written with one is read without it and the other way round. A decimal point ends no sentence. */
const asConventionsRead = (written: string): string => written.replaceAll('-', ' ').replace(/(?<=\d)\.(?=\d)/g, '·');

function conventionTexts(note: NoteFindings, written: string): ConventionTexts['meant'] {
  const text = asConventionsRead(written);
  const heading = headingText(note, text);
  const body = sectionText(note, text, NARRATIVE).slice(0, CONVENTION_TEXT);
  const rest = `${sectionText(note, text, ['postdx', 'predx'])}\n${sectionText(note, text, ['indications'])}${body}`;
  return { heading: note.pseudo ? '' : heading, body, any: `${heading}\n${rest}`.slice(0, CONVENTION_TEXT) };
}

/** Lines that are part of another stand in it already. */
function headingStretches({ lines }: NoteFindings): { start: number; end: number }[] {
  return lines
    .map(({ line }) => line)
    .filter((line) => !lines.some(({ line: other }) => other !== line && other.start <= line.start && other.end >= line.end));
}

function stretchesOf({ sections }: NoteFindings, kinds: readonly string[]): { start: number; end: number }[] {
  return sections.filter(({ kind }) => kinds.includes(kind)).map(({ contentStart, end }) => ({ start: contentStart, end }));
}

function headingText(note: NoteFindings, text: string): string {
  return note.lines.map((line) => text.slice(line.line.start, line.line.end)).join('\n');
}

function sectionText(note: NoteFindings, text: string, kinds: readonly string[]): string {
  let joined = '';
  for (const section of note.sections) {
    if (kinds.includes(section.kind)) joined += text.slice(saidFrom(section), section.end) + '\n';
  }
  return joined;
}
