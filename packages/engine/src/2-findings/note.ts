import type { SectionKind } from '../1-text/headings.ts';
import type { Lexicon, TermHit } from '../1-text/lexicon.ts';
import {
  JOINED,
  linesOf,
  LISTED,
  numberedLines,
  openingSentence,
  piecesOf,
  pseudoLines,
  SET_APART,
  showsAct,
  titleLines,
  type Line,
} from '../1-text/lines.ts';
import { normalizeText } from '../1-text/normalize.ts';
import { findSections, PAST_LABEL, saidFrom, type Section } from '../1-text/sections.ts';
import { tokenize, type Token } from '../1-text/tokens.ts';
import { assertionsOf, blanked, CONDITIONAL, DENIED, DONE, firstFrom, PAST } from './assertion.ts';
import { calledOffIn, takenBack, type CalledOff } from './called-off.ts';
import { talkIn } from './talk.ts';

/** Where in the note a term was found; the order is the index into {@link NoteFindings.channels}. */
export const CHANNELS = ['heading', 'diagnosis', 'findings', 'indications', 'body', 'history'] as const;
export const HEADING = 0;
export const DIAGNOSIS = 1;
export const FINDINGS = 2;
export const INDICATIONS = 3;
export const BODY = 4;
export const HISTORY = 5;

/** Which channel the words of a section are in; -1 for those that are not read. */
export const CHANNEL_OF: Readonly<Record<SectionKind, number>> = {
  procedure: HEADING,
  planned: INDICATIONS,
  postdx: DIAGNOSIS,
  predx: DIAGNOSIS,
  indications: INDICATIONS,
  history: HISTORY,
  findings: FINDINGS,
  description: BODY,
  specimens: FINDINGS,
  implants: FINDINGS,
  anesthesia: -1,
  complications: -1,
  plan: HISTORY,
  staff: -1,
  other: BODY,
  preamble: BODY,
};

/** One line of the procedure heading with its terms (negated and historical words left out). */
export type NoteLine = {
  readonly line: Line;
  readonly tokens: readonly Token[];
  readonly hits: readonly TermHit[];
  /** Term to its best weight in the line. */
  readonly terms: ReadonlyMap<number, number>;
};

/** Term to weight (best of its occurrences) and count, for one channel. */
export type Bag = Map<number, { weight: number; count: number }>;

export type NoteFindings = {
  /** The text as written, as far as it is read. */
  readonly original: string;
  /** From places in `text` to places in `original`; undefined when they are the same. */
  readonly offsets: Int32Array | undefined;
  /** The text that all places below refer to: lower case, single blanks. */
  readonly text: string;
  /** The same with everything blank that is not meant as done in this operation. */
  readonly meant: string;
  /** The same with only the talk about risks and choices blank: what is denied, past or planned is there too. */
  readonly said: string;
  /** The words of `text`, and how each is meant. */
  readonly words: readonly Token[];
  readonly assertions: Uint8Array;
  /** Where the text says that something was called off, and whether that is all that its heading names. */
  readonly calledOff: readonly CalledOff[];
  readonly allTakenBack: boolean;
  readonly sections: readonly Section[];
  readonly lines: readonly NoteLine[];
  readonly pseudo: boolean;
  /** Whether a heading for procedures names them, rather than a title or nothing. */
  readonly listed: boolean;
  /** Terms that the procedure lines deny ("without fluoroscopy"). */
  readonly denied: ReadonlySet<number>;
  readonly channels: readonly Bag[];
  /** Affirmed tokens with terms, all channels, for evidence. */
  readonly occurrences: readonly {
    readonly token: Token;
    readonly to: Token;
    readonly term: number;
    readonly weight: number;
    readonly channel: number;
  }[];
};

/** What the knowledge tells about lines: which of them names an act. */
export type KnownActs = {
  /** Of the sentences of a note without heading, those that say most of some code's wording. */
  readonly densest: (lines: readonly NoteLine[], text: string) => readonly NoteLine[];
  readonly names: (line: NoteLine) => boolean;
  /** Whether the knowledge has a line, word for word, as a title. */
  readonly has: (line: NoteLine) => boolean;
  /** The part of a title that the knowledge has, word for word, where the rest is circumstances. */
  readonly coreOf: (line: NoteLine) => { readonly start: number; readonly end: number } | undefined;
  /** Whether a line leaves open what was done ("exploratory laparotomy", "right leg surgery"): the body tells it. */
  readonly leavesOpen: (line: NoteLine) => boolean;
};

/** Only this much of a text is read: real operative notes end long before, and cost must not grow without end. */
export const READ_LIMIT = 120_000;
/** Sentences that stand in for a missing heading, and how many are looked at to find them. */
export const PSEUDO_LINES = 5;
const PSEUDO_CANDIDATES = 30;

/** Reads one note: sections, procedure lines, and for every channel the terms that are meant (not denied, not past). */
export function readNote(
  fullText: string,
  lexicon: Lexicon,
  acts: KnownActs = {
    densest: (lines) => lines.slice(0, PSEUDO_LINES),
    names: () => false,
    has: () => false,
    coreOf: () => undefined,
    leavesOpen: () => false,
  },
): NoteFindings {
  const original = fullText.length > READ_LIMIT ? fullText.slice(0, READ_LIMIT) : fullText;
  const { text, offsets } = normalizeText(original);
  const sections = findSections(text);
  const headingLines = sections.filter((section) => section.kind === 'procedure').flatMap((section) => linesOf(text, section));
  const reading = readAssertions(text, sections, headingLines);
  const { meant, said } = reading;
  const read = (line: Line): NoteLine => readLine(line, reading.wordsIn(line, DONE), lexicon);
  const known = (line: Line): Line | undefined => {
    if (acts.has(read(line))) return line;
    const core = acts.coreOf(read(line));
    if (core === undefined) return undefined;
    return { ...line, ...core };
  };
  const opening = openingSentence(meant, sections);
  const title =
    titleLines(meant, sections).find(
      (line) => showsAct(meant.slice(line.start, line.end)) || acts.names(read(line)) || known(line) !== undefined,
    ) ?? (opening === undefined || known(opening) === undefined ? undefined : opening);
  const numbered = headingLines.some((line) => isWorded(meant, line)) ? [] : numberedLines(meant);
  const namers = [...(title === undefined ? [] : [title]), ...headingLines, ...numbered];
  const all = dedupeLines(text, [
    ...namers,
    ...namers.flatMap((line) =>
      knownPieces(
        meant,
        line,
        (piece) => acts.names(read(piece)),
        known,
        (piece) => acts.leavesOpen(read(piece)),
      ),
    ),
  ]);
  const isNamed = (line: Line): boolean => isWorded(meant, line) || acts.names(read(line));
  const headed = all.filter(isNamed).map(read);
  const pseudo = headed.every(acts.leavesOpen);
  const chosen = pseudo ? pseudoLines(meant, sections, PSEUDO_CANDIDATES) : [];
  const channels: Bag[] = CHANNELS.map(() => new Map());
  const occurrences: NoteFindings['occurrences'][number][] = [];
  for (const section of sections) {
    const channel = CHANNEL_OF[section.kind];
    if (channel < 0) continue;
    const kept = reading.wordsIn({ start: saidFrom(section), end: section.end }, DONE);
    fillBag(lexicon.termsOf(kept), kept, channel, channels, occurrences);
  }
  const denied = new Set<number>();
  for (const line of pseudo ? [] : all)
    for (const hit of lexicon.termsOf(reading.wordsIn(line, DENIED))) if (hit.weight >= 0.6) denied.add(hit.term);
  const candidates = chosen.map(read);
  const lines = pseudo ? [...headed, ...acts.densest(candidates, text)] : headed;
  if (pseudo || title !== undefined) {
    for (const line of lines) for (const [term, weight] of line.terms) addTo(channels[HEADING], term, weight * line.line.weight);
  }
  const { words, assertions, calledOff, allTakenBack } = reading;
  return {
    original,
    offsets,
    text,
    meant,
    said,
    words,
    assertions,
    calledOff,
    allTakenBack,
    sections,
    lines,
    pseudo,
    listed: !pseudo && headingLines.some(isNamed),
    denied,
    channels,
    occurrences,
  };
}

/** Sections that name what was done, or what it was done for: no talk about risks is looked for there. */
const NAMING: ReadonlySet<SectionKind> = new Set(['procedure', 'planned', 'postdx', 'predx']);

const CALLED_OFF_LABEL = /^(procedures? )?(deferred|cancell?ed|postponed|not (done|performed))( procedures?)?$/i;

type Reading = Pick<NoteFindings, 'meant' | 'said' | 'words' | 'assertions' | 'calledOff' | 'allTakenBack'> & {
  /** The words of a stretch that are meant in one way. */
  readonly wordsIn: (stretch: { readonly start: number; readonly end: number }, assertion: number) => Token[];
};

/** Reads once how every word of a note is meant. */
function readAssertions(text: string, sections: readonly Section[], lines: readonly Line[]): Reading {
  const tokens = tokenize(text);
  const opens = new Set(sections.flatMap((section) => [section.start, section.contentStart]).map((at) => wordFrom(text, at)));
  let end = -1;
  for (const line of lines) {
    // A part of a line does not open a clause.
    if (line.start >= end) opens.add(line.start);
    end = Math.max(end, line.end);
  }
  const talk = sections.flatMap((section) =>
    NAMING.has(section.kind) ? [] : talkIn(text, { start: section.contentStart, end: section.end }),
  );
  const past = sections.filter((section) => section.kind === 'history' && PAST_LABEL.test(section.label));
  const refused = sections.filter((section) => CALLED_OFF_LABEL.test(section.label));
  const calledOff = calledOffIn(text, tokens);
  const back = takenBack(text, lines, calledOff);
  const assertions = assertionsOf(text, tokens, opens, [
    ...talk.map((stretch) => ({ ...stretch, assertion: CONDITIONAL })),
    ...back.items.map((item) => ({ ...item, assertion: DENIED })),
    ...refused.map((section) => ({ start: section.contentStart, end: section.end, assertion: DENIED })),
    ...past.map((section) => ({ start: section.contentStart, end: section.end, assertion: PAST })),
  ]);
  return {
    words: tokens,
    assertions,
    calledOff,
    allTakenBack: back.all,
    meant: blanked(text, tokens, (at) => assertions[at] !== DONE),
    said: talk.reduce((rest, { start, end: to }) => rest.slice(0, start) + ' '.repeat(to - start) + rest.slice(to), text),
    wordsIn: (stretch, assertion) => {
      const words: Token[] = [];
      for (let at = firstFrom(tokens, stretch.start); at < tokens.length; at++) {
        const token = tokens[at];
        if (token === undefined || token.end > stretch.end) break;
        if (assertions[at] === assertion) words.push(token);
      }
      return words;
    },
  };
}

/** Place of the first word from a place on. */
function wordFrom(text: string, from: number): number {
  let at = from;
  while (at < text.length && !WORD.test(text.charAt(at))) at++;
  return at;
}
const WORD = /[\p{L}\d]/u;

/** Side, urgency, the name of the document: a line of these alone names nothing. */
const NAMELESS = new Set(
  (
    'left right bilateral both side sides lrb urgent emergent emergency elective operative operation operations surgery surgical surgeries ' +
    'procedure procedures report reports note notes record case cases robot see below above body text detail details finding findings ' +
    'dictation dictated dictate full same described description following none performed done part'
  ).split(' '),
);

/** Whether a line has three letters that may name something. */
function isWorded(text: string, { start, end }: Line): boolean {
  return lettersOf(text.slice(start, end), NAMELESS) >= 3;
}

function lettersOf(text: string, beside: ReadonlySet<string> = new Set()): number {
  let letters = 0;
  for (const [word] of text.matchAll(/\p{L}+/gu)) if (!beside.has(word)) letters += word.length;
  return letters;
}

/**
 * The pieces of a line that name acts of their own, if two or more do; a single one where what stands beside it names none ("LP, opening
 * pressure 18").
 * @param knownPart the part of a piece that the knowledge has, word for word; the piece itself where it has all of it
 */
function knownPieces(
  text: string,
  line: Line,
  names: (piece: Line) => boolean,
  knownPart: (piece: Line) => Line | undefined,
  leavesOpen: (piece: Line) => boolean,
): Line[] {
  const whole = knownPart(line);
  if (whole === line) return [];
  const named = piecesOf(text, line, JOINED).filter(names);
  if (named.length >= 2) return named;
  for (const joint of [LISTED, SET_APART]) {
    const pieces = piecesOf(text, line, joint).map((piece) => ({ piece, known: knownPart(piece) }));
    const known = pieces.flatMap((each) => each.known ?? []);
    if (known.length >= 2) return pieces.flatMap((each) => each.known ?? (names(each.piece) ? each.piece : []));
    const open = pieces.filter((each) => each.known === undefined);
    if (known.every(leavesOpen)) continue;
    if (known.length === 1 && !open.some(({ piece: { start, end } }) => showsAct(text.slice(start, end)))) return known;
  }
  return whole === undefined || leavesOpen(whole) ? [] : [whole];
}

function dedupeLines(text: string, lines: readonly Line[]): Line[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    const key = text
      .slice(line.start, line.end)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function readLine(line: Line, words: readonly Token[], lexicon: Lexicon): NoteLine {
  const tokens = lexicon.mend(words);
  const hits = lexicon.termsOf(tokens);
  const terms = new Map<number, number>();
  for (const hit of hits) terms.set(hit.term, Math.max(hit.weight, terms.get(hit.term) ?? 0));
  return { line, tokens, hits, terms };
}

export function addTo(bag: Bag | undefined, term: number, weight: number): void {
  const entry = bag?.get(term);
  if (entry === undefined) bag?.set(term, { weight, count: 1 });
  else {
    entry.count++;
    if (weight > entry.weight) entry.weight = weight;
  }
}

function fillBag(
  hits: readonly TermHit[],
  tokens: readonly Token[],
  channel: number,
  channels: readonly Bag[],
  occurrences: NoteFindings['occurrences'][number][],
): void {
  for (const hit of hits) {
    addTo(channels[channel], hit.term, hit.weight);
    const token = tokens[hit.from];
    const to = tokens[hit.to - 1];
    if (token !== undefined && to !== undefined) occurrences.push({ token, to, term: hit.term, weight: hit.weight, channel });
  }
}
