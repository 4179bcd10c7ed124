import { analyze, type Analysis } from '../../src/3-codes/ranking/analysis.ts';
import type { CodeSpace } from '../../src/3-codes/catalogue/code-space.ts';
import { FEATURES } from '../../src/3-codes/ranking/features.ts';
import { firstLook, orderCandidates, surest, viewRows, type Chosen, type Ranked } from '../../src/3-codes/ranking/choose.ts';
import { calibratedOdds } from '../../src/3-codes/ranking/confidence.ts';
import { networkScores, type Scores } from '../../src/3-codes/ranking/network.ts';
import { chancesOf } from '../../src/3-codes/ranking/ranking.ts';
import {
  contextFrom,
  networkFrom,
  storedContext,
  type StoredContext,
  type StoredNetwork,
  type Weights,
} from '../../src/3-codes/catalogue/weights.ts';
import { isBilled, judgeRows, type Answer } from '../claims.ts';
import { fitLogistic } from './fit-calibration.ts';
import { fitContext, type ContextRow } from './fit-context.ts';
import { fitNetwork } from './fit-network.ts';
import type { LabelledNote } from '../labelled-notes.ts';
import type { Lesson } from './learning-set.ts';

/** A labelled note analysed: candidate codes, and what there is to learn of them. */
export type Example = { note: LabelledNote; analysis: Analysis; space: CodeSpace; codes: string[]; lesson: Lesson };

/**
 * Analyses every note.
 * @param spaceOf the codes by the id of a note, with profiles that do not know it
 * @param weightOf how much a note counts in the fitting
 */
export function prepareExamples(
  notes: readonly LabelledNote[],
  spaceOf: (id: string) => CodeSpace,
  weightOf: (at: number) => number = () => 1,
): Example[] {
  return notes.map((note, at) => {
    const space = spaceOf(note.id);
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

type Confidence = Pick<Weights, 'calibration' | 'context'>;

const UNFITTED: Confidence = { calibration: [], context: undefined };

/** Orders every note's candidates with the engine's own rule. */
export function rankNotes(
  examples: readonly Example[],
  scores: readonly Scores[],
  confidenceOf: (note: number) => Confidence = () => UNFITTED,
  size = 10,
): RankedNote[] {
  return examples.map((example, at) => {
    const chosen = orderCandidates(rankedOf(example, scores[at]), confidenceOf(at), size, () => true);
    return { codes: chosen.map(({ row }) => example.codes[row] ?? ''), chosen };
  });
}

const rankedOf = ({ analysis, space }: Example, scores: Scores = NO_SCORES): Ranked => ({
  ids: analysis.matrix.ids,
  ...chancesOf(scores),
  ...viewRows(analysis, space),
});

/** What the engine would answer on every note, ranking and calibration fitted on the others of its split. */
export function crossValidate(examples: readonly Example[], splits: readonly Split[]): Answer[] {
  return answersFrom(examples, splits, outOfFold(examples, splits));
}

/** The answers that out-of-fold scores make, each with chances fitted on the others of its split. */
export function answersFrom(examples: readonly Example[], splits: readonly Split[], scores: readonly Scores[]): Answer[] {
  const confidences: Confidence[] = [];
  for (const { train, test } of splits) {
    const confidence = fitConfidence(pick(examples, train), pick(scores, train));
    for (const at of test) confidences[at] = { ...confidence, context: contextFrom(confidence.context) };
  }
  const ranked = rankNotes(examples, scores, (at) => confidences[at] ?? UNFITTED);
  return examples.map(({ note }, at) => answerOf(note, ranked[at]?.chosen ?? [], ranked[at]?.codes ?? []));
}

/** Fits what makes chances of scores: the calibration, then the second look over what it says. @param scores out of fold */
export function fitConfidence(
  examples: readonly Example[],
  scores: readonly Scores[],
): { calibration: number[]; context: StoredContext } {
  const calibration = fitLogistic(calibrationRows(examples, scores));
  return { calibration, context: storedContext(fitContext(contextRows(examples, scores, calibration))) };
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
): { note: number; signals: readonly number[]; right: boolean; weight: number }[] {
  return rankNotes(examples, scores).flatMap(({ chosen, codes }, note) => {
    const example = examples[note];
    const verdicts = example === undefined ? [] : judgeRows(answerOf(example.note, chosen, codes));
    return chosen.flatMap(({ signals }, place) =>
      verdicts[place] === 'open'
        ? []
        : [{ note, signals, right: verdicts[place] === 'right', weight: example?.lesson.weight ?? 1 }],
    );
  });
}

/** What the second look is fitted on: the surest rows of each note as it sees them, and whether each is right beside the surer ones. */
export function contextRows(
  examples: readonly Example[],
  scores: readonly Scores[],
  calibration: readonly number[],
): ContextRow[] {
  return examples.flatMap((example, at) => {
    const ranked = rankedOf(example, scores[at]);
    const all = firstLook(ranked, calibration, 10, () => true);
    const rows = surest(all).flatMap((place) => all[place] ?? []);
    const inputs = ranked.context.inputsOf(rows, ranked.items);
    const shown = rows.map(({ row, confidence }) => ({ code: example.codes[row] ?? '', confidence, likely: false }));
    const verdicts = judgeRows({ note: example.note, rows: shown, withheld: false });
    return rows.flatMap(({ signals }, place): ContextRow[] =>
      verdicts[place] === 'open'
        ? []
        : [
            {
              inputs: inputs[place] ?? [],
              first: calibratedOdds(signals, calibration),
              right: verdicts[place] === 'right',
              weight: example.lesson.weight,
            },
          ],
    );
  });
}
