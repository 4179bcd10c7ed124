import type { CodeSpace } from '../catalogue/code-space.ts';
import { billedCodes, type Suggest } from './billed-codes.ts';
import { BillingTable, type SideUse } from './billing.ts';
import { readClaimLines } from './claim-lines.ts';
import type { ClaimContext, ClaimKnowledge, ClaimReading } from './claim-types.ts';
import { CodeWords } from './code-place.ts';
import { inRanges, parseRangePairs, parseRanges } from '../catalogue/code-ranges.ts';
import type { Knowledge } from '../catalogue/knowledge.ts';
import { readProcedures, type NoteReading } from './note-reading.ts';

/** How codes stand to each other on a claim and how their lines are written, as far as the knowledge says. */
export type CodeBilling = {
  readonly version: string;
  /** Whether the second code's service is part of the first's at one site and sitting. */
  isPart(whole: string, part: string): boolean;
  isAddOn(code: string): boolean;
  isPrimary(code: string, addOn: string): boolean;
  /** How sides of a code are written; undefined for codes that the knowledge does not hold. */
  sides(code: string): SideUse | undefined;
  /** Whether the code is counted: by level, lesion, area. */
  isCounted(code: string): boolean;
};

export type ClaimReader = {
  readonly billing: CodeBilling;
  readonly lines: (text: string, codes?: readonly string[], context?: ClaimContext) => ClaimReading;
  readonly read: (text: string) => NoteReading;
};

/** Reads notes for billing; what only this needs of the knowledge is read when a note first asks for it. */
export function createClaimReader(knowledge: Knowledge, space: CodeSpace, suggest: Suggest): ClaimReader {
  let made: ClaimKnowledge | undefined;
  const idOf = new Map(space.index.documents.map((document, id) => [document.code, id]));
  const includes = (whole: string, part: string): boolean => {
    const [a, b] = [idOf.get(whole), idOf.get(part)];
    return a !== undefined && b !== undefined && space.relations.includes(a, b);
  };
  const make = (): ClaimKnowledge => {
    const pairs = parseRangePairs(knowledge.files['separate-sites.tsv']);
    const apart = (whole: string, part: string): boolean =>
      pairs.some((pair) => inRanges(whole, pair.whole) && inRanges(part, pair.part));
    return {
      table: new BillingTable(knowledge.files['billing.tsv']),
      words: new CodeWords(knowledge.codes),
      codes: knowledge.codes.map((entry) => entry.code),
      apart,
      isPart: (whole, part) => apart(whole, part) || includes(whole, part),
    };
  };
  const known = (): ClaimKnowledge => (made ??= make());
  /** Siblings are alternatives, unless the note may tell them of two sites. */
  const excludes = (sure: string, other: string): boolean => {
    const { table, words, apart } = known();
    const siblings = words.entry(sure)?.family === words.entry(other)?.family && table.of(other).unit === undefined;
    return (
      (includes(sure, other) && !apart(sure, other)) || (siblings && !table.of(sure).parts.has('coronary') && !apart(sure, other))
    );
  };
  const isAddOn = (code: string): boolean => known().words.entry(code)?.role === 'addon';
  const follows = (primary: string, other: string): boolean => {
    const entry = known().words.entry(other);
    return entry?.role === 'addon' && inRanges(primary, parseRanges(entry.parents));
  };
  const billing: CodeBilling = {
    version: knowledge.version,
    isPart: (whole, part) => known().isPart(whole, part),
    isAddOn,
    isPrimary: follows,
    sides: (code) => (known().words.entry(code) === undefined ? undefined : known().table.of(code).side),
    isCounted: (code) => {
      const { unit, each } = known().table.of(code);
      return unit !== undefined || each !== undefined;
    },
  };
  return {
    billing,
    lines: (text, codes, context = {}) => {
      if (codes !== undefined) return readClaimLines(text, [...new Set(codes)], context, known());
      const found = billedCodes(text, suggest, excludes, follows, isAddOn);
      return readClaimLines(text, found.codes, context, known(), found.evidence, true, found.sure);
    },
    read: (text) => readProcedures(text, known(), billedCodes(text, suggest, excludes, follows, isAddOn)),
  };
}
