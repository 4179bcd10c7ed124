import { FEATURES } from '../ranking/features.ts';

/** A fitted ranking model: one weight for each feature, in the order of `FEATURES`. */
export type RankingModel = Float64Array;

/** All fitted numbers, as `eval/fit.ts` writes them to knowledge/weights/ranking.json. */
export type Weights = {
  /** Which code is the note's main one. */
  readonly main: RankingModel;
  /** Which codes are billed at all. */
  readonly items: RankingModel;
  /** Logistic weights from ranking signals to the chance that a code belongs on the note; see `confidenceSignals`. */
  readonly calibration: readonly number[];
};

type StoredWeights = { features: string[]; main: number[]; items: number[]; calibration: number[] };

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
  return { main: linear, items: linear, calibration: [] };
}

/** Reads weights; features are matched by name, so that one added since the fitting counts nothing. */
export function parseWeights(json: string | undefined): Weights {
  if (json === undefined) return plainWeights();
  const stored = JSON.parse(json) as StoredWeights;
  const place = new Map(stored.features.map((name, at) => [name, at]));
  const read = (model: readonly number[]): RankingModel =>
    Float64Array.from(FEATURES, (name) => model[place.get(name) ?? -1] ?? 0);
  return { main: read(stored.main), items: read(stored.items), calibration: stored.calibration };
}
