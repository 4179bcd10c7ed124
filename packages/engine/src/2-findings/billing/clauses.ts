import { findSections, type Section } from '../../1-text/sections.ts';
import { tokenize, type Token } from '../../1-text/tokens.ts';
import { assertionsOf, CONDITIONAL, DONE, firstFrom } from '../assertion.ts';
import { talkIn } from '../talk.ts';
import { READ_LIMIT } from '../note.ts';

/** Offsets of the text in UTF-16 code units, `end` exclusive. */
export type Range = { readonly start: number; readonly end: number };

/** Something that the note says at a place. */
export type Mention<T> = Range & { readonly value: T };

/** What a clause is for: the name of what was done, the diagnosis, what was seen, what was done, or something beside the operation. */
export type ClauseKind = 'heading' | 'diagnosis' | 'before' | 'findings' | 'body' | 'staff' | 'history' | 'aside';

export type Clause = Range & { readonly kind: ClauseKind };

/** A text split once into clauses, with how each word is meant. */
export type ClauseText = {
  readonly text: string;
  readonly clauses: readonly Clause[];
  /** Whether what stands at the place is told as done now: not denied, past, planned, or by somebody else. */
  readonly isDone: (place: number) => boolean;
};

const KIND_OF: Readonly<Record<Section['kind'], ClauseKind>> = {
  procedure: 'heading',
  postdx: 'diagnosis',
  predx: 'before',
  findings: 'findings',
  description: 'body',
  preamble: 'body',
  other: 'aside',
  specimens: 'aside',
  implants: 'aside',
  anesthesia: 'aside',
  complications: 'body',
  staff: 'staff',
  planned: 'history',
  indications: 'history',
  history: 'history',
  plan: 'history',
};

/** Clauses end at lines, semicolons, sentences and before the numbers of a list; never inside "Dr. X", "2.5 cm" or "St. Jude". */
const CLAUSE_END =
  /\r?\n|;|\s(?=#?\d{1,2}[.)]\s[A-Za-z])|(?<=(?:[a-z)\]"'%0-9]|[A-Z]{2})[.!?])(?<!\b(?:dr|mr|mrs|ms|no|vs|st|approx|rt|lt)\.)\s+(?=[A-Z0-9"'(*#])/g;
const LEAD = /^[\s#*•\-–,.]*(?:\(?\d{1,2}[.)]\s+)?/;

/** Labels whose content is one line: what stands on the lines below is told under no heading. */
const ONE_LINE: ReadonlySet<Section['kind']> = new Set([
  'other',
  'specimens',
  'staff',
  'anesthesia',
  'complications',
  'implants',
]);
/** Words by which a paragraph tells an operation. */
const OPERATIVE =
  /\b(incision|incised|prepped|draped|supine|prone|time ?-?out|trocar|needle|dissect\w*|inserted|placed|excised|removed|harvested|sutured|closed|injected)\b/i;

/** Where, inside a section that is about something else, the narrative begins: below its one line, or in its next paragraph. */
function narrativeFrom(text: string, section: Section): number {
  if (KIND_OF[section.kind] === 'body' || section.kind === 'procedure' || section.kind === 'findings' || section.kind === 'plan')
    return section.end;
  const content = text.slice(section.contentStart, section.end);
  const paragraph = /\n[ \t]*\r?\n/.exec(content);
  if (paragraph !== null && OPERATIVE.test(content.slice(paragraph.index))) return section.contentStart + paragraph.index;
  const line = /^[ \t]*\S[^\n]*\n/.exec(content);
  if (ONE_LINE.has(section.kind) && line !== null && OPERATIVE.test(content.slice(line[0].length)))
    return section.contentStart + line[0].length;
  return section.end;
}

function clausesOf(text: string, section: Section): Clause[] {
  const kind = KIND_OF[section.kind];
  const clauses: Clause[] = [];
  // What looks like a label of something else is often the beginning of the sentence: "LCx: stented".
  const opening = section.kind === 'other' ? section.start : section.contentStart;
  const content = text.slice(opening, section.end);
  const narrative = narrativeFrom(text, section);
  const push = (from: number, to: number): void => {
    const lead = LEAD.exec(content.slice(from, to))?.[0].length ?? 0;
    const start = opening + from + lead;
    const end = start + content.slice(from + lead, to).trimEnd().length;
    if (/[a-z]{2}/i.test(text.slice(start, end))) clauses.push({ start, end, kind: start < narrative ? kind : 'body' });
  };
  let from = 0;
  for (const match of content.matchAll(CLAUSE_END)) {
    push(from, match.index);
    from = match.index + match[0].length;
  }
  push(from, content.length);
  return clauses;
}

/** A longer label names more than its section: "PROCEDURE 2 - L hallux". */
const LONG_LABEL = 15;
/** Splits a note into its clauses. */
export function readClauses(full: string): ClauseText {
  const text = full.length > READ_LIMIT ? full.slice(0, READ_LIMIT) : full;
  const sections = findSections(text);
  const clauses = sections.flatMap((section) => clausesOf(text, section));
  const labels = sections.flatMap((section): Clause[] =>
    section.kind !== 'other' && section.contentStart - section.start > LONG_LABEL
      ? [{ start: section.start, end: section.contentStart, kind: section.kind === 'procedure' ? 'heading' : 'aside' }]
      : [],
  );
  const tokens = tokenize(text);
  const opens = new Set(clauses.map((clause) => tokens[firstFrom(tokens, clause.start)]?.start ?? -1));
  const lower = text.toLowerCase();
  const talk = sections
    .filter((section) => !NAMING.has(section.kind))
    .flatMap((section) => talkIn(lower, { start: section.contentStart, end: section.end }))
    .map((stretch) => ({ ...stretch, assertion: CONDITIONAL }));
  const assertions = assertionsOf(lower.length === text.length ? lower : text, tokens, opens, talk);
  return {
    text: full,
    clauses: [...clauses, ...labels].sort((a, b) => a.start - b.start),
    isDone: (place) => (assertions[tokenAt(tokens, place)] ?? DONE) === DONE,
  };
}

/** Sections that name what was done, or what it was done for. */
const NAMING: ReadonlySet<Section['kind']> = new Set(['procedure', 'planned', 'postdx', 'predx']);

/** The token that covers a place, else the one after it. */
function tokenAt(tokens: readonly Token[], place: number): number {
  const next = firstFrom(tokens, place);
  const before = tokens[next - 1];
  return before !== undefined && before.end > place ? next - 1 : next;
}

export const wordsOf = (text: string, range: Range): string => text.slice(range.start, range.end);

export const within = (range: Range, scope: Range): boolean => range.start >= scope.start && range.end <= scope.end;

/** All matches of a pattern within a range, in order. */
export function matchesIn(
  text: string,
  scope: Range,
  pattern: RegExp,
): (Range & { readonly groups: readonly (string | undefined)[] })[] {
  return [...text.slice(scope.start, scope.end).matchAll(pattern)].map((match) => ({
    start: scope.start + match.index,
    end: scope.start + match.index + match[0].length,
    groups: match.slice(1),
  }));
}

/** Sorted by place, each place once. */
export function distinctRanges<T extends Range>(ranges: readonly T[]): T[] {
  const sorted = [...ranges].sort((a, b) => a.start - b.start || b.end - a.end);
  return sorted.filter((range, at) => at === 0 || range.start !== sorted[at - 1]?.start || range.end !== sorted[at - 1]?.end);
}
