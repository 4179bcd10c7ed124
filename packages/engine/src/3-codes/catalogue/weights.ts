import { FEATURES } from '../ranking/features.ts';
import { CONTEXT_INPUTS, type ContextNetwork } from '../ranking/in-context.ts';
import { type Network, type Question } from '../ranking/network.ts';

/** All fitted numbers, as `eval/fitting/fit.ts` writes them to knowledge/weights/ranking.json. */
export type Weights = {
  readonly network: Network;
  /** Logistic weights from ranking signals to the chance that a code belongs on the note; see `confidenceSignals`. */
  readonly calibration: readonly number[];
  /** What the surest rows are worth beside each other; without it every row keeps its chance by itself. */
  readonly context: ContextNetwork | undefined;
};

/** A network as it is stored: whole numbers, which read and write alike everywhere. */
export type StoredNetwork = {
  /** By feature: its name, what its values are divided by, and its weights on the units in thousandths. */
  readonly inputs: readonly { readonly feature: string; readonly scale: number; readonly units: readonly number[] }[];
  readonly thresholds: readonly number[];
  /** By question, and the offset of `billed`, in hundred thousandths. */
  readonly outputs: Readonly<Record<Question, readonly number[]>>;
  readonly offset: number;
};

/** The second look as it is stored, in the same parts. */
export type StoredContext = {
  readonly inputs: readonly {
    readonly input: string;
    readonly mean: number;
    readonly scale: number;
    readonly units: readonly number[];
  }[];
  readonly thresholds: readonly number[];
  readonly outputs: readonly number[];
  readonly offset: number;
};

type StoredWeights = {
  readonly network: StoredNetwork;
  readonly calibration: readonly number[];
  readonly context?: StoredContext;
};

const INPUT_PARTS = 1000;
const OUTPUT_PARTS = 100_000;

/** Reads a network; features are matched by name, so that one added since the fitting counts nothing. */
export function networkFrom(stored: StoredNetwork): Network {
  const units = stored.thresholds.length;
  const inputs = new Float64Array(FEATURES.length * units);
  for (const { feature, scale, units: own } of stored.inputs) {
    const place = FEATURES.indexOf(feature);
    if (place >= 0)
      inputs.set(
        Float64Array.from(own, (weight) => weight / INPUT_PARTS / scale),
        place * units,
      );
  }
  const outputs = (question: Question): Float64Array =>
    Float64Array.from(stored.outputs[question], (weight) => weight / OUTPUT_PARTS);
  return {
    units,
    inputs,
    thresholds: Float64Array.from(stored.thresholds, (weight) => weight / INPUT_PARTS),
    outputs: { main: outputs('main'), items: outputs('items'), billed: outputs('billed') },
    offset: stored.offset / OUTPUT_PARTS,
  };
}

/** The network as whole numbers. @param scales by feature, what its values are divided by before they meet the weights */
export function storedNetwork(
  scaled: Pick<Network, 'inputs' | 'thresholds' | 'outputs' | 'offset' | 'units'>,
  scales: readonly number[],
): StoredNetwork {
  const whole = (weights: Float64Array, parts: number): number[] => Array.from(weights, (weight) => Math.round(weight * parts));
  const { units, inputs, thresholds, outputs, offset } = scaled;
  return {
    inputs: FEATURES.map((feature, place) => ({
      feature,
      scale: Number((scales[place] ?? 1).toPrecision(4)),
      units: whole(inputs.slice(place * units, (place + 1) * units), INPUT_PARTS),
    })),
    thresholds: whole(thresholds, INPUT_PARTS),
    outputs: {
      main: whole(outputs.main, OUTPUT_PARTS),
      items: whole(outputs.items, OUTPUT_PARTS),
      billed: whole(outputs.billed, OUTPUT_PARTS),
    },
    offset: Math.round(offset * OUTPUT_PARTS),
  };
}

/** Reads what the second look weighs; inputs are matched by name, so that one added since the fitting counts nothing. */
export function contextFrom(stored: StoredContext): ContextNetwork {
  const units = stored.thresholds.length;
  const found = CONTEXT_INPUTS.map((name) => stored.inputs.find(({ input }) => input === name));
  return {
    units,
    means: Float64Array.from(found, (input) => input?.mean ?? 0),
    scales: Float64Array.from(found, (input) => input?.scale ?? 1),
    inputs: Float64Array.from(
      found.flatMap((input) => (input?.units ?? stored.thresholds.map(() => 0)).map((weight) => weight / INPUT_PARTS)),
    ),
    thresholds: Float64Array.from(stored.thresholds, (weight) => weight / INPUT_PARTS),
    outputs: Float64Array.from(stored.outputs, (weight) => weight / OUTPUT_PARTS),
    offset: stored.offset / OUTPUT_PARTS,
  };
}

/** The second look as whole numbers. */
export function storedContext({ units, means, scales, inputs, thresholds, outputs, offset }: ContextNetwork): StoredContext {
  const whole = (weights: Float64Array, parts: number): number[] => Array.from(weights, (weight) => Math.round(weight * parts));
  const short = (value: number): number => Number(value.toPrecision(4));
  return {
    inputs: CONTEXT_INPUTS.map((input, place) => ({
      input,
      mean: short(means[place] ?? 0),
      scale: short(scales[place] ?? 1),
      units: whole(inputs.slice(place * units, (place + 1) * units), INPUT_PARTS),
    })),
    thresholds: whole(thresholds, INPUT_PARTS),
    outputs: whole(outputs, OUTPUT_PARTS),
    offset: Math.round(offset * OUTPUT_PARTS),
  };
}

/** Before anything is fitted: retrieval alone, so that the engine still ranks sensibly. */
function plainNetwork(): Network {
  const simple = { overall: 6, bestF: 6, common: 1, isAddon: -2 };
  const one = [OUTPUT_PARTS];
  return networkFrom({
    inputs: Object.entries(simple).map(([feature, weight]) => ({ feature, scale: 1, units: [weight * INPUT_PARTS] })),
    thresholds: [PLAIN_BASE * INPUT_PARTS],
    outputs: { main: one, items: one, billed: one },
    offset: -2 * PLAIN_BASE * OUTPUT_PARTS,
  });
}

/** Keeps the one unit of the plain network above zero. */
const PLAIN_BASE = 10;

/** Reads knowledge/weights/ranking.json. */
export function parseWeights(json: string | undefined): Weights {
  if (json === undefined) return { network: plainNetwork(), calibration: [], context: undefined };
  const { network, calibration, context } = JSON.parse(json) as StoredWeights;
  return { network: networkFrom(network), calibration, context: context === undefined ? undefined : contextFrom(context) };
}
