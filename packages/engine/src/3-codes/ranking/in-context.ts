import type { Analysis } from './analysis.ts';
import type { CodeSpace } from '../catalogue/code-space.ts';
import { termsAt } from '../catalogue/term-lists.ts';
import { chanceOf, logOdds, SIGNALS } from './confidence.ts';
import { FEATURES } from './features.ts';
import type { ProcedureView } from './procedures.ts';

/** A row as the first look left it: its chance by itself and what that rests on. */
export type FirstLook = {
  /** Row in the feature matrix. */
  readonly row: number;
  /** Place in the code index. */
  readonly id: number;
  readonly signals: readonly number[];
  readonly confidence: number;
};

/** So many of the surest rows are looked at again beside each other; further ones keep the chance of the first look. */
export const SECOND_LOOK = 10;

/** How a row stands to those that are surer, in the order of the answers of `contextOf`. */
const CONTEXT = [
  'first chance',
  'sibling above',
  'same act above',
  'container above',
  'part above',
  'add-on',
  'primary of add-on',
  'own words',
  'own part of heading',
  'heading left over',
  'chances above',
  'rows above',
  'share of what is left',
  'lead over what is left',
  'line match',
  'line cover',
  'wording cover',
  'imaging',
  'medicine',
  'each additional',
  'no heading',
  'told',
  'told, no heading',
] as const;

/** What a row is by itself, of all features: what rules say of it, where its words stand, what kind of code it is. */
const OWN_FEATURES = [
  'told',
  'toldPseudo',
  'conventionNeeds',
  'conventionUnless',
  'conventionPrefers',
  'conventionPrefersHeading',
  'radiology',
  'medicine',
  'integument',
  'bodyScore',
  'headingScore',
  'diagnosisScore',
  'coreHeading',
  'coreNamed',
  'coreMissing',
  'wordingNamed',
  'wordingAnywhere',
  'exact',
  'ownPhrase',
  'rivalPhrase',
  'brief',
  'magnitude',
  'magnitudeIfWinner',
  'isDefault',
  'isMarked',
  'common',
  'daily',
  'actionShared',
  'actionConflict',
  'actionConflictBestLine',
  'conflicts',
  'familyBestF',
  'bodyRank',
  'likeness',
  'likenessScore',
  'likenessLead',
  'likenessRank',
  'likenessNotes',
] as const;
const OWN_PLACES = OWN_FEATURES.map((name) => FEATURES.indexOf(name));

/** Names of what the second look sees of a row, in order; the fitted weights refer to them by name. */
export const CONTEXT_INPUTS: readonly string[] = [
  ...SIGNALS.slice(1).map((name) => `first: ${name}`),
  ...CONTEXT,
  ...OWN_FEATURES.map((name) => `own: ${name}`),
];

/** One hidden layer whose answer is added to the log odds of the first look. */
export type ContextNetwork = {
  readonly units: number;
  /** By input: taken off its value, and what the rest is divided by. */
  readonly means: Float64Array;
  readonly scales: Float64Array;
  /** Weight of each input on each unit, the units of an input side by side. */
  readonly inputs: Float64Array;
  readonly thresholds: Float64Array;
  readonly outputs: Float64Array;
  readonly offset: number;
};

/** What the second look asks about the rows of one note. */
export interface ContextView {
  /** The inputs of some rows, in their order. @param rows with the first look's chances, in any order */
  inputsOf(rows: readonly FirstLook[], items: Float64Array): number[][];
}

/** A weaker match explains nothing of a line. */
const LEAST_F = 0.2;
const LIKELY_ABOVE = 0.5;
const MOST_LEAD = 6;

/** Lays out a note for the second look. @param ids may hold codes beyond the candidates, of which nothing is known here */
export function viewContext(
  analysis: Analysis,
  space: CodeSpace,
  procedures: ProcedureView,
  ids: readonly number[] = analysis.matrix.ids,
): ContextView {
  const { rows: features, width, told } = analysis.matrix;
  const { relations } = space;
  const pseudo = procedures.namedLines === 0 ? 1 : 0;
  const factsOf = (row: number): ReturnType<typeof space.facts.of> => space.facts.of(ids[row] ?? -1);
  const ownOf = (row: number): number[] => OWN_PLACES.map((place) => features[row * width + place] ?? 0);

  const inputsOf = (rows: readonly FirstLook[], items: Float64Array): number[][] => {
    const heading = headingWords(analysis, space);
    const mass = sumOf(heading);
    const order = rows.map((_, at) => at).sort((a, b) => (rows[b]?.confidence ?? 0) - (rows[a]?.confidence ?? 0) || a - b);
    const above = rows.map(() => ({ sibling: 0, act: 0, container: 0, part: 0, reading: false }));
    const inputs: number[][] = rows.map(() => []);
    const covered = new Map<number, number>();
    let chances = 0;
    order.forEach((at, rank) => {
      const own = rows[at];
      const stands = above[at];
      if (own === undefined || stands === undefined) return;
      const { row, id, confidence } = own;
      const facts = factsOf(row);
      const words = wordsOf(analysis, space, row);
      const left = leftOver(words, covered);
      const total = sumOf(words);
      const isAddon = relations.isAddon(id);
      const primary = rows.reduce(
        (most, other) => (other !== own && relations.isPrimaryOf(other.id, id) ? Math.max(most, other.confidence) : most),
        0,
      );
      const share = items[row] ?? 0;
      const open = order.slice(rank + 1).filter((other) => above[other]?.reading === false);
      const shares = open.map((other) => items[rows[other]?.row ?? -1] ?? 0);
      const rest = shares.reduce((sum, value) => sum + value, share);
      const rival = shares.reduce((most, value) => Math.max(most, value), 0);
      inputs[at] = [
        ...own.signals.slice(1),
        logOdds(confidence),
        stands.sibling,
        stands.act,
        stands.container,
        stands.part,
        isAddon ? 1 : 0,
        isAddon ? primary - 0.5 : 0,
        total > 0 ? left / total : 0,
        mass > 0 ? left / mass : 0,
        mass > 0 ? leftOver(heading, covered) / mass : 0,
        chances,
        Math.log1p(rank),
        logOdds(Math.min(0.98, share / (rest + 1e-4))),
        Math.max(-MOST_LEAD, Math.min(MOST_LEAD, Math.log((share + 1e-5) / (rival + 1e-5)))),
        ...matchOf(analysis, row),
        facts?.chapter === 7 ? 1 : 0,
        facts?.chapter === 9 ? 1 : 0,
        facts?.eachAdditional === true ? 1 : 0,
        pseudo,
        told[row] ?? 0,
        pseudo * (told[row] ?? 0),
        ...ownOf(row),
      ];
      chances += confidence;
      for (const [place, weight] of words) {
        const before = covered.get(place) ?? 0;
        if (weight > before) covered.set(place, before + (weight - before) * confidence);
      }
      for (const below of order.slice(rank + 1)) {
        const other = rows[below];
        const stand = above[below];
        if (other === undefined || stand === undefined) continue;
        const sibling = facts !== undefined && facts.family === factsOf(other.row)?.family;
        const act = procedures.sameAct(row, other.row);
        if (sibling) stand.sibling = Math.max(stand.sibling, confidence);
        if (act) stand.act = Math.max(stand.act, confidence);
        if (relations.includes(id, other.id)) stand.container = Math.max(stand.container, confidence);
        if (relations.includes(other.id, id)) stand.part = Math.max(stand.part, confidence);
        if (confidence >= LIKELY_ABOVE && (sibling || act)) stand.reading = true;
      }
    });
    return inputs;
  };
  return { inputsOf };
}

/** How well a row's best wording and its line cover each other. */
function matchOf({ candidates: { byLines, lines } }: Analysis, row: number): number[] {
  const line = lines[byLines.bestLine[row] ?? 0];
  const entry = line?.entry[row] ?? -1;
  return [byLines.best[row] ?? 0, line?.matches.lineCover[entry] ?? 0, line?.matches.wordingCover[entry] ?? 0];
}

type Words = ReadonlyMap<number, number>;

const sumOf = (words: Words): number => {
  let sum = 0;
  for (const weight of words.values()) sum += weight;
  return sum;
};

/** What words say beyond what is said of them already. */
function leftOver(words: Words, covered: Words): number {
  let left = 0;
  for (const [place, weight] of words) left += Math.max(0, weight - (covered.get(place) ?? 0));
  return left;
}

/** The words of all lines that a row's wordings say, by their place in the text, with how much they tell. */
function wordsOf({ note, candidates }: Analysis, { index }: CodeSpace, row: number): Words {
  const words = new Map<number, number>();
  candidates.lines.forEach(({ f, entry, matches }, number) => {
    const line = note.lines[number];
    if (line === undefined || (f[row] ?? 0) < LEAST_F) return;
    const terms = termsAt(index.wordings, matches.wording[entry[row] ?? -1] ?? -1);
    for (const { term, from, weight } of line.hits) {
      const place = line.tokens[from]?.start;
      if (place === undefined || !terms.includes(term)) continue;
      words.set(place, Math.max(words.get(place) ?? 0, weight * (index.idf[term] ?? 0)));
    }
  });
  return words;
}

/** The words of all lines, in their full sense alone. */
function headingWords({ note }: Analysis, { index }: CodeSpace): Words {
  const words = new Map<number, number>();
  for (const { hits, tokens } of note.lines)
    for (const { term, from, weight } of hits) {
      const place = tokens[from]?.start;
      if (place !== undefined && weight === 1) words.set(place, Math.max(words.get(place) ?? 0, index.idf[term] ?? 0));
    }
  return words;
}

/** A value further off than so many deviations says no more. */
const FURTHEST = 4;

/** An input as the units see it. */
export const scaledInput = (value: number, mean: number, scale: number): number =>
  Math.max(-FURTHEST, Math.min(FURTHEST, (value - mean) / scale));

/** The chance of a row beside the others. @param first its log odds by itself */
export function chanceInContext(first: number, inputs: readonly number[], network: ContextNetwork): number {
  const { units, means, scales, thresholds, outputs } = network;
  const sums = Float64Array.from(thresholds);
  for (let input = 0; input < inputs.length; input++) {
    const value = scaledInput(inputs[input] ?? 0, means[input] ?? 0, scales[input] ?? 1);
    const from = input * units;
    for (let unit = 0; unit < units; unit++) sums[unit] = (sums[unit] ?? 0) + value * (network.inputs[from + unit] ?? 0);
  }
  let odds = first + network.offset;
  for (let unit = 0; unit < units; unit++) odds += Math.max(0, sums[unit] ?? 0) * (outputs[unit] ?? 0);
  return chanceOf(odds);
}
