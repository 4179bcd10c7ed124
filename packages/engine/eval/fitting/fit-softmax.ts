import { loudness } from '../../src/3-codes/catalogue/profiles.ts';
import { softmax } from '../../src/3-codes/ranking/ranking.ts';
import { seededRandom, shuffle } from './learning-set.ts';

/** The words of a note by number, and how much it is about which classes; these shares add up to one. */
export type Telling = {
  readonly words: Int32Array;
  readonly about: readonly (readonly [place: number, share: number])[];
  /** How much it counts. */
  readonly weight: number;
};

/** The classes that each word may tell of: from {@link starts} of a word's number to that of the next, places of classes. */
export type Support = { readonly starts: Int32Array; readonly classes: Uint16Array };

const EPOCHS = 8;
/** Notes a step. */
const BATCH = 1024;
const RATE = 0.7;
const DECAY = 1e-5;
/** Share of a note's words that a step does not see: others say the same elsewhere. */
const DROPPED = 0.5;

/**
 * What words weigh for each class, so that the softmax over what the words of a note add up to is what the note is about. A note of many
 * words says each more quietly ({@link loudness}). Steps of Adagrad in an order of its own: the same notes give the same weights.
 * @param count of classes
 * @returns a weight for each place of the support
 */
export function fitSoftmax(notes: readonly Telling[], { starts, classes }: Support, count: number): Float32Array {
  const weights = new Float32Array(classes.length);
  const squares = new Float32Array(classes.length).fill(1e-8);
  const gradient = new Float32Array(classes.length);
  const scores = new Float64Array(count);
  const order = notes.map((_, at) => at);
  const random = seededRandom(1);
  const endOf = (word: number): number => starts[word + 1] ?? 0;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (let from = 0; from < order.length; from += BATCH) {
      const batch = order.slice(from, from + BATCH);
      const touched = new Set<number>();
      for (const at of batch) {
        const note = notes[at];
        if (note === undefined) continue;
        const words = note.words.filter(() => random() >= DROPPED);
        const loud = loudness(words.length);
        scores.fill(0);
        for (const word of words)
          for (let entry = starts[word] ?? 0; entry < endOf(word); entry++) {
            const place = classes[entry] ?? 0;
            scores[place] = (scores[place] ?? 0) + (weights[entry] ?? 0) * loud;
          }
        const slopes = softmax(scores);
        for (const [place, share] of note.about) slopes[place] = (slopes[place] ?? 0) - share;
        for (const word of words) {
          touched.add(word);
          for (let entry = starts[word] ?? 0; entry < endOf(word); entry++)
            gradient[entry] = (gradient[entry] ?? 0) + (slopes[classes[entry] ?? 0] ?? 0) * loud * note.weight;
        }
      }
      for (const word of touched)
        for (let entry = starts[word] ?? 0; entry < endOf(word); entry++) {
          const slope = (gradient[entry] ?? 0) + DECAY * batch.length * (weights[entry] ?? 0);
          const square = (squares[entry] ?? 0) + slope * slope;
          squares[entry] = square;
          weights[entry] = (weights[entry] ?? 0) - (RATE * slope) / Math.sqrt(square);
          gradient[entry] = 0;
        }
    }
  }
  return weights;
}
