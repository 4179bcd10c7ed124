import { ACTION } from './acts.ts';
import { headingKind, type SectionKind } from './headings.ts';
import { isHeadingVocabulary, type Section } from './sections.ts';

/** A stretch of text that names a procedure; `weight` 1 for a heading's line, less for a sentence that stands in for one. */
export type Line = { readonly start: number; readonly end: number; readonly weight: number };

const SEPARATORS =
  /\r?\n|;|\s(?=#?\d{1,2}[.)]\s?[A-Za-z])|(?<=[.:,])(?=\d{1,2}[.)]\s?[A-Za-z])|(?<!\b(?:dr|mr|mrs|ms|no|vs|st|approx))\.\s+(?=[A-Za-z0-9#])|(?<=[A-Za-z)])\.(?=[A-Za-z]{3})|,?\s+followed by\s|,?\s+and then\s|\s+--?\s+/gi;
const NUMBERING = /^[\s#*•\-–,.]*(?:(?:\(?\d{1,2}[.)]|[a-hA-H][.)]|[ivx]{1,4}[.)])\s*)?[\s,.-]*/;
const MAX_LINES = 32;
const MAX_LINE = 400;
/** "LP"; whether so short a line names anything the knowledge tells. */
const LEAST_LETTERS = 2;

/** Splits the content of a procedure heading into the lines that each name a procedure, numbering left out. */
export function linesOf(text: string, section: Section): Line[] {
  const lines: Line[] = [];
  const content = text.slice(section.contentStart, section.end);
  let from = 0;
  const push = (start: number, end: number): void => {
    const raw = content.slice(start, Math.min(end, start + MAX_LINE));
    const skipped = NUMBERING.exec(raw)?.[0].length ?? 0;
    const body = raw.slice(skipped).trimEnd();
    if ((body.match(/\p{L}/gu)?.length ?? 0) < LEAST_LETTERS || lines.length >= MAX_LINES) return;
    const at = section.contentStart + start + skipped;
    lines.push({ start: at, end: at + body.length, weight: 1 });
    for (const part of partsOf(body)) lines.push({ start: at + part.start, end: at + part.end, weight: 1 });
  };
  for (const match of content.matchAll(SEPARATORS)) {
    push(from, match.index);
    from = match.index + match[0].length;
  }
  push(from, content.length);
  return lines;
}

const PART_JOINT =
  /,\s+(?:and\s+|with\s+)?|\s+and\s+|\s+with\s+|\s+w\/\s*|\s+including\s+|\s*\/\s*|\s+plus\s+|\s+\+\s+|(?<=[a-z]{3})\s+&\s+(?=[a-z]{3})/gi;
/** What stands behind these belongs to the act before: "EGD with biopsy", "EGD w/ biopsy". */
const ATTACHES = /^\s(?:with\s|w\/|including\s)/i;
const SHORTEST_PART = 6;
const MAX_PARTS = 6;

/** A line that lists several procedures ("EGD with biopsy, neck dissection and puncture") also counts part by part, and act by act. */
function partsOf(line: string): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = [];
  const acts: { start: number; end: number }[] = [];
  let from = 0;
  let opened = 0;
  const namesAct = (start: number, end: number): boolean => {
    const part = line.slice(start, end).trim();
    return ACTION.test(part) && (part.length >= SHORTEST_PART || SHORT_ACT.test(part));
  };
  const push = (to: number, attached: boolean): void => {
    if (namesAct(from, to)) parts.push({ start: from, end: to });
    if (attached) return;
    if (opened < from && namesAct(opened, to)) acts.push({ start: opened, end: to });
  };
  for (const match of line.matchAll(PART_JOINT)) {
    const attached = ATTACHES.test(match[0]);
    push(match.index, attached);
    from = match.index + match[0].length;
    if (!attached) opened = from;
  }
  push(line.length, false);
  const whole = acts.filter(({ start, end }) => start > 0 || end < line.length);
  return parts.length >= 2 ? [...whole.slice(0, MAX_PARTS), ...parts.slice(0, MAX_PARTS)] : [];
}

/**
 * The pieces of a line whose parts no word shows to be acts ("DMEK / CE-IOL", "plate + CTR"); the knowledge tells which of them are.
 * @param joint what stands between them: {@link JOINED} or {@link LISTED}
 */
export function piecesOf(text: string, line: Line, joint: RegExp): Line[] {
  const whole = text.slice(line.start, line.end);
  const pieces: Line[] = [];
  let from = 0;
  const push = (to: number): void => {
    const piece = whole.slice(from, to);
    const lead = piece.length - piece.trimStart().length;
    const length = piece.trim().length;
    if (length >= LEAST_LETTERS)
      pieces.push({ ...line, start: line.start + from + lead, end: line.start + from + lead + length });
  };
  for (const match of whole.matchAll(joint)) {
    push(match.index);
    from = match.index + match[0].length;
  }
  push(whole.length);
  return pieces.length >= 2 && pieces.length <= MAX_PARTS ? pieces : [];
}
/** What only joins acts. */
export const JOINED = /\s*\+\s*|\s+[/&]\s+|\s*;\s*/g;
/** What joins acts or the words of one: "trach and PEG", "plate and screws"; a slash between two letters alone is part of a word. */
export const LISTED =
  /\s*\+\s*|\s+&\s+|\s*;\s*|,\s*(?:and\s+|then\s+)?|\s+(?:and|then|w\/|w)\s+|\s+\/\s+|(?<=\p{L}{2})\/|\/(?=\p{L}{2})/gu;
/** What sets apart what a title tells beside the act: "derm clinic - shave biopsy - tolerated". */
export const SET_APART = /\s+[-–—|]+\s+|\s*[|()]\s*|\.\s+|:\s+/g;

const SENTENCE_END = /(?<=[.!?])(?<!\b(?:dr|mr|mrs|ms|no|vs|st|approx)\.)\s+(?=[A-Za-z0-9"'(])|\r?\n/gi;
/** Acts that are known by a few letters. */
const SHORT_ACT =
  /^(egd|ercp|eus|t[hk][ar]|orif|crif|crpp|turp|turbt|acdf|[ptx]lif|cabg|peg|bso|tah|tvh|lavh|leep|tavr|pci|vats|[ab]ka|fess|trach|bmt)\b/i;

/** Where a note tells what was done; and where, in a note that tells it nowhere, it is at least mentioned. */
const TELLING: ReadonlySet<SectionKind> = new Set([
  'description',
  'preamble',
  'findings',
  'indications',
  'postdx',
  'other',
  'planned',
]);
const MENTIONING: ReadonlySet<SectionKind> = new Set([...TELLING, 'plan', 'history']);
/** Code units of narrative from which on a note tells what was done. */
const TOLD = 300;
/** Code units up to which every sentence is looked at. */
const BRIEF = 1200;
const MOST_SENTENCES = 400;

/** "DELIVERY NOTE", "COLONOSCOPY REPORT", "PCI (mid LAD)": labels that themselves name a procedure. */
function labelLines(sections: readonly Section[]): Line[] {
  return sections
    .filter(({ label }) => label.length > 6 && label.length < 80 && ACTION.test(label) && headingKind(label) !== 'procedure')
    .map(({ start, label }) => ({ start, end: start + label.length, weight: 0.8 }));
}

/** Sentences of a note without a usable heading that speak most densely of procedures, best first. */
export function pseudoLines(text: string, sections: readonly Section[], limit: number): Line[] {
  const found: { line: Line; density: number }[] = [];
  const told = sections.some(
    (section) => (section.kind === 'description' || section.kind === 'preamble') && section.end - section.contentStart > TOLD,
  );
  for (const line of labelLines(sections)) found.push({ line, density: 0.5 });
  const gather = (accepts: (actions: number) => boolean): void => {
    for (const section of sections) {
      if (!(told ? TELLING : MENTIONING).has(section.kind)) continue;
      for (const sentence of sentencesOf(text, section.contentStart, section.end)) {
        const words = text.slice(sentence.start, sentence.end).split(/\s+/);
        const actions = words.filter((word) => ACTION.test(word)).length;
        if (!accepts(actions) || found.length > MOST_SENTENCES) continue;
        const density =
          (actions / (words.length + 6)) * (section.kind === 'description' || section.kind === 'preamble' ? 1 : 0.6);
        found.push({ line: sentence, density });
      }
    }
  };
  gather((actions) => actions > 0);
  // Shorthand has no such words; in so short a text the knowledge tells which sentence names an act.
  if (found.length === 0 && text.length < BRIEF) gather(() => true);
  found.sort((a, b) => b.density - a.density || a.line.start - b.line.start);
  return found.slice(0, limit).map((entry) => entry.line);
}

function sentencesOf(text: string, from: number, to: number): Line[] {
  const content = text.slice(from, to);
  const sentences: Line[] = [];
  let start = 0;
  const push = (end: number): void => {
    const raw = content.slice(start, end);
    const lead = raw.length - raw.trimStart().length;
    const body = raw.trim();
    if (body.length >= LEAST_LETTERS)
      sentences.push({ start: from + start + lead, end: from + start + lead + Math.min(body.length, MAX_LINE), weight: 0.5 });
  };
  for (const match of content.matchAll(SENTENCE_END)) {
    push(match.index);
    start = match.index + match[0].length;
  }
  push(content.length);
  return sentences;
}

const TITLE_MAX = 160;
const TITLE_LINES = 3;
/** "Left groin. Sheath placed over a wire." tells, and names nothing. */
const SECOND_SENTENCE = /[a-z\d]{2}\.\s+[a-z]/i;
/** "65M, smoker, failed stent" tells of the patient. */
const OF_PATIENT = /^(pt\b|this\b|(an? )?\d{1,3}[\s-]?(m|f|y|yo|y\/o|y\.o|yr|year|years|male|female|man|woman)\b)/i;
const OF_TABLE = /^\|/;
const TELLS =
  /\b(consent|prepped|draped|placed|inserted|taken|removed|incised|opened|passed|advanced|injected|given|seen|noted|found|sent|closed)\b/i;

/**
 * Lines before any heading, below the bare name of the document, or behind a label of the note's own ("Trauma: rib plating, left"), that may
 * name the procedure ("Laparoscopic appendectomy"). Of a long line its first sentence may.
 * @returns at most three; the knowledge tells which of them names one
 */
export function titleLines(text: string, sections: readonly Section[]): Line[] {
  const opening = sections[0];
  if (opening === undefined || !(opening.kind === 'preamble' || isDocumentName(text, opening) || isOwnLabel(opening))) return [];
  const lines: Line[] = [];
  let start = opening.contentStart;
  for (const raw of text.slice(opening.contentStart, opening.end).split('\n')) {
    const lead = raw.length - raw.trimStart().length;
    const line = raw.trim();
    const at = start + lead;
    start += raw.length + 1;
    if (line === '') continue;
    if (lines.length >= TITLE_LINES || OF_PATIENT.test(line)) break;
    const long = line.length > TITLE_MAX;
    if (!long && SECOND_SENTENCE.test(line) && (TELLS.test(line) || !ACTION.test(line))) break;
    const title = long ? (FIRST_SENTENCE.exec(line)?.[0] ?? '') : line;
    if (title.length >= LEAST_LETTERS && !OF_TABLE.test(line) && !isHeading(title) && !/\b(was|were|patient)\b/i.test(title))
      lines.push({ start: at, end: at + title.length, weight: 1 });
    if (long) break;
  }
  return lines;
}

/** The first sentence of a text without a heading that goes on in the same line: "L TMA. Wet gangrene, flap closed over drain." */
export function openingSentence(text: string, sections: readonly Section[]): Line | undefined {
  const opening = sections[0];
  if (opening?.kind !== 'preamble') return undefined;
  const line = text.slice(opening.contentStart, opening.end).trimStart();
  const start = opening.end - line.length;
  const sentence = FIRST_SENTENCE.exec(line)?.[0];
  return sentence === undefined || OF_PATIENT.test(sentence) ? undefined : { start, end: start + sentence.length, weight: 1 };
}

const FIRST_SENTENCE = /^[^.\n]{3,60}(?=\.\s)/;

/** "OPERATIVE REPORT" and "Anesthesia" are headings; "Sistrunk procedure" and "Mohs surgery" name an act. */
function isHeading(line: string): boolean {
  const kind = headingKind(line);
  return kind !== undefined && (kind !== 'procedure' || isHeadingVocabulary(line));
}

function isOwnLabel({ kind, label }: Section): boolean {
  return kind === 'other' && label !== '' && headingKind(label) === undefined;
}

const FIRST_OF_LIST = /^[ \t]*1[.)][ \t]+(?=\S)/gm;
const FURTHER_OF_LIST = /^[ \t]*\d{1,2}[.)][ \t]+\S/;

/** The lines of a numbered list without a heading ("1. Partial glossectomy. 2. Neck dissection."), if half of its items name an act and none tells one. */
export function numberedLines(text: string): Line[] {
  let end = 0;
  for (const { index } of text.matchAll(FIRST_OF_LIST)) {
    // It begins within the list before.
    if (index < end) continue;
    end = lineEnd(text, index);
    while (end < text.length && FURTHER_OF_LIST.test(text.slice(end + 1, lineEnd(text, end + 1)))) end = lineEnd(text, end + 1);
    const items = text
      .slice(index, end)
      .split(/(?:^|\s)\d{1,2}[.)]\s+/)
      .slice(1);
    if (items.length < 2 || items.some((item) => item.length > TITLE_MAX || TELLS.test(item))) continue;
    if (2 * items.filter((item) => ACTION.test(item)).length >= items.length)
      return linesOf(text, { kind: 'procedure', label: '', start: index, contentStart: index, end });
  }
  return [];
}

const lineEnd = (text: string, from: number): number => (text.indexOf('\n', from) + 1 || text.length + 1) - 1;

/** A title line whose words alone show that it names an act. */
export function showsAct(text: string): boolean {
  return ACTION.test(text);
}

/** "BRIEF OP NOTE" on a line of its own. */
function isDocumentName(text: string, { kind, start, contentStart }: Section): boolean {
  return (
    kind === 'description' && text.slice(start, contentStart).trim().length < 40 && !text.slice(start, contentStart).includes(':')
  );
}
