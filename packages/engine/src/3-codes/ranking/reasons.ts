import type { NoteView } from './note-view.ts';
import { tokenize } from '../../1-text/tokens.ts';
import { ruleOf, type CodeRule } from '../catalogue/code-account.ts';
import { WORD_KEYS } from '../catalogue/code-facts.ts';
import type { CodeSpace } from '../catalogue/code-space.ts';
import type { ConventionCheck } from '../rules/conventions.ts';
import type { Analysis } from './analysis.ts';
import { OwnLines } from './own-lines.ts';
import type { Chosen } from './choose.ts';
import { FEATURES } from './features.ts';
import { saidAnywhere } from './said-terms.ts';

/** Why a code stands where it does, in plain words. */
export type CodeReasons = {
  readonly code: string;
  readonly rank: number;
  /** The procedure line of the note that the code answers best. */
  readonly line: string | null;
  /** What the code says and the note bears out. */
  readonly met: readonly string[];
  /** What the code says and the note does not. */
  readonly unsaid: readonly string[];
  /** What the note says otherwise. */
  readonly contradicted: readonly string[];
  /** Coding rules that speak, and which way. */
  readonly rules: readonly (CodeRule & { readonly speaks: 'for' | 'against' })[];
};

/** From this share on a value's words count as said. */
const SAID = 0.5;

/** Features that compare more than words, with what each means when it is set. */
const MET: Readonly<Record<string, string>> = {
  approachHeading: 'approach: named in the heading',
  approachBody: 'approach: told in the narrative',
  levelMatch: 'spinal level',
  ageFits: 'age of the patient',
  sizeHeading: 'size: measured in the heading',
  sizeAnywhere: 'size: measured in the note',
  countFits: 'number of levels',
  bilateralFits: 'both sides',
  withoutDenied: 'what it is done without is denied',
};
const CONTRADICTED: Readonly<Record<string, string>> = {
  approachHeadingConflict: 'the heading names another approach',
  approachBodyConflict: 'the narrative tells another approach',
  levelConflict: 'another spinal level is named',
  ageConflict: 'the age of the patient is outside its range',
  sizeConflict: 'the size measured is outside its range',
  countConflict: 'another number of levels is named',
  bilateralConflict: 'the note says one side and the code two, or the reverse',
  actionConflictBestLine: 'the line names another act',
  withDenied: 'what it is done with is denied',
  methodDenied: 'its method is denied',
};

/** Explains the rows that were chosen. */
export function reasonsOf(chosen: readonly Chosen[], analysis: Analysis, space: CodeSpace): CodeReasons[] {
  const ownLines = new OwnLines(analysis.candidates, space);
  return chosen.map(({ row, id }, at) => {
    const reading = analysis.readingOf(id);
    const features = featuresOf(row, analysis);
    const set = (names: Readonly<Record<string, string>>): string[] =>
      Object.entries(names).flatMap(([name, words]) => ((features.get(name) ?? 0) > 0 ? [words] : []));
    const words = wordsOf(id, reading.view, space);
    return {
      code: space.index.documents[id]?.code ?? '',
      rank: at + 1,
      line: lineOf(row, analysis),
      met: [...words.said, ...set(MET)],
      unsaid: words.unsaid,
      contradicted: set(CONTRADICTED),
      rules: rulesThatSpeak(id, space, reading.check, () => ownLines.checkOf(row, reading)),
    };
  });
}

/** A row beyond the candidates, which a clinic's settled notes added, has none. */
function featuresOf(row: number, { matrix: { ids, rows, width } }: Analysis): ReadonlyMap<string, number> {
  return new Map(row < ids.length ? FEATURES.map((name, at) => [name, rows[row * width + at] ?? 0]) : []);
}

function lineOf(row: number, { note, candidates: { byLines } }: Analysis): string | null {
  const line = (byLines.best[row] ?? 0) > 0 ? note.lines[byLines.bestLine[row] ?? 0]?.line : undefined;
  return line === undefined ? null : note.text.slice(line.start, line.end);
}

/** The values of the code's attributes that are words, by whether the note says them. */
function wordsOf(id: number, view: NoteView, { index, lexicon }: CodeSpace): { said: string[]; unsaid: string[] } {
  const attributes = index.documents[id]?.knowledge?.attributes ?? {};
  const values = WORD_KEYS.flatMap((key) => (attributes[key] ?? []).map((value) => ({ key, value })));
  const said: string[] = [];
  const unsaid: string[] = [];
  for (const { key, value } of values) {
    const terms = lexicon
      .termsOf(tokenize(value))
      .filter((hit) => hit.weight === 1)
      .map((hit) => hit.term);
    const support = terms.reduce((sum, term) => sum + saidAnywhere(term, view.said), 0) / terms.length;
    const met = terms.length > 0 && support >= SAID;
    (met ? said : unsaid).push(`${key}: ${value}`);
  }
  return { said, unsaid };
}

function rulesThatSpeak(
  id: number,
  { conventions, rules }: CodeSpace,
  check: ConventionCheck,
  ownLines: () => ConventionCheck | undefined,
): CodeReasons['rules'] {
  const own = rules.get(id) ?? [];
  return own.flatMap((at) => {
    const rule = conventions.rules[at];
    if (rule === undefined || !check.speaks(at, ownLines)) return [];
    return [
      { ...ruleOf(rule), speaks: rule.kind === 'prefers' || rule.kind === 'tells' ? ('for' as const) : ('against' as const) },
    ];
  });
}
