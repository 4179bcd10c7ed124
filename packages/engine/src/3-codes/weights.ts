import { FEATURES } from './features.ts';
import type { Tree } from './trees.ts';

/** A fitted ranking model: a linear part and shallow trees on the same features, averaged. */
export type RankingModel = { readonly linear: Float64Array; readonly trees: readonly Tree[] };

/** All fitted numbers, as `eval/fit.ts` writes them to knowledge/weights/ranking.json. */
export type Weights = {
  /** Which code is the note's main one. */
  readonly main: RankingModel;
  /** Which codes are billed at all. */
  readonly items: RankingModel;
  /** Logistic weights from ranking signals to the chance that a code belongs on the note; see `confidenceSignals`. */
  readonly calibration: readonly number[];
};

type StoredModel = { linear: number[]; trees: Tree[] };
type StoredWeights = { features: string[]; main: StoredModel; items: StoredModel; calibration: number[] };

/** Before anything is fitted: retrieval alone, so that the engine still ranks sensibly. */
function plainWeights(): Weights {
  const linear = new Float64Array(FEATURES.length);
  const set = (name: string, weight: number): void => {
    linear[FEATURES.indexOf(name)] = weight;
  };
  set('overall', 6);
  set('bestF', 6);
  set('common', 1);
  set('isAddon', -2);
  return { main: { linear, trees: [] }, items: { linear, trees: [] }, calibration: [] };
}

/** Reads weights; features are matched by name, and trees are dropped when the feature list is not the one they were grown on. */
export function parseWeights(json: string | undefined): Weights {
  if (json === undefined) return plainWeights();
  const stored = JSON.parse(json) as StoredWeights;
  const place = new Map(stored.features.map((name, at) => [name, at]));
  const same = stored.features.length === FEATURES.length && FEATURES.every((name, at) => stored.features[at] === name);
  const read = (model: StoredModel): RankingModel => ({
    linear: Float64Array.from(FEATURES, (name) => model.linear[place.get(name) ?? -1] ?? 0),
    trees: same ? model.trees : [],
  });
  return { main: read(stored.main), items: read(stored.items), calibration: stored.calibration };
}
