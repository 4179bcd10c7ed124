import { answeredLine, type ByLines } from './by-lines.ts';
import { inBand, type Band } from '../../2-findings/bands.ts';
import { approachBit } from '../../2-findings/cues.ts';
import { sizesFor, type Size } from '../../2-findings/sizes.ts';
import type { Candidates } from './candidates.ts';
import { type Verdict } from '../rules/conventions.ts';
import { WORD_KEYS, type CatalogueFacts, type CodeFacts } from '../catalogue/code-facts.ts';
import type { CodeIndex } from '../catalogue/code-index.ts';
import type { NoteView, PlacedSize } from './note-view.ts';
import type { Supports } from './supports.ts';

/** What all candidates of a note are compared against. */
export type Shared = {
  readonly most: { overall: number; heading: number; diagnosis: number; body: number };
  /** The arrays have one entry a candidate, in the order of `Candidates.ids`. */
  readonly overallRank: Float64Array;
  readonly bodyRank: Float64Array;
  readonly byLines: ByLines;
  readonly topF: number;
  readonly supports: Supports;
  readonly topCoreHeading: number;
  /** How far each candidate's markers are named, and a little said anywhere. */
  readonly markers: Float64Array;
  /** Candidates of each family, by their place. */
  readonly families: ReadonlyMap<number, readonly number[]>;
  readonly familyF: ReadonlyMap<number, number>;
  readonly topPairs: number;
  /** Largest magnitude among the lines' best codes. */
  readonly topMagnitude: number;
};

const MISSING = 0.3;
/** A line that says a wording and nothing else. */
const EXACT = 0.97;

export function fillRetrieval(row: Float32Array, from: number, place: number, candidates: Candidates, shared: Shared): number {
  const id = candidates.ids[place] ?? -1;
  let at = from;
  row[at++] = (candidates.overall[id] ?? 0) / shared.most.overall;
  row[at++] = (candidates.heading[id] ?? 0) / shared.most.heading;
  row[at++] = (candidates.diagnosis[id] ?? 0) / shared.most.diagnosis;
  row[at++] = (candidates.body[id] ?? 0) / shared.most.body;
  row[at++] = (candidates.overall[id] ?? 0) / 20;
  row[at++] = Math.log1p(shared.overallRank[place] ?? 200) / 5;
  row[at++] = Math.log1p(shared.bodyRank[place] ?? 200) / 5;
  return at;
}

export function fillLines(
  row: Float32Array,
  from: number,
  /** Place among the candidates. */
  place: number,
  candidates: Candidates,
  view: NoteView,
  shared: Shared,
  { common }: CodeFacts,
): number {
  const { byLines } = candidates;
  const id = candidates.ids[place] ?? -1;
  const best = byLines.best[place] ?? 0;
  const bestLine = byLines.bestLine[place] ?? 0;
  const first = candidates.lines[0]?.f[place] ?? 0;
  const line = candidates.lines[bestLine];
  const entry = line?.entry[place] ?? -1;
  let at = from;
  row[at++] = best;
  row[at++] = line?.matches.wordingCover[entry] ?? 0;
  row[at++] = line?.matches.lineCover[entry] ?? 0;
  row[at++] = first;
  row[at++] = byLines.share[place] ?? 0;
  row[at++] = first / (byLines.lineBest[0] ?? 1);
  row[at++] = best > 0 ? Math.log1p(bestLine) / 2 : 1;
  row[at++] = Math.min(3, byLines.won[place] ?? 0) / 3;
  row[at++] = best - shared.topF;
  row[at++] = view.pseudo ? best : 0;
  const exact = (line?.matches.wordingCover[entry] ?? 0) > EXACT && (line?.matches.lineCover[entry] ?? 0) > EXACT ? 1 : 0;
  row[at++] = exact;
  row[at++] = exact * common;
  const owned = candidates.lines.some(({ owners }) => owners.includes(id));
  row[at++] = owned ? 1 : 0;
  row[at++] = !owned && (line?.owners.length ?? 0) > 0 ? 1 : 0;
  return at;
}

export function fillCoverage(row: Float32Array, from: number, place: number, fact: CodeFacts, shared: Shared): number {
  const { core } = shared.supports;
  const heading = core.heading[place] ?? 0;
  const anywhere = core.anywhere[place] ?? 0;
  let at = from;
  row[at++] = heading;
  row[at++] = core.named[place] ?? 0;
  row[at++] = anywhere;
  row[at++] = 1 - anywhere;
  row[at++] = ((1 - anywhere) * fact.coreMass) / 30;
  row[at++] = heading - shared.topCoreHeading;
  return at;
}

/** Keys without values stay 0. */
export function fillWords(row: Float32Array, from: number, fact: CodeFacts, { said }: NoteView): number {
  const { keyed } = fact;
  const { entries } = said;
  for (let at = 0; at < keyed.length;) {
    const key = keyed[at++] ?? 0;
    // All of what a code is with has to be said; of the rest the best counts.
    const all = key === WITH;
    let heading = all ? 1 : 0;
    let named = heading;
    let anywhere = heading;
    for (let values = keyed[at++] ?? 0; values > 0; values--) {
      const terms = keyed[at++] ?? 0;
      let inHeading = 0;
      let inNamed = 0;
      let inAnywhere = 0;
      for (const end = at + terms; at < end; at++) {
        const entry = entries[keyed[at] ?? 0] ?? 0;
        if (entry === 0) continue;
        inHeading += said.heading[entry] ?? 0;
        inNamed += said.named[entry] ?? 0;
        inAnywhere += said.anywhere[entry] ?? 0;
      }
      heading = all ? Math.min(heading, inHeading / terms) : Math.max(heading, inHeading / terms);
      named = all ? Math.min(named, inNamed / terms) : Math.max(named, inNamed / terms);
      anywhere = all ? Math.min(anywhere, inAnywhere / terms) : Math.max(anywhere, inAnywhere / terms);
    }
    const place = from + key * PER_KEY;
    row[place] = heading;
    row[place + 1] = named;
    row[place + 2] = anywhere;
    row[place + 3] = anywhere < MISSING ? 1 : 0;
  }
  return from + WORD_KEYS.length * PER_KEY;
}

const PER_KEY = 4;
const WITH = WORD_KEYS.indexOf('with');

/** A weaker match says too little of how the code's own procedure was approached. */
const OWN_LINE = 0.5;

export function fillBands(
  row: Float32Array,
  from: number,
  place: number,
  fact: CodeFacts,
  view: NoteView,
  { byLines }: Shared,
): number {
  let at = from;
  const has = fact.approach !== 0;
  const line = has ? answeredLine(byLines, place, OWN_LINE) : -1;
  const own = line < 0 ? view.approachHeading : view.approachOf(line);
  row[at++] = has && (fact.approach & view.approachHeading) !== 0 ? 1 : 0;
  row[at++] = has && own !== 0 && (fact.approach & (own | view.approachHeading)) === 0 ? 1 : 0;
  row[at++] = has && (fact.approach & view.approachBody) !== 0 ? 1 : 0;
  row[at++] = has && view.approachBody !== 0 && (fact.approach & view.approachBody) === 0 ? 1 : 0;
  row[at++] = has && (fact.approach & (view.approachBody | view.approachHeading)) === 0 ? 1 : 0;
  const leveled = fact.level !== 0;
  const levels = view.levelHeading || view.levelAnywhere;
  row[at++] = leveled && (fact.level & levels) !== 0 ? 1 : 0;
  row[at++] = leveled && levels !== 0 && (fact.level & levels) === 0 ? 1 : 0;
  row[at++] = leveled && levels === 0 ? 1 : 0;
  const aged = fact.ages.length > 0 && view.age !== undefined;
  const ageFits = aged && fact.ages.some((band) => inBand(view.age ?? 0, band));
  row[at++] = ageFits ? 1 : 0;
  row[at++] = aged && !ageFits ? 1 : 0;
  at = fillSizes(row, at, fact, view);
  const counted = fact.counts.length > 0 && view.diskLevels > 0;
  const countFits = counted && fact.counts.some((band: Band) => inBand(view.diskLevels, band));
  row[at++] = countFits ? 1 : 0;
  row[at++] = counted && !countFits ? 1 : 0;
  row[at++] = fact.side === 2 && view.side === 2 ? 1 : 0;
  row[at++] = (fact.side === 2 && view.side === 1) || (fact.side === 1 && view.side === 2) ? 1 : 0;
  return at;
}

function fillSizes(row: Float32Array, from: number, fact: CodeFacts, view: NoteView): number {
  if (fact.sizes.length === 0) return from + 3;
  const inside = (sizes: readonly Size[]): boolean =>
    sizes.some((size) => fact.sizes.some((band) => band.unit === size.unit && inBand(size.value, band)));
  const measured = (sizes: readonly Size[]): boolean => sizes.some((size) => fact.sizes.some((band) => band.unit === size.unit));
  const named = sizesFor(ofSite(view.sizesHeading(), fact), fact.sizeOf);
  const all = sizesFor(ofSite(view.sizesAnywhere(), fact), fact.sizeOf);
  const heading = inside(named);
  const anywhere = inside(all);
  row[from] = heading ? 1 : 0;
  row[from + 1] = anywhere ? 1 : 0;
  row[from + 2] = (measured(named) && !heading) || (measured(all) && !anywhere) ? 1 : 0;
  return from + 3;
}

/** Of several sizes, those told beside one of the code's own sites, if there are any. */
function ofSite(sizes: readonly PlacedSize[], { words }: CodeFacts): readonly PlacedSize[] {
  const own = sizes.filter(({ beside }) =>
    words.site.some((terms) => terms.length > 0 && terms.every((term) => beside.has(term))),
  );
  return own.some(({ of }) => of !== 'margin') ? own : sizes;
}

export function fillFamily(row: Float32Array, from: number, place: number, fact: CodeFacts, shared: Shared): number {
  const { markers } = shared.supports;
  const anywhere = markers.anywhere[place] ?? 0;
  const own = shared.markers[place] ?? 0;
  let rival = 0;
  for (const sibling of shared.families.get(fact.family) ?? [])
    if (sibling !== place) rival = Math.max(rival, shared.markers[sibling] ?? 0);
  let at = from;
  row[at++] = markers.heading[place] ?? 0;
  row[at++] = markers.named[place] ?? 0;
  row[at++] = anywhere;
  row[at++] = ((1 - anywhere) * fact.markerMass) / 20;
  row[at++] = own - rival;
  row[at++] = (shared.byLines.best[place] ?? 0) - (shared.familyF.get(fact.family) ?? 0);
  row[at++] = fact.role === 1 ? 1 - rival : 0;
  row[at++] = fact.role === 2 ? 1 - anywhere : 0;
  return at;
}

const PAIR_SCALE = 20;

export function fillPairs(row: Float32Array, from: number, place: number, shared: Shared): number {
  const { pairs } = shared.supports;
  const heading = pairs.heading[place] ?? 0;
  let at = from;
  row[at++] = Math.min(2, heading / PAIR_SCALE);
  row[at++] = Math.min(2, (pairs.named[place] ?? 0) / PAIR_SCALE);
  row[at++] = Math.min(3, (pairs.anywhere[place] ?? 0) / PAIR_SCALE);
  row[at++] = Math.max(-2, (heading - shared.topPairs) / PAIR_SCALE);
  return at;
}

export function fillActions(
  row: Float32Array,
  from: number,
  place: number,
  fact: CodeFacts,
  view: NoteView,
  { byLines }: Shared,
): number {
  const mask = (byLines.best[place] ?? 0) > 0 ? (view.lineActions[byLines.bestLine[place] ?? 0] ?? 0) : 0;
  let at = from;
  row[at++] = (fact.actions & view.actions) !== 0 ? 1 : 0;
  row[at++] = fact.actions !== 0 && view.actions !== 0 && (fact.actions & view.actions) === 0 ? 1 : 0;
  row[at++] = (fact.actions & mask) !== 0 ? 1 : 0;
  row[at++] = fact.actions !== 0 && mask !== 0 && (fact.actions & mask) === 0 ? 1 : 0;
  row[at++] = fact.actions === 0 ? 1 : 0;
  return at;
}

export function fillDenied(row: Float32Array, from: number, fact: CodeFacts, view: NoteView): number {
  if (view.denied.size === 0) return from + 3;
  const denied = (values: readonly (readonly number[])[]): number =>
    values.some((terms) => terms.some((term) => view.denied.has(term))) ? 1 : 0;
  let at = from;
  row[at++] = denied(fact.words.without);
  row[at++] = denied(fact.words.with);
  row[at++] = denied(fact.words.method);
  return at;
}

/** The main procedure is most often the largest of those that the lines name. */
export function winnersMagnitude({ ids, lines, byLines }: Candidates, facts: CatalogueFacts): number {
  let top = -Infinity;
  lines.forEach(({ f }, number) => {
    const least = byLines.lineBest[number] ?? 0;
    if (least < 0.3) return;
    ids.forEach((id, place) => {
      if ((f[place] ?? 0) < 0.95 * least) return;
      const fact = facts.of(id);
      if (fact !== undefined && fact.role !== 3) top = Math.max(top, fact.magnitude);
    });
  });
  return Number.isFinite(top) ? top : 0;
}

export function fillMagnitude(row: Float32Array, from: number, place: number, fact: CodeFacts, shared: Shared): number {
  const share = shared.byLines.share[place] ?? 0;
  const against = Math.max(-3, Math.min(1, fact.magnitude - shared.topMagnitude));
  row[from] = fact.magnitude;
  row[from + 1] = against;
  row[from + 2] = share > 0.9 ? Math.min(0, against) : 0;
  return from + 3;
}

/** Cover of the code's best wording by words from anywhere: what is left where no heading names the procedure. */
export function fillWording(row: Float32Array, from: number, id: number, index: CodeIndex, { said, pseudo }: NoteView): number {
  let named = 0;
  let anywhere = 0;
  let mass = 0;
  const { starts, terms, weights } = index.wordings;
  for (let at = index.wordingStarts[id] ?? 0; at < (index.wordingStarts[id + 1] ?? 0); at++) {
    const own = index.wordingMasses[at] ?? 0;
    if (own < MIN_WORDING_MASS) continue;
    let inNamed = 0;
    let inAnywhere = 0;
    for (let place = starts[at] ?? 0; place < (starts[at + 1] ?? 0); place++) {
      const term = terms[place] ?? 0;
      const entry = said.entries[term] ?? 0;
      if (entry === 0) continue;
      const worth = (weights[place] ?? 0) * (index.idf[term] ?? 0);
      inNamed += worth * (said.named[entry] ?? 0);
      inAnywhere += worth * (said.anywhere[entry] ?? 0);
    }
    named = Math.max(named, Math.min(1.5, inNamed / own));
    if (inAnywhere / own <= anywhere) continue;
    anywhere = Math.min(1.5, inAnywhere / own);
    mass = anywhere * Math.min(1, own / 25);
  }
  row[from] = named;
  row[from + 1] = anywhere;
  row[from + 2] = mass;
  row[from + 3] = pseudo ? anywhere : 0;
  return from + 4;
}

const MIN_WORDING_MASS = 6;

export function fillDistinct(row: Float32Array, from: number, place: number, fact: CodeFacts, shared: Shared): number {
  const { heading: inHeading, anywhere: inBody } = shared.supports.distinct;
  const heading = inHeading[place] ?? 0;
  const body = inBody[place] ?? 0;
  let rivalHeading = 0;
  let rivalBody = 0;
  for (const sibling of shared.families.get(fact.family) ?? []) {
    if (sibling === place) continue;
    rivalHeading = Math.max(rivalHeading, inHeading[sibling] ?? 0);
    rivalBody = Math.max(rivalBody, inBody[sibling] ?? 0);
  }
  let at = from;
  row[at++] = heading;
  row[at++] = body;
  row[at++] = fact.distinct.length > 0 && body < MISSING ? 1 : 0;
  row[at++] = rivalHeading - heading;
  row[at++] = rivalBody - body;
  row[at++] = fact.distinct.length === 0 ? rivalBody : 0;
  return at;
}

const SCOPES =
  approachBit('laparoscopic') |
  approachBit('thoracoscopic') |
  approachBit('arthroscopic') |
  approachBit('endoscopic') |
  approachBit('robotic');
const OPENS = approachBit('open') | approachBit('incision') | approachBit('abdominal');

export function fillHard(row: Float32Array, from: number, fact: CodeFacts, view: NoteView): number {
  const said = view.approachHeading | view.approachBody;
  const levels = view.levelHeading || view.levelAnywhere;
  const level = fact.level !== 0 && levels !== 0 && (fact.level & levels) === 0 ? 1 : 0;
  const age = view.age !== undefined && fact.ages.length > 0 && !fact.ages.some((band) => inBand(view.age ?? 0, band)) ? 1 : 0;
  row[from] = level + age;
  row[from + 1] = (fact.approach & SCOPES) !== 0 && (fact.approach & OPENS) === 0 && (fact.approach & said) === 0 ? 1 : 0;
  row[from + 2] = (fact.approach & OPENS) !== 0 && (fact.approach & SCOPES) === 0 && (said & SCOPES) === 0 ? 1 : 0;
  return from + 3;
}

export function fillConventions(row: Float32Array, from: number, verdict: Verdict, view: NoteView): number {
  row[from] = Math.min(2, verdict.needs);
  row[from + 1] = Math.min(2, verdict.unless);
  row[from + 2] = Math.min(2, verdict.prefers);
  row[from + 3] = Math.min(1, verdict.unlessHeading);
  row[from + 4] = Math.min(1, verdict.prefersHeading);
  // A code's own wording speaks for it anyway; it tells the act where no heading does.
  const told = Math.min(1, view.pseudo ? verdict.acts : verdict.tells);
  row[from + 5] = told;
  row[from + 6] = view.pseudo ? told : 0;
  return from + 7;
}

export function fillMeta(row: Float32Array, from: number, fact: CodeFacts, view: NoteView): number {
  let at = from;
  row[at++] = fact.common / 4;
  row[at++] = fact.common === 4 ? 1 : 0;
  row[at++] = fact.common === 0 ? 1 : 0;
  row[at++] = fact.role === 1 ? 1 : 0;
  row[at++] = fact.role === 2 ? 1 : 0;
  row[at++] = fact.role === 3 ? 1 : 0;
  row[at++] = fact.chapter === 7 ? 1 : 0;
  row[at++] = fact.chapter === 9 ? 1 : 0;
  row[at++] = fact.chapter === 1 ? 1 : 0;
  row[at++] = fact.unlisted ? 1 : 0;
  row[at++] = fact.coreMass / 60;
  row[at++] = fact.eachAdditional ? 1 : 0;
  row[at++] = view.brief;
  return at;
}
