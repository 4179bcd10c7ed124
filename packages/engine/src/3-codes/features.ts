import type { CodeSpace } from './analysis.ts';
import type { Candidates } from './candidates.ts';
import type { ConventionCheck } from './conventions.ts';
import { WORD_KEYS, type CodeFacts } from './code-facts.ts';
import type { CodeIndex } from './code-index.ts';
import type { NoteView } from './note-view.ts';
import {
  bestSupport,
  coverage,
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
  markerSupport,
  pairMass,
  winnersMagnitude,
  type Shared,
} from './feature-blocks.ts';

/** Feature rows of the candidates, `FEATURES.length` numbers each, in the order of `ids`. */
export type FeatureMatrix = { readonly ids: readonly number[]; readonly rows: Float32Array; readonly width: number };

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
];

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
];

/** Describes every candidate by numbers that mean the same for any code and any note. */
export function describeCandidates(
  candidates: Candidates,
  view: NoteView,
  space: CodeSpace,
  check: ConventionCheck,
): FeatureMatrix {
  const { index, facts } = space;
  const width = FEATURES.length;
  const { ids } = candidates;
  const rows = new Float32Array(ids.length * width);
  const shared = summarize(candidates, view, index, facts);
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    const fact = facts[id];
    if (fact === undefined) continue;
    const row = rows.subarray(at * width, (at + 1) * width);
    let place = fillRetrieval(row, 0, id, candidates, shared);
    place = fillLines(row, place, at, candidates, view, shared);
    place = fillCoverage(row, place, id, index, view, fact, shared);
    place = fillWords(row, place, fact, view, index);
    place = fillBands(row, place, fact, view);
    place = fillFamily(row, place, id, fact, view, shared);
    place = fillPairs(row, place, id, index, view, shared);
    place = fillActions(row, place, at, fact, view, candidates);
    place = fillDenied(row, place, fact, view);
    place = fillMagnitude(row, place, at, fact, candidates, shared);
    place = fillWording(row, place, id, index, view);
    place = fillDistinct(row, place, id, fact, shared);
    place = fillHard(row, place, fact, view);
    place = fillConventions(row, place, check.verdict(space.rules.get(id)), view);
    fillMeta(row, place, fact);
  }
  return { ids, rows, width };
}

function summarize(candidates: Candidates, view: NoteView, index: CodeIndex, facts: readonly CodeFacts[]): Shared {
  const { ids } = candidates;
  const most = (scores: Float32Array): number => ids.reduce((best, id) => Math.max(best, scores[id] ?? 0), 1e-6);
  const rank = (scores: Float32Array): Map<number, number> =>
    new Map([...ids].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).map((id, at) => [id, at]));
  const bestF = new Map<number, number>();
  const coreHeading = new Map<number, number>();
  const markers = new Map<number, number>();
  const familyMarkers = new Map<number, { id: number; support: number }[]>();
  const familyF = new Map<number, number>();
  const pairs = new Map<number, number>();
  const distinct = new Map<number, { heading: number; body: number }>();
  for (const [row, id] of ids.entries()) {
    const fact = facts[id];
    if (fact === undefined) continue;
    pairs.set(id, pairMass(index.documents[id]?.pairs ?? [], index.idf, view.heading));
    distinct.set(id, { heading: bestSupport(fact.distinct, view.heading), body: bestSupport(fact.distinct, view.anywhere) });
    let f = 0;
    for (const line of candidates.lineF) f = Math.max(f, line[row] ?? 0);
    bestF.set(id, f);
    coreHeading.set(id, coverage(index.documents[id]?.core ?? [], index.idf, view.heading, fact.coreMass));
    const support = markerSupport(fact, view.named) * 0.7 + markerSupport(fact, view.anywhere) * 0.3;
    markers.set(id, support);
    const group = familyMarkers.get(fact.family);
    if (group === undefined) familyMarkers.set(fact.family, [{ id, support }]);
    else group.push({ id, support });
    familyF.set(fact.family, Math.max(f, familyF.get(fact.family) ?? 0));
  }
  const lineBest = candidates.lineF.map((line) => line.reduce((best, f) => Math.max(best, f), 1e-6));
  return {
    pairs,
    distinct,
    topPairs: Math.max(0, ...pairs.values()),
    topMagnitude: winnersMagnitude(candidates, lineBest, facts),
    most: {
      overall: most(candidates.overall),
      heading: most(candidates.heading),
      diagnosis: most(candidates.diagnosis),
      body: most(candidates.body),
    },
    overallRank: rank(candidates.overall),
    bodyRank: rank(candidates.body),
    lineBest,
    bestF,
    topF: Math.max(1e-6, ...bestF.values()),
    coreHeading,
    topCoreHeading: Math.max(0, ...coreHeading.values()),
    markers,
    familyMarkers,
    familyF,
  };
}
