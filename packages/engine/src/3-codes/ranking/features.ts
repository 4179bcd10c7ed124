import type { CodeSpace } from '../catalogue/code-space.ts';
import type { Candidates } from './candidates.ts';
import { OwnLines } from './own-lines.ts';
import { WORD_KEYS, type CatalogueFacts } from '../catalogue/code-facts.ts';
import type { CodeIndex } from '../catalogue/code-index.ts';
import type { NoteView, Reading } from './note-view.ts';
import { fillLikeness, type NoteLikeness } from './likeness.ts';
import { supportsOf } from './supports.ts';
import {
  fillActions,
  fillBands,
  fillConventions,
  fillCoverage,
  fillDenied,
  fillDistinct,
  fillFamily,
  fillHard,
  fillLines,
  fillMagnitude,
  fillMeta,
  fillPairs,
  fillRetrieval,
  fillWording,
  fillWords,
  winnersMagnitude,
  type Shared,
} from './feature-blocks.ts';

/** Feature rows of the candidates, `FEATURES.length` numbers each, in the order of `ids`. */
export type FeatureMatrix = {
  readonly ids: readonly number[];
  readonly rows: Float32Array;
  readonly width: number;
  /** By candidate, whether the note tells its act, named in a heading or not. */
  readonly told: Uint8Array;
};

const RETRIEVAL = ['overall', 'headingScore', 'diagnosisScore', 'bodyScore', 'overallRaw', 'overallRank', 'bodyRank'];
const LINE = [
  'bestF',
  'bestWordingCover',
  'bestLineCover',
  'firstF',
  'lineShare',
  'firstShare',
  'linePlace',
  'linesWon',
  'bestGap',
  'pseudoF',
  'exact',
  'exactCommon',
  'ownPhrase',
  'rivalPhrase',
];
const COVERAGE = ['coreHeading', 'coreNamed', 'coreAnywhere', 'coreMissing', 'coreMissingMass', 'coreHeadingGap'];
const WORDS = WORD_KEYS.flatMap((key) => [`${key}Heading`, `${key}Named`, `${key}Anywhere`, `${key}Missing`]);
const BANDS = [
  'approachHeading',
  'approachHeadingConflict',
  'approachBody',
  'approachBodyConflict',
  'approachUnsaid',
  'levelMatch',
  'levelConflict',
  'levelUnsaid',
  'ageFits',
  'ageConflict',
  'sizeHeading',
  'sizeAnywhere',
  'sizeConflict',
  'countFits',
  'countConflict',
  'bilateralFits',
  'bilateralConflict',
];
const FAMILY = [
  'markerHeading',
  'markerNamed',
  'markerAnywhere',
  'markerMissingMass',
  'markerAgainstSiblings',
  'familyBestF',
  'defaultUnmarked',
  'markedMissing',
];
const PAIRS = ['pairsHeading', 'pairsNamed', 'pairsAnywhere', 'pairsAgainstBest'];
const ACTIONS = ['actionShared', 'actionConflict', 'actionSharedBestLine', 'actionConflictBestLine', 'actionUnsaid'];
const DENIED = ['withoutDenied', 'withDenied', 'methodDenied'];
const MAGNITUDE = ['magnitude', 'magnitudeAgainstWinners', 'magnitudeIfWinner'];
const WORDING = ['wordingNamed', 'wordingAnywhere', 'wordingAnywhereMass', 'wordingAnywherePseudo'];
const DISTINCT = [
  'distinctHeading',
  'distinctBody',
  'distinctUnsaid',
  'siblingDistinctHeading',
  'siblingDistinctBody',
  'plainWithRival',
];
const HARD = ['conflicts', 'scopeUnsaid', 'openWithoutScope'];
const CONVENTIONS = [
  'conventionNeeds',
  'conventionUnless',
  'conventionPrefers',
  'conventionUnlessHeading',
  'conventionPrefersHeading',
  'told',
  'toldPseudo',
];
const META = [
  'common',
  'daily',
  'hardlyEver',
  'isDefault',
  'isMarked',
  'isAddon',
  'radiology',
  'medicine',
  'integument',
  'unlisted',
  'coreMass',
  'eachAdditional',
  'brief',
];
const LIKENESS = ['likeness', 'likenessScore', 'likenessLead', 'likenessRank', 'likenessAlone', 'likenessNotes'];

/** Names of the features in row order; the fitted weights refer to them by name. */
export const FEATURES: readonly string[] = [
  ...RETRIEVAL,
  ...LINE,
  ...COVERAGE,
  ...WORDS,
  ...BANDS,
  ...FAMILY,
  ...PAIRS,
  ...ACTIONS,
  ...DENIED,
  ...MAGNITUDE,
  ...WORDING,
  ...DISTINCT,
  ...HARD,
  ...CONVENTIONS,
  ...META,
  ...LIKENESS,
];

/**
 * Describes every candidate by numbers that mean the same for any code and any note.
 * @param readingOf what is read for a code: the note, or the part of it that is about such codes
 */
export function describeCandidates(
  candidates: Candidates,
  space: CodeSpace,
  likeness: NoteLikeness,
  readingOf: (id: number) => Reading,
): FeatureMatrix {
  const { index, facts } = space;
  const width = FEATURES.length;
  const { ids } = candidates;
  const rows = new Float32Array(ids.length * width);
  const told = new Uint8Array(ids.length);
  const sharedOf = new Map<Reading, Shared>();
  const summaryOf = (reading: Reading): Shared => {
    const made = sharedOf.get(reading) ?? summarize(candidates, reading.view, index, facts);
    sharedOf.set(reading, made);
    return made;
  };
  const ownLines = new OwnLines(candidates, space);
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    const fact = facts.of(id);
    if (fact === undefined) continue;
    const reading = readingOf(id);
    const { view, check } = reading;
    const shared = summaryOf(reading);
    let place = fillRetrieval(rows, at * width, at, candidates, shared);
    place = fillLines(rows, place, at, candidates, view, shared, fact);
    place = fillCoverage(rows, place, at, fact, shared);
    place = fillWords(rows, place, fact, view);
    place = fillBands(rows, place, at, fact, view, shared);
    place = fillFamily(rows, place, at, fact, shared);
    place = fillPairs(rows, place, at, shared);
    place = fillActions(rows, place, at, fact, view, shared);
    place = fillDenied(rows, place, fact, view);
    place = fillMagnitude(rows, place, at, fact, shared);
    place = fillWording(rows, place, id, index, view);
    place = fillDistinct(rows, place, at, fact, shared);
    place = fillHard(rows, place, fact, view);
    const verdict = check.verdict(space.rules.get(id), view.pseudo, () => ownLines.checkOf(at, reading));
    told[at] = verdict.acts > 0 ? 1 : 0;
    place = fillConventions(rows, place, verdict, view);
    place = fillMeta(rows, place, fact, view);
    fillLikeness(rows, place, likeness.of(id), view);
  }
  return { ids, rows, width, told };
}

function summarize(candidates: Candidates, view: NoteView, index: CodeIndex, facts: CatalogueFacts): Shared {
  const { ids, byLines } = candidates;
  const most = (scores: Float32Array): number => ids.reduce((best, id) => Math.max(best, scores[id] ?? 0), 1e-6);
  const supports = supportsOf(ids, view.said, index, facts);
  const { named, anywhere } = supports.markers;
  const families = new Map<number, number[]>();
  const familyF = new Map<number, number>();
  for (let place = 0; place < ids.length; place++) {
    const fact = facts.of(ids[place] ?? -1);
    if (fact === undefined) continue;
    const family = families.get(fact.family);
    if (family === undefined) families.set(fact.family, [place]);
    else family.push(place);
    familyF.set(fact.family, Math.max(byLines.best[place] ?? 0, familyF.get(fact.family) ?? 0));
  }
  const top = (values: Float64Array, least: number): number => values.reduce((best, value) => Math.max(best, value), least);
  return {
    supports,
    topPairs: top(supports.pairs.heading, 0),
    topMagnitude: winnersMagnitude(candidates, facts),
    most: {
      overall: most(candidates.overall),
      heading: most(candidates.heading),
      diagnosis: most(candidates.diagnosis),
      body: most(candidates.body),
    },
    overallRank: ranksOf(ids, candidates.overall),
    bodyRank: ranksOf(ids, candidates.body),
    byLines,
    topF: top(byLines.best, 1e-6),
    topCoreHeading: top(supports.core.heading, 0),
    markers: named.map((share, place) => share * 0.7 + (anywhere[place] ?? 0) * 0.3),
    families,
    familyF,
  };
}

/** Place of each candidate by a score, from 0; ties by place in the index. */
function ranksOf(ids: readonly number[], scores: Float32Array): Float64Array {
  const order = ids.map((_, place) => place);
  order.sort((a, b) => (scores[ids[b] ?? 0] ?? 0) - (scores[ids[a] ?? 0] ?? 0) || a - b);
  const ranks = new Float64Array(ids.length);
  order.forEach((place, rank) => (ranks[place] = rank));
  return ranks;
}
