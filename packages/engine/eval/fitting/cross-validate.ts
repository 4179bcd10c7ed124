import { analyze, type Analysis } from '../../src/3-codes/ranking/analysis.ts';
import type { CodeSpace } from '../../src/3-codes/catalogue/code-space.ts';
import { FEATURES } from '../../src/3-codes/ranking/features.ts';
import { orderCandidates, type Chosen } from '../../src/3-codes/ranking/choose.ts';
import { viewProcedures } from '../../src/3-codes/ranking/procedures.ts';
import { chancesOf, modelScores } from '../../src/3-codes/ranking/ranking.ts';
import { judgeRows, type Answer } from '../claims.ts';
import { fitLogistic } from './fit-calibration.ts';
import { fitLinear } from './fit-linear.ts';
import type { LabelledNote } from '../labelled-notes.ts';
import type { Group } from './learning-set.ts';

/** A labelled note analysed: candidate codes, features, and the two learning targets. */
export type Example = { note: LabelledNote; analysis: Analysis; space: CodeSpace; codes: string[]; main: Group; items: Group };

export const LINEAR_OPTIONS = { l2: 0.02, epochs: 24, seed: 7 };

/** Analyses every note. @param weightOf how much a note counts in the fitting */
export function prepareExamples(
  notes: readonly LabelledNote[],
  space: CodeSpace,
  weightOf: (at: number) => number = () => 1,
): Example[] {
  return notes.map((note, at) => {
    const analysis = analyze(note.text, space);
    const codes = analysis.matrix.ids.map((id) => space.index.documents[id]?.code ?? '');
    const rowsOf = (wanted: readonly string[]): number[] => codes.flatMap((code, row) => (wanted.includes(code) ? [row] : []));
    const base = { rows: analysis.matrix.rows, count: codes.length };
    const mainRows = rowsOf(note.primary);
    const itemTargets = note.items
      .filter((item) => item.agreed || item.primary)
      .map((item) => ({ rows: rowsOf(item.codes), weight: weightOf(at) }));
    return {
      note,
      analysis,
      space,
      codes,
      main: { ...base, targets: mainRows.length > 0 ? [{ rows: mainRows, weight: weightOf(at) }] : [] },
      items: { ...base, targets: scaled(itemTargets.filter((target) => target.rows.length > 0)) },
    };
  });
}

/** A note counts the same, however many items it has. */
function scaled(targets: { rows: number[]; weight: number }[]): { rows: number[]; weight: number }[] {
  return targets.map((target) => ({ rows: target.rows, weight: target.weight / targets.length }));
}

/** Fits one of the two ranking models; weights on the raw features. */
export const fitModel = (groups: readonly Group[]): Float64Array => fitLinear(groups, FEATURES.length, LINEAR_OPTIONS);

/** Which examples are answered by what was fitted on which others; every example is in one `test`. */
export type Split = { readonly train: readonly number[]; readonly test: readonly number[] };

/** Each fold answered by what the other folds teach. */
export function splitsOf(folds: readonly number[]): Split[] {
  return [...new Set(folds)].map((fold) => ({
    train: folds.flatMap((own, at) => (own === fold ? [] : [at])),
    test: folds.flatMap((own, at) => (own === fold ? [at] : [])),
  }));
}

const pick = <T>(list: readonly T[], places: readonly number[]): T[] => places.flatMap((at) => list[at] ?? []);

/** Scores for every example by models fitted on the others of its split. */
export function outOfFold(examples: readonly Example[], splits: readonly Split[], target: 'main' | 'items'): Float64Array[] {
  const scores: Float64Array[] = [];
  for (const { train, test } of splits) {
    const model = fitModel(pick(examples, train).map((example) => example[target]));
    for (const at of test) {
      const example = examples[at];
      if (example !== undefined) scores[at] = modelScores({ ...example[target], width: FEATURES.length }, model);
    }
  }
  return scores;
}

/** One note's final list from out-of-fold scores, as the engine would order it. */
export type RankedNote = { codes: string[]; chosen: Chosen[] };

/** Orders every note's candidates with the engine's own rule. */
export function rankNotes(
  examples: readonly Example[],
  main: readonly Float64Array[],
  items: readonly Float64Array[],
  calibrationOf: (note: number) => readonly number[] = () => [],
  size = 10,
): RankedNote[] {
  return examples.map((example, at) => {
    const chances = chancesOf(main[at] ?? new Float64Array(), items[at] ?? new Float64Array());
    const ids = example.analysis.matrix.ids;
    const chosen = orderCandidates(
      { ids, ...chances, procedures: viewProcedures(example.analysis, example.space), relations: example.space.relations },
      calibrationOf(at),
      size,
      () => true,
    );
    return { codes: chosen.map(({ row }) => example.codes[row] ?? ''), chosen };
  });
}

/** What the engine would answer on every note, ranking and calibration fitted on the others of its split. */
export function crossValidate(examples: readonly Example[], splits: readonly Split[]): Answer[] {
  const main = outOfFold(examples, splits, 'main');
  const items = outOfFold(examples, splits, 'items');
  return answersFrom(examples, splits, main, items);
}

/** The answers that out-of-fold scores make, each with a calibration fitted on the others of its split. */
export function answersFrom(
  examples: readonly Example[],
  splits: readonly Split[],
  main: readonly Float64Array[],
  items: readonly Float64Array[],
): Answer[] {
  const rows = calibrationRows(examples, main, items);
  const calibrations: (readonly number[])[] = [];
  for (const { train, test } of splits) {
    const known = new Set(train);
    const calibration = fitLogistic(rows.filter((row) => known.has(row.note)));
    for (const at of test) calibrations[at] = calibration;
  }
  const ranked = rankNotes(examples, main, items, (at) => calibrations[at] ?? []);
  return examples.map(({ note }, at) => answerOf(note, ranked[at]?.chosen ?? [], ranked[at]?.codes ?? []));
}

/** A list as the measures see it. */
export function answerOf(note: LabelledNote, chosen: readonly Chosen[], codes: readonly string[]): Answer {
  return {
    note,
    rows: chosen.map(({ confidence, likely }, at) => ({ code: codes[at] ?? '', confidence, likely })),
    withheld: false,
  };
}

/** The pairs that calibration is fitted on: signals of each shown code, and whether it is the first to meet an item of the note. */
export function calibrationRows(
  examples: readonly Example[],
  main: readonly Float64Array[],
  items: readonly Float64Array[],
): { note: number; signals: readonly number[]; right: boolean }[] {
  return rankNotes(examples, main, items).flatMap(({ chosen, codes }, note) => {
    const example = examples[note];
    const verdicts = example === undefined ? [] : judgeRows(answerOf(example.note, chosen, codes));
    return chosen.flatMap(({ signals }, place) =>
      verdicts[place] === 'open' ? [] : [{ note, signals, right: verdicts[place] === 'right' }],
    );
  });
}
