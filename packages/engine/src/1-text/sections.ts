import { withoutQuestions } from './asked.ts';
import { ACTION } from './acts.ts';
import { headingKind, type SectionKind } from './headings.ts';

/** A stretch of the note under one heading: offsets of heading and content in UTF-16 code units, `end` exclusive. */
export type Section = {
  readonly kind: SectionKind;
  readonly label: string;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
};

type Heading = { kind: SectionKind; label: string; start: number; contentStart: number };

const LINE_START_COLON =
  /^[ \t*#>\-•]*(?:\d{1,2}[.)]\s*)?([A-Za-z][A-Za-z0-9 \t/&,()'’.-]{1,69}?(?:[ \t]*#\d{1,2})?)[ \t*_]*(?::|\s[-–—]{1,2}\s)/;
/** "Details. General anaesthetic ..." opens the narrative as with a colon. */
const LINE_START_STOP = /^[ \t]*((?:operative |procedure |operation )?(?:details|technique|narrative|description))\.\s+(?=\S)/i;
const LINE_START_COMMA = /^[ \t]*([a-z][a-z /&()-]{3,60}?)[ \t]*,/i;
const BARE_LINE = /^[ \t*#>\-•]*([A-Za-z][A-Za-z /&()'’-]{3,60}?)[ \t*_]*$/;
const INLINE = /(?:[.;:)\],]\s*|\s)([a-z][a-z/&()'’-]*(?:[ \t]+[a-z/&()'’-]+){0,5}?)[ \t]*:/gi;
const NARRATIVE_OPENING =
  /^\s*(the (patient|pt|child|infant|baby|risks|procedure|operative|left|right|area|skin)|after |under |with the (patient|pt)|following |once |informed|patient (was|is)|pt (was|is)|she was|he was|an? .{0,60}\bwas (made|placed|performed|obtained)|in the (operating|supine)|prior to|i (was|placed|made|performed)|we )/i;

/** "Procedure: as below", "Op: see dictation": the heading names nothing, what stands under it is the narrative. */
const REFERRAL =
  /^\s*(?:please )?(?:(?:as|see|per|refer to)(?: the)?(?: attached| full| op(?:erative)?\.?| procedure| surgeon'?s| dictated)*(?: (?:below|above|note|dictation|dictated|description|described|report|text|narrative|details?|findings|stated|noted))+|dictated|below|see)[ \t]*(?:[.:;,]|\r?\n|$)/i;
const LISTED = /^\s*(?:[#*•-]|\(?\d{1,2}[.)]\s|[^.\n]{3,120}(?:\r?\n|$))/;

/** A "PROCEDURE" that runs on as prose is the narrative, whatever its heading says. */
const NAMED_PROCEDURE_MAX = 420;

/**
 * Finds the sections of a note: headings at line start or inside a line, with colon, comma (capitals) or alone on a line.
 * Text before the first heading is `preamble`. Sections do not overlap and are sorted.
 * @example findSections("PROCEDURE: Colonoscopy.\nANESTHESIA: MAC.") // kinds: procedure, anesthesia
 */
export function findSections(text: string): Section[] {
  const headings = findHeadings(withoutQuestions(text));
  const sections: Section[] = [];
  const first = headings[0]?.start ?? text.length;
  if (text.slice(0, first).trim() !== '') {
    sections.push({ kind: 'preamble', label: '', start: 0, contentStart: 0, end: first });
  }
  let namedBefore = false;
  for (let at = 0; at < headings.length; at++) {
    const heading = headings[at];
    if (heading === undefined) continue;
    const end = headings[at + 1]?.start ?? text.length;
    const kind = settleKind(heading, text.slice(heading.contentStart, end), namedBefore);
    if (kind === 'procedure' && text.slice(heading.contentStart, end).trim() !== '') namedBefore = true;
    const mayName = heading.kind === 'procedure' || /\b(note|report)$/i.test(heading.label);
    const named =
      kind === 'description' && mayName
        ? namedEnd(text, heading.contentStart, end)
        : kind === 'procedure'
          ? BRIEF_LABEL.test(heading.label)
            ? lineBelow(text, heading.contentStart, end)
            : proseFrom(text, heading.contentStart, end)
          : kind === 'history' && PAST_LABEL.test(heading.label)
            ? proseFrom(text, heading.contentStart, end, (sentences) => sentences.some((sentence) => DEED.test(sentence)))
            : BRIEF_KINDS.has(kind)
              ? narrativeFrom(text, heading.contentStart, end)
              : kind === 'specimens'
                ? actsFrom(text, heading.contentStart, end)
                : undefined;
    if (named === undefined) sections.push({ ...heading, kind, end });
    else {
      sections.push({ ...heading, kind: KEPT_KINDS.has(kind) ? kind : 'procedure', end: named });
      sections.push({ kind: 'description', label: '', start: named, contentStart: named, end });
    }
  }
  return toldSomewhere(text, sections);
}

/** What does not tell what was done. */
const UNTOLD: ReadonlySet<SectionKind> = new Set([
  'history',
  'indications',
  'plan',
  'planned',
  'staff',
  'anesthesia',
  'complications',
]);
/** Code units of narrative. */
const NARRATIVE = 300;

/** Of a note that tells nowhere how it went, what stands below the first paragraph of its longest section does: no heading came after it. */
function toldSomewhere(text: string, sections: Section[]): Section[] {
  const told = sections.reduce((sum, { kind, contentStart, end }) => (UNTOLD.has(kind) ? sum : sum + end - contentStart), 0);
  if (told >= 2 * NARRATIVE) return sections;
  const longest = sections.reduce(
    (most, one, at) => (UNTOLD.has(one.kind) && lengthOf(one) > lengthOf(sections[most]) ? at : most),
    -1,
  );
  const section = sections[longest];
  if (section === undefined) return sections;
  const paragraph = /\n[ \t]*\r?\n\s*/g;
  paragraph.lastIndex = section.contentStart + (/^\s*/.exec(text.slice(section.contentStart, section.end))?.[0].length ?? 0);
  const gap = paragraph.exec(text.slice(0, section.end));
  if (gap === null || section.end - paragraph.lastIndex < NARRATIVE) return sections;
  const from = paragraph.lastIndex;
  const below: Section = { kind: 'description', label: '', start: from, contentStart: from, end: section.end };
  return sections.toSpliced(longest, 1, { ...section, end: gap.index }, below);
}

const lengthOf = (section: Section | undefined): number => (section === undefined ? 0 : section.end - section.contentStart);

/** Where a section begins to say something: "BAL:" and "Angiogram:" tell what was done, other headings only what follows. */
export function saidFrom({ kind, label, start, contentStart }: Section): number {
  const tells = label !== '' && (kind === 'other' || kind === 'findings') && (headingKind(label) ?? 'own') !== 'other';
  return tells && (kind === 'other' || STUDY.test(label)) ? start : contentStart;
}

const STUDY = /gra(m|phy)\b/i;

/** What stands on the line of such a heading is all that belongs to it, if it stands there at all. */
const BRIEF_LABEL = /^(done|performed|planned|booked)$/i;
const BRIEF_KINDS: ReadonlySet<SectionKind> = new Set(['staff', 'anesthesia', 'complications', 'predx', 'postdx']);

/** What their first lines say stays what it is when the telling begins below. */
const KEPT_KINDS: ReadonlySet<SectionKind> = new Set([...BRIEF_KINDS, 'history', 'specimens']);

/** Where the line below a heading's own begins, if that says something. */
function lineBelow(text: string, from: number, to: number): number | undefined {
  const newline = text.indexOf('\n', from);
  return newline < 0 || newline >= to || text.slice(from, newline).trim() === '' ? undefined : newline + 1;
}

/** Where, below a brief answer on the heading's own line, a line without heading tells how it went. */
function narrativeFrom(text: string, from: number, to: number): number | undefined {
  if (lineBelow(text, from, to) === undefined) return undefined;
  return proseFrom(text, from, to, (sentences) => sentences.filter((one) => FINITE.test(one) || ACTION.test(one)).length >= 2);
}

/** Where, below a line about what was sent away, a line tells what was done. */
function actsFrom(text: string, from: number, to: number): number | undefined {
  if (lineBelow(text, from, to) === undefined) return undefined;
  return proseFrom(text, from, to, (sentences) => sentences.filter((one) => ACTION.test(one)).length >= 2);
}

/** Where a short first sentence that names the procedure ends, when prose follows it under the same heading. */
function namedEnd(text: string, from: number, to: number): number | undefined {
  const content = text.slice(from, Math.min(to, from + 260));
  if (NARRATIVE_OPENING.test(content) || REFERRAL.test(content)) return undefined;
  const lead = content.length - content.trimStart().length;
  const first = /^[^\n]{3,160}?(?:\.(?=\s)|\r?\n)/.exec(content.slice(lead))?.[0];
  if (first === undefined || /\b(was|were|is|patient|he|she)\b/i.test(first)) return undefined;
  return namingLineEnd(text, from + lead, to) ?? from + lead + first.length;
}

/** Code units of a line, and of each of its sentences, that does nothing but name procedures. */
const NAMING_LINE = 400;
const NAMING_SENTENCE = 120;

/** Where a line ends whose sentences all name procedures, when the telling begins below it: "ORIF of the symphysis. Iliosacral screw, right." */
function namingLineEnd(text: string, from: number, to: number): number | undefined {
  const end = text.indexOf('\n', from);
  if (end < 0 || end - from > NAMING_LINE || text.slice(end, to).trim() === '') return undefined;
  const names = (sentence: string): boolean =>
    sentence.length <= NAMING_SENTENCE && !FINITE.test(sentence) && !TOLD.test(sentence);
  return sentencesIn(text.slice(from, end)).every(names) ? end + 1 : undefined;
}

/** Headings over what was done before. */
export const PAST_LABEL = /\b(past|previous|prior)\b|^(psh|pmh)$|surgical history/i;
const DEED =
  /\b(was|were) (then )?(passed|inserted|advanced|introduced|prepped|draped|incised|punctured|excised|injected|opened|deployed)\b/i;

/** Where, below lines that name procedures or what was done before, a line tells how it went. @param tells whether its sentences do */
function proseFrom(
  text: string,
  from: number,
  to: number,
  tells = (sentences: readonly string[]): boolean => sentences.some((sentence) => FINITE.test(sentence)),
): number | undefined {
  let start = text.indexOf('\n', from) + 1;
  let apart = false;
  while (start > from && start < to) {
    const newline = text.indexOf('\n', start);
    const line = text.slice(start, newline < 0 ? to : Math.min(to, newline));
    const sentences = sentencesIn(line);
    const told = sentences.length >= 3 && (tells(sentences) || (apart && isTelegram(sentences)));
    if (told && !/^\s*([#*•-]|\d{1,2}[.)])/.test(line)) return start;
    if (newline < 0) break;
    apart = line.trim() === '';
    start = newline + 1;
  }
  return undefined;
}

/** A narrative that leaves out "was": "Previous scar excised. Nerve branch preserved. Old plate removed." */
function isTelegram(sentences: readonly string[]): boolean {
  const telling = sentences.filter((sentence) => TOLD.test(sentence));
  const ending = sentences.filter((sentence) => PARTICIPLE_LAST.test(sentence));
  return telling.length > 0 && new Set([...telling, ...ending]).size >= 2;
}
const PARTICIPLE_LAST = /\b([a-z]{3,}ed|taken|cut|put|held|sewn|drawn)[.;]?\s*$/i;

function settleKind(heading: Heading, content: string, named: boolean): SectionKind {
  if (heading.kind !== 'procedure') return heading.kind;
  // "EXAM: CT-guided biopsy" names a procedure, "EXAM: Tender, no mass." tells what was found.
  if (
    /exam/i.test(heading.label) &&
    !/performed|under/i.test(heading.label) &&
    (named || (sentencesIn(content).length > 1 && !isList(content)))
  )
    return 'findings';
  if (NARRATIVE_OPENING.test(content)) return 'description';
  const referral = REFERRAL.exec(content)?.[0];
  if (referral !== undefined && !LISTED.test(content.slice(referral.length))) return 'description';
  const trimmed = content.trim();
  if (isList(content)) return 'procedure';
  const sentences = sentencesIn(trimmed);
  const prose = sentences.filter((sentence) => FINITE.test(sentence) || TOLD.test(sentence)).length;
  // Where the procedure was named before, a second long section under such a heading tells how it went.
  const tells = named ? sentences.length > 3 && prose >= 2 : prose >= Math.max(3, sentences.length * PROSE_SHARE);
  return trimmed.length > (named ? NAMED_PROCEDURE_MAX / 2 : NAMED_PROCEDURE_MAX) && tells ? 'description' : 'procedure';
}

const isList = (content: string): boolean => /^\s*(1[.)]|#1)/.test(content);

/** Verbs that make a sentence of what would otherwise name something. */
const FINITE = /\b(was|were|is|are|had|has|have|then|did|does|we|i|she|he|patient)\b/i;
/** What only a telling says of an act, in the short style of notes that leave out "was". */
const TOLD =
  /\b(opened|divided|dissected|delivered|inspected|washed|irrigated|sutured|trimmed|tied|transfixed|retracted|elevated|mobili[sz]ed|prepped|draped|identified|seen|found|protected|preserved|separated|clipped|stapled|passed|drilled|reamed|reduced and|closed (with|in)|skin closed|hemostasis|haemostasis|returned|checked|measured|advanced)\b/i;
const PROSE_SHARE = 0.45;

function sentencesIn(text: string): string[] {
  return text.split(/[.;]\s+|\n/).filter((sentence) => sentence.trim().length > 3);
}

function findHeadings(text: string): Heading[] {
  const headings: Heading[] = [];
  let lineStart = 0;
  while (lineStart <= text.length) {
    const newline = text.indexOf('\n', lineStart);
    const lineEnd = newline < 0 ? text.length : newline;
    headingsOfLine(text.slice(lineStart, lineEnd), lineStart, headings);
    if (newline < 0) break;
    lineStart = newline + 1;
  }
  return headings;
}

function headingsOfLine(rawLine: string, lineStart: number, headings: Heading[]): void {
  const line = rawLine.endsWith('\r') ? rawLine.slice(0, -1) : rawLine;
  if (line.trim() === '') return;
  let scanFrom = 0;
  const opening = openingHeading(line);
  if (opening !== undefined) {
    headings.push({ ...opening, start: lineStart + opening.start, contentStart: lineStart + opening.contentStart });
    scanFrom = Math.max(0, opening.contentStart - 1);
  }
  inlineHeadings(line, scanFrom, lineStart, headings);
}

function openingHeading(line: string): Heading | undefined {
  const head = line.slice(0, 110);
  const colon = LINE_START_COLON.exec(head);
  if (colon?.[1] !== undefined && !SENTENCE_BEFORE.test(colon[1])) {
    const kind = headingKind(colon[1]);
    const dashed = !colon[0].endsWith(':') && kind === 'findings' && !isHeadingVocabulary(colon[1]);
    // "Uterine artery embolization - fibroids" names an act, where "Left main artery: normal" tells a finding.
    if (kind !== undefined && !dashed && wordCount(colon[1]) <= 7) return heading(kind, colon[1], line, colon[0].length);
    if (kind === undefined && colon[0].endsWith(':') && isShortLabel(colon[1]))
      return heading('other', colon[1], line, colon[0].length);
  }
  const stop = LINE_START_STOP.exec(head);
  if (stop !== null) return heading('description', stop[1] ?? '', line, stop[0].length);
  const comma = LINE_START_COMMA.exec(head);
  if (comma?.[1] !== undefined && isHeadingVocabulary(comma[1])) {
    const kind = headingKind(comma[1]);
    if (kind !== undefined && kind !== 'other') return heading(kind, comma[1], line, comma[0].length);
  }
  const bare = line.length <= 70 ? BARE_LINE.exec(line) : null;
  if (bare?.[1] !== undefined && isHeadingVocabulary(bare[1])) {
    const kind = headingKind(bare[1]);
    if (kind !== undefined) return heading(kind, bare[1], line, line.length);
  }
  return undefined;
}

/** "Access at the groin. Angiogram:" is a sentence, then a heading. */
const SENTENCE_BEFORE = /[a-z]{5}\.\s+[a-z]/i;

/** Words that headings are made of: where no colon marks it, a heading has no others ("Hernia surgery" is content). */
const HEADING_WORDS = new Set(
  (
    'preoperative postoperative pre post operative preop postop pre-operative post-operative pre-op post-op diagnosis diagnoses dx diagnosis(es) ' +
    'procedure procedures procedure(s) operation operations operation(s) performed done surgery surgeries surgical title name of the and planned ' +
    'proposed type description detail details in technique note report narrative summary course findings finding gross intraoperative operative ' +
    'indication indications for history brief clinical anesthesia anesthetic complications complication specimen specimens implants implant ' +
    'impression final plan recommendations disposition condition drains carried out estimated blood loss op proc procs px principal primary ' +
    'secondary other actual opn'
  ).split(' '),
);

export function isHeadingVocabulary(words: string): boolean {
  return words
    .toLowerCase()
    .trim()
    .split(/[\s/&,]+/)
    .every((word) => HEADING_WORDS.has(word));
}

/** "Tourniquet pressure:" is a label; "She was given the following:" is prose. */
function isShortLabel(words: string): boolean {
  return wordCount(words) <= 3 && !/\b(was|were|is|are|the|as|to|with|by|following|has|had|then|a|an|his|her)\b/i.test(words);
}

function inlineHeadings(line: string, from: number, lineStart: number, headings: Heading[]): void {
  if (line.indexOf(':', from) < 0) return;
  INLINE.lastIndex = from;
  for (let match = INLINE.exec(line); match !== null; match = INLINE.exec(line)) {
    const words = match[1] ?? '';
    const start = match.index + match[0].indexOf(words);
    const accepted = acceptInline(words, match[0].slice(0, match[0].indexOf(words)));
    if (accepted === undefined) {
      INLINE.lastIndex = match.index + Math.max(1, match[0].indexOf(words) + 1);
      continue;
    }
    headings.push({
      kind: accepted.kind,
      label: accepted.label,
      start: lineStart + start + accepted.skip,
      contentStart: lineStart + match.index + match[0].length,
    });
    INLINE.lastIndex = match.index + match[0].length - 1;
  }
}

function acceptInline(words: string, before: string): { kind: SectionKind; label: string; skip: number } | undefined {
  const kind = headingKind(words);
  if (kind === undefined) return undefined;
  const settled = /[.;)\],]/.test(before);
  if (settled && kind !== 'other' && wordCount(words) <= 4) return { kind, label: words, skip: 0 };
  if (isHeadingVocabulary(words) && (settled || (wordCount(words) >= 2 && !/^(the|of|for|in|and) /i.test(words)))) {
    return { kind, label: words, skip: 0 };
  }
  return undefined;
}

function heading(kind: SectionKind, label: string, line: string, contentStart: number): Heading {
  return { kind, label: label.trim(), start: line.length - line.trimStart().length, contentStart };
}

function wordCount(words: string): number {
  return words.trim().split(/\s+/).length;
}
