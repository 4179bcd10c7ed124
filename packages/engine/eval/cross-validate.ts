import { analyze, type Analysis, type CodeSpace } from '../src/3-codes/analysis.ts';
import { FEATURES } from '../src/3-codes/features.ts';
import { confidenceSignals, linesOfCandidates, orderCandidates, type Chosen } from '../src/3-codes/choose.ts';
import { modelScores, softmax } from '../src/3-codes/ranking.ts';
import { fitLinear } from './fit-linear.ts';
import type { LabelledNote } from './labelled-notes.ts';
import type { Group } from './learning-set.ts';

/** A labelled note analysed: candidate codes, features, and the two learning targets. */
export type Example = { note: LabelledNote; analysis: Analysis; space: CodeSpace; codes: string[]; main: Group; items: Group };

export const LINEAR_OPTIONS = { l2: 0.02, epochs: 24, seed: 7 };

/** Analyses every note; `keep` retains the analyses (memory) for misses and item coverage. */
export function prepareExamples(notes: readonly LabelledNote[], space: CodeSpace): Example[] {
  return notes.map((note) => {
    const analysis = analyze(note.text, space);
    const codes = analysis.matrix.ids.map((id) => space.index.documents[id]?.code ?? '');
    const rowsOf = (wanted: readonly string[]): number[] => codes.flatMap((code, row) => (wanted.includes(code) ? [row] : []));
    const base = { rows: analysis.matrix.rows, count: codes.length };
    const mainRows = rowsOf(note.primary);
    const itemTargets = note.items
      .filter((item) => item.agreed || item.primary)
      .map((item) => ({ rows: rowsOf(item.codes), weight: 1 }));
    return {
      note,
      analysis,
      space,
      codes,
      main: { ...base, targets: mainRows.length > 0 ? [{ rows: mainRows, weight: 1 }] : [] },
      items: { ...base, targets: scaled(itemTargets.filter((target) => target.rows.length > 0)) },
    };
  });
}

/** Every note counts as one, however many items it has. */
function scaled(targets: { rows: number[]; weight: number }[]): { rows: number[]; weight: number }[] {
  return targets.map((target) => ({ rows: target.rows, weight: 1 / targets.length }));
}

/** Fits one of the two ranking models; weights on the raw features. */
export const fitModel = (groups: readonly Group[]): Float64Array => fitLinear(groups, FEATURES.length, LINEAR_OPTIONS);

/** Out-of-fold scores for every example by models fitted on the other folds. */
export function outOfFold(examples: readonly Example[], folds: readonly number[], target: 'main' | 'items'): Float64Array[] {
  const scores: Float64Array[] = [];
  for (const fold of new Set(folds)) {
    const model = fitModel(examples.filter((_, at) => folds[at] !== fold).map((example) => example[target]));
    examples.forEach((example, at) => {
      if (folds[at] === fold) scores[at] = modelScores({ ...example[target], width: FEATURES.length }, model);
    });
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
  calibration: readonly number[],
  size = 10,
): RankedNote[] {
  return examples.map((example, at) => {
    const chances = { main: softmax(main[at] ?? new Float64Array()), items: softmax(items[at] ?? new Float64Array()) };
    const ids = example.analysis.matrix.ids;
    const chosen = orderCandidates(
      { ids, ...chances, lineOf: linesOfCandidates(example.analysis), relations: example.space.relations },
      calibration,
      size,
      () => true,
    );
    return { codes: chosen.map(({ row }) => example.codes[row] ?? ''), chosen };
  });
}

/** The pairs that calibration is fitted and measured on: signals of each shown code, and whether it is on the note. */
export function calibrationRows(
  examples: readonly Example[],
  main: readonly Float64Array[],
  items: readonly Float64Array[],
): { note: number; signals: number[]; right: boolean }[] {
  const ranked = rankNotes(examples, main, items, []);
  return ranked.flatMap(({ chosen }, note) => {
    const example = examples[note];
    const mainChances = softmax(main[note] ?? new Float64Array());
    const itemChances = softmax(items[note] ?? new Float64Array());
    const right = new Set(example?.note.items.flatMap((item) => item.codes));
    return chosen.map(({ row, container }, place) => ({
      note,
      signals: confidenceSignals(mainChances[row] ?? 0, itemChances[row] ?? 0, place, container?.chance ?? 0),
      right: right.has(example?.codes[row] ?? ''),
    }));
  });
}
