import { AFFIRMED, contextOf, NEGATED } from '../1-text/context.ts';
import type { SectionKind } from '../1-text/headings.ts';
import type { Lexicon, TermHit } from '../1-text/lexicon.ts';
import { linesOf, pseudoLines, titleLine, type Line } from '../1-text/lines.ts';
import { normalizeText } from '../1-text/normalize.ts';
import { findSections, type Section } from '../1-text/sections.ts';
import { tokenize, type Token } from '../1-text/tokens.ts';

/** Where in the note a term was found; the order is the index into {@link NoteFindings.channels}. */
export const CHANNELS = ['heading', 'diagnosis', 'findings', 'indications', 'body', 'history'] as const;
export const HEADING = 0;
export const DIAGNOSIS = 1;
export const FINDINGS = 2;
export const INDICATIONS = 3;
export const BODY = 4;
export const HISTORY = 5;

const CHANNEL_OF: Readonly<Record<SectionKind, number>> = {
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
  readonly sections: readonly Section[];
  readonly lines: readonly NoteLine[];
  readonly pseudo: boolean;
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

/** Only this much of a text is read: real operative notes end long before, and cost must not grow without end. */
export const READ_LIMIT = 120_000;
/** Sentences that stand in for a missing heading, and how many are looked at to find them. */
export const PSEUDO_LINES = 5;
const PSEUDO_CANDIDATES = 30;

/** Reads one note: sections, procedure lines, and for every channel the terms that are meant (not denied, not past). */
export function readNote(
  fullText: string,
  lexicon: Lexicon,
  densest: (lines: readonly NoteLine[], text: string) => readonly NoteLine[] = (lines) => lines.slice(0, PSEUDO_LINES),
): NoteFindings {
  const original = fullText.length > READ_LIMIT ? fullText.slice(0, READ_LIMIT) : fullText;
  const { text, offsets } = normalizeText(original);
  const sections = findSections(text);
  const headingLines = sections.filter((section) => section.kind === 'procedure').flatMap((section) => linesOf(text, section));
  const title = titleLine(text, sections);
  const named = dedupeLines(text, title === undefined ? headingLines : [title, ...headingLines]);
  const pseudo = named.length === 0;
  const chosen = pseudo ? pseudoLines(text, sections, PSEUDO_CANDIDATES) : named;
  const channels: Bag[] = CHANNELS.map(() => new Map());
  const occurrences: NoteFindings['occurrences'][number][] = [];
  for (const section of sections) {
    const channel = CHANNEL_OF[section.kind];
    if (channel < 0) continue;
    const tokens = tokenize(text, section.contentStart, section.end);
    const kept = affirmed(tokens, text);
    fillBag(lexicon.termsOf(kept), kept, channel, channels, occurrences);
  }
  const denied = new Set<number>();
  const read = chosen.map((line) => readLine(line, text, lexicon, pseudo ? undefined : denied));
  const lines = pseudo ? densest(read, text) : read;
  if (pseudo || title !== undefined) {
    for (const line of lines) for (const [term, weight] of line.terms) addTo(channels[HEADING], term, weight * line.line.weight);
  }
  return { original, offsets, text, sections, lines, pseudo, denied, channels, occurrences };
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

/** @param denied takes the terms that the line denies */
function readLine(line: Line, text: string, lexicon: Lexicon, denied: Set<number> | undefined): NoteLine {
  const all = tokenize(text, line.start, line.end);
  const contexts = contextOf(all, breaksOf(all, text));
  const tokens = lexicon.mend(all.filter((_, at) => contexts[at] === AFFIRMED));
  const hits = lexicon.termsOf(tokens);
  const terms = new Map<number, number>();
  for (const hit of hits) terms.set(hit.term, Math.max(hit.weight, terms.get(hit.term) ?? 0));
  const negated = denied === undefined ? [] : all.filter((_, at) => contexts[at] === NEGATED);
  for (const hit of lexicon.termsOf(negated)) if (hit.weight >= 0.6) denied?.add(hit.term);
  return { line, tokens, hits, terms };
}

/** Which tokens open a sentence or line. */
function breaksOf(tokens: readonly Token[], text: string): boolean[] {
  let from = 0;
  return tokens.map(({ start, end }, at) => {
    const opens = at === 0 || hasBreak(text, from, start);
    from = end;
    return opens;
  });
}

function hasBreak(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (BREAKS.has(text.charCodeAt(at))) return true;
  return false;
}

const BREAKS: ReadonlySet<number> = new Set(Array.from('.;!?\n', (char) => char.charCodeAt(0)));

/** The tokens that are meant as done now; what is denied, past, planned or somebody else's is left out. */
function affirmed(tokens: readonly Token[], text: string): Token[] {
  const contexts = contextOf(tokens, breaksOf(tokens, text));
  return tokens.filter((_, at) => contexts[at] === AFFIRMED);
}

function addTo(bag: Bag | undefined, term: number, weight: number): void {
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
