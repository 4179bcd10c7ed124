import { readClauses, wordsOf, type Range } from '../../2-findings/billing/clauses.ts';

/** What the engine says of a text: codes, best first. */
export type SuggestedCode = {
  readonly code: string;
  readonly confidence: number;
  readonly tier: 'likely' | 'look';
  readonly evidence: readonly Range[];
  /** The code of whose group it is an alternative. */
  readonly alternativeTo: string | null;
};
export type Suggest = (text: string, size: number) => readonly SuggestedCode[];

export type BilledCodes = {
  readonly codes: readonly string[];
  /** Those that are likely by themselves. */
  readonly sure: ReadonlySet<string>;
  readonly evidence: ReadonlyMap<string, readonly Range[]>;
};

const JOINT = /,\s+(?:and\s+|with\s+)?|\s+and\s+|\s+with\s+|\s+plus\s+|\s+under\s+|\s*\/\s+/gi;
const MOST_PARTS = 12;
/** A part of a line has to name its code this surely when it is read alone. */
const NAMED_ALONE = 0.9;
/** A sentence of the narrative has to tell its code this surely. */
const TOLD_ALONE = 0.7;
/** Rows of the whole note among which a part's own code has to stand. */
const KNOWN_ROWS = 12;
/** From here on a row of the whole note may be borne out by a sentence alone, or by a part of the line that nothing else answers. */
const WORTH_A_SENTENCE = 0.08;
/** Below this a leading code gives way to an alternative that its own part of the line names surely. */
const FIRM = 0.8;
const WORTH_A_PART = 0.1;
const COVERED = 0.6;

/** Procedure lines, then the parts of them that may each name a procedure. */
function partsOf(text: string): Range[] {
  const lines = readClauses(text).clauses.filter((clause) => clause.kind === 'heading');
  const parts = lines.flatMap((clause) => {
    const own: Range[] = [];
    let from = clause.start;
    for (const match of wordsOf(text, clause).matchAll(JOINT)) {
      own.push({ start: from, end: clause.start + match.index });
      from = clause.start + match.index + match[0].length;
    }
    return own.length === 0 ? [] : [...own, { start: from, end: clause.end }];
  });
  return [...lines, ...parts].filter((part) => part.end - part.start >= 9).slice(0, MOST_PARTS);
}

const shared = (a: Range, b: Range): number => Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));

/** Whether a likely code already answers the part: most of its words stand there, or they run on beyond it. */
function isAnswered(part: Range, parts: readonly Range[], evidence: readonly Range[]): boolean {
  const total = (each: Range): number => evidence.reduce((sum, range) => sum + shared(range, each), 0);
  const own = total(part);
  if (own === 0) return false;
  const beyond = evidence.some(
    (range) => shared(range, part) > 0.8 * (part.end - part.start) && range.end - range.start > part.end - part.start + 4,
  );
  return beyond || parts.every((other) => other === part || shared(other, part) > 0 || total(other) <= own);
}

/**
 * The codes that a note bills, as far as the engine is sure: those that are likely, those that a procedure line or a part of it names by
 * itself, and those among the first rows that a sentence of the narrative tells by itself.
 * @param excludes whether the second code is not billed beside the first
 * @param isAddOn whether the code is only billed beside another
 * @param follows whether the second code is added to the first
 */
export function billedCodes(
  text: string,
  suggest: Suggest,
  excludes: (code: string, other: string) => boolean,
  follows: (code: string, other: string) => boolean,
  isAddOn: (code: string) => boolean,
): BilledCodes {
  const rows = suggest(text, KNOWN_ROWS);
  const codes = rows.filter((row) => row.tier === 'likely').map((row) => row.code);
  const sure = new Set(codes);
  const evidence = new Map<string, readonly Range[]>(rows.map((row) => [row.code, row.evidence]));
  if (codes.length === 0) return { codes, evidence, sure };
  const fits = (code: string): boolean =>
    !codes.includes(code) && rows.some((row) => row.code === code) && !codes.some((known) => excludes(known, code));
  const alone = (range: Range): SuggestedCode | undefined => suggest(`PROCEDURE: ${wordsOf(text, range)}`, 2)[0];
  const add = (code: string, where: Range): void => {
    codes.push(code);
    evidence.set(code, [where]);
  };
  const parts = partsOf(text);
  for (const part of parts) {
    const instead = alone(part);
    const lead = rows.find((row) => row.code === instead?.code)?.alternativeTo ?? undefined;
    const at = lead === undefined ? -1 : codes.indexOf(lead);
    const firm = (rows.find((row) => row.code === lead)?.confidence ?? 1) >= FIRM;
    if (instead !== undefined && at >= 0 && !firm && instead.confidence >= NAMED_ALONE) {
      codes[at] = instead.code;
      sure.add(instead.code);
      evidence.set(instead.code, [part]);
      continue;
    }
    if (codes.some((code) => !isAddOn(code) && isAnswered(part, parts, evidence.get(code) ?? []))) continue;
    const added = rows.find(
      (row) =>
        row.confidence >= WORTH_A_PART &&
        fits(row.code) &&
        codes.some((code) => follows(code, row.code)) &&
        row.evidence.some((range) => shared(range, part) > COVERED * (part.end - part.start)),
    );
    const top = alone(part);
    if (top !== undefined && top.confidence >= NAMED_ALONE && fits(top.code)) add(top.code, part);
    else if (added !== undefined) add(added.code, part);
  }
  const open = rows.filter((row) => row.confidence >= WORTH_A_SENTENCE && fits(row.code));
  if (open.length === 0) return { codes, evidence, sure };
  const told = readClauses(text).clauses.filter(
    (each) => (each.kind === 'findings' || each.kind === 'body') && DONE.test(wordsOf(text, each)),
  );
  for (const clause of told.slice(0, 40)) {
    const top = alone(clause);
    if (top !== undefined && top.confidence >= TOLD_ALONE && open.some((row) => row.code === top.code) && fits(top.code))
      add(top.code, clause);
  }
  return { codes, evidence, sure };
}

const DONE =
  /\b(was|were)\s+(?:\w+\s+){0,2}(removed|biopsied|taken|excised|placed|injected|performed|resected|repaired|divided|released|obtained|done)\b/i;
