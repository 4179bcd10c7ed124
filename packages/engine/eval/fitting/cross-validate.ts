import { analyze, type Analysis } from '../../src/3-codes/ranking/analysis.ts';
import type { CodeSpace } from '../../src/3-codes/catalogue/code-space.ts';
import { FEATURES } from '../../src/3-codes/ranking/features.ts';
import { orderCandidates, type Chosen } from '../../src/3-codes/ranking/choose.ts';
import { viewProcedures } from '../../src/3-codes/ranking/procedures.ts';
import { networkScores, type Scores } from '../../src/3-codes/ranking/network.ts';
import { chancesOf } from '../../src/3-codes/ranking/ranking.ts';
import { networkFrom, type StoredNetwork } from '../../src/3-codes/catalogue/weights.ts';
import { isBilled, judgeRows, type Answer } from '../claims.ts';
import { fitLogistic } from './fit-calibration.ts';
import { fitNetwork } from './fit-network.ts';
import type { LabelledNote } from '../labelled-notes.ts';
import type { Lesson } from './learning-set.ts';

/** A labelled note analysed: candidate codes, and what there is to learn of them. */
export type Example = { note: LabelledNote; analysis: Analysis; space: CodeSpace; codes: string[]; lesson: Lesson };

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
    const found = (wanted: readonly (readonly string[])[]): number[][] => wanted.map(rowsOf).filter((rows) => rows.length > 0);
    const lesson: Lesson = {
      rows: analysis.matrix.rows,
      count: codes.length,
      weight: weightOf(at),
      main: found([note.primary]),
      items: found(note.items.filter(isBilled).map((item) => item.codes)),
      billed: codes.map((code) => {
        const met = note.items.filter((item) => item.codes.includes(code));
        return met.some(isBilled) ? 'yes' : met.length > 0 ? 'open' : 'no';
      }),
    };
    return { note, analysis, space, codes, lesson };
  });
}

/** Fits the network on some examples. */
export const fitExamples = (examples: readonly Example[]): StoredNetwork =>
  fitNetwork(
    examples.map((example) => example.lesson),
    FEATURES.length,
  );

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

/** Scores for every example by a network fitted on the others of its split. */
export function outOfFold(examples: readonly Example[], splits: readonly Split[]): Scores[] {
  const scores: Scores[] = [];
  for (const { train, test } of splits) {
    const network = networkFrom(fitExamples(pick(examples, train)));
    for (const at of test) {
      const example = examples[at];
      if (example !== undefined) scores[at] = networkScores(example.lesson, network);
    }
  }
  return scores;
}

const NO_SCORES: Scores = { main: new Float64Array(), items: new Float64Array(), billed: new Float64Array() };

/** One note's final list from out-of-fold scores, as the engine would order it. */
export type RankedNote = { codes: string[]; chosen: Chosen[] };

/** Orders every note's candidates with the engine's own rule. */
export function rankNotes(
  examples: readonly Example[],
  scores: readonly Scores[],
  calibrationOf: (note: number) => readonly number[] = () => [],
  size = 10,
): RankedNote[] {
  return examples.map((example, at) => {
    const chances = chancesOf(scores[at] ?? NO_SCORES);
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
  return answersFrom(examples, splits, outOfFold(examples, splits));
}

/** The answers that out-of-fold scores make, each with a calibration fitted on the others of its split. */
export function answersFrom(examples: readonly Example[], splits: readonly Split[], scores: readonly Scores[]): Answer[] {
  const rows = calibrationRows(examples, scores);
  const calibrations: (readonly number[])[] = [];
  for (const { train, test } of splits) {
    const known = new Set(train);
    const calibration = fitLogistic(rows.filter((row) => known.has(row.note)));
    for (const at of test) calibrations[at] = calibration;
  }
  const ranked = rankNotes(examples, scores, (at) => calibrations[at] ?? []);
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
  scores: readonly Scores[],
): { note: number; signals: readonly number[]; right: boolean }[] {
  return rankNotes(examples, scores).flatMap(({ chosen, codes }, note) => {
    const example = examples[note];
    const verdicts = example === undefined ? [] : judgeRows(answerOf(example.note, chosen, codes));
    return chosen.flatMap(({ signals }, place) =>
      verdicts[place] === 'open' ? [] : [{ note, signals, right: verdicts[place] === 'right' }],
    );
  });
}
