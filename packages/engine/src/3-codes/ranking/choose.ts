import type { Analysis } from './analysis.ts';
import type { CodeSpace } from '../catalogue/code-space.ts';
import { calibratedOdds, chanceOf, confidenceOf, confidenceSignals, logOdds, withinReason } from './confidence.ts';
import { chanceInContext, SECOND_LOOK, viewContext, type ContextView } from './in-context.ts';
import { viewProcedures, type ProcedureView } from './procedures.ts';
import type { Relations } from '../catalogue/relations.ts';
import { networkScores } from './network.ts';
import { chancesOf, type Chances } from './ranking.ts';
import type { Weights } from '../catalogue/weights.ts';

/** A candidate in its final place, with what its confidence rests on. */
export type Chosen = {
  /** Row in the feature matrix. */
  readonly row: number;
  /** Place in the code index. */
  readonly id: number;
  readonly score: number;
  /** The surest code above that contains it, so that it can stand only instead of that one. */
  readonly container: { readonly id: number; readonly chance: number } | undefined;
  /** Which of the note's procedures it is a reading of, from 0 in the order of their leads. */
  readonly group: number;
  /** The id of its procedure's lead, when it is another reading of what that one stands for. */
  readonly alternativeTo: number | undefined;
  /** The id of another procedure's lead that contains it. */
  readonly partOf: number | undefined;
  /** What the confidence is made of; see `confidenceSignals`. */
  readonly signals: readonly number[];
  readonly confidence: number;
  /** Sure enough, the lead of its procedure, and not part of another: one code a procedure is billed. */
  readonly likely: boolean;
};

/** A suggestion at or above this calibrated chance is likely; below, it is worth a look. */
export const LIKELY = 0.5;

/** After the first row the list is for every billable item; a little of the main model keeps near misses of the main code in. */
const MAIN_SHARE_LATER = 0.2;
/** A line that already has its code waits a little, so that the other procedures of the note come first. */
const LINE_COVERED = 0.15;
/** What is part of a code above is an alternative to it, not a further item. */
const BUNDLED = 1;
const TINY = 1e-9;

/**
 * Orders candidates: first the main procedure, then by the chance of being billed, less for lines that already have codes.
 * @param allowed which rows may be shown
 * @param learned what a tenant's settled notes make of the chances; may add candidates at the end
 */
export function chooseCodes(
  analysis: Analysis,
  space: CodeSpace,
  weights: Weights,
  size: number,
  allowed: (id: number) => boolean,
  learned: (plain: Chances) => Chances & { ids: readonly number[] } = (plain) => ({ ids: analysis.matrix.ids, ...plain }),
): Chosen[] {
  const plain = plainChances(analysis, weights);
  const { ids, ...chances } = learned(plain);
  const ranked = {
    ids,
    ...chances,
    billed: learnedOdds(plain, chances),
    ...viewRows(analysis, space, ids),
  };
  return orderCandidates(ranked, weights, size, (row) => allowed(ids[row] ?? -1));
}

/** How rows stand to the note's procedures and to each other. @param ids may hold codes beyond the candidates */
export function viewRows(
  analysis: Analysis,
  space: CodeSpace,
  ids: readonly number[] = analysis.matrix.ids,
): Pick<Ranked, 'procedures' | 'context' | 'relations' | 'workOf'> {
  const procedures = viewProcedures(analysis, space, ids);
  return {
    procedures,
    context: viewContext(analysis, space, procedures, ids),
    relations: space.relations,
    workOf: (id) => space.facts.of(id)?.magnitude ?? 0,
  };
}

/** What the shipped network makes of the candidates, before anything that a tenant taught. */
export function plainChances({ matrix: { ids, rows } }: Analysis, weights: Weights): Chances {
  return chancesOf(networkScores({ rows, count: ids.length }, weights.network));
}

/** The log odds of being billed move as far as what a tenant taught moved the chances; a row that it added has no other odds. */
function learnedOdds(plain: Chances, learned: Chances): Float64Array {
  return learned.items.map((chance, row) => {
    const before = plain.items[row];
    if (before === undefined) return logOdds(chance);
    return (plain.billed[row] ?? 0) + (chance === before ? 0 : Math.log((chance + TINY) / (before + TINY)));
  });
}

export type Ranked = Chances & {
  readonly ids: readonly number[];
  readonly procedures: ProcedureView;
  readonly context: ContextView;
  readonly relations: Relations;
  /** Logarithm of the work that a code stands for, by its place in the index. */
  readonly workOf: (id: number) => number;
};

/** So many rows tell what the procedures are, whatever is shown of them: a list cut short says of its rows what the long one says. */
const GROUPED = 25;

/** The order, the procedures and the chances; separate from the models so that it is measured with out-of-fold scores too. */
export function orderCandidates(
  ranked: Ranked,
  weights: Pick<Weights, 'calibration' | 'context'>,
  size: number,
  allowed: (row: number) => boolean,
): Chosen[] {
  const rows = inContext(firstLook(ranked, weights.calibration, size, allowed), ranked, weights);
  const led = withOwnActs(withPrimaries(rows, ranked.relations));
  return inOrderOfReport(withMostWorkFirst(withLeads(led, ranked), ranked), ranked.relations).slice(0, size);
}

/** Every row with the chance that it has by itself: the first rows in the greedy order, then chances that fall. */
export function firstLook(
  ranked: Ranked,
  calibration: readonly number[],
  size: number,
  allowed: (row: number) => boolean,
): Rated[] {
  const rows = groupRows(placeRows(ranked, Math.max(size, GROUPED), allowed), ranked, calibration);
  return [...rows.slice(0, FIRST_ROWS), ...falling(rows.slice(FIRST_ROWS, GROUPED)), ...rows.slice(GROUPED)];
}

/** The surest rows of those that are grouped, by place. */
export function surest(rows: readonly Rated[]): number[] {
  return rows
    .slice(0, GROUPED)
    .map((_, place) => place)
    .sort((a, b) => (rows[b]?.confidence ?? 0) - (rows[a]?.confidence ?? 0) || a - b)
    .slice(0, SECOND_LOOK);
}

/** The surest rows get the chance that they have beside each other. */
function inContext(
  rows: readonly Rated[],
  ranked: Ranked,
  { calibration, context }: Pick<Weights, 'calibration' | 'context'>,
): Rated[] {
  if (context === undefined || calibration.length === 0) return [...rows];
  const places = surest(rows);
  const inputs = ranked.context.inputsOf(
    places.flatMap((place) => rows[place] ?? []),
    ranked.items,
  );
  const again = new Map(places.map((place, at) => [place, inputs[at] ?? []]));
  return rows.map((rated, place) => {
    const seen = again.get(place);
    if (seen === undefined) return rated;
    const odds = calibratedOdds(rated.signals, calibration);
    return { ...rated, confidence: withinReason(chanceInContext(odds, seen, context)) };
  });
}

type Placed = { readonly row: number; readonly score: number; readonly container: Chosen['container'] };

/** The greedy order: the main procedure, then what is most likely billed, less for lines that have their code and for parts. */
function placeRows(ranked: Ranked, size: number, allowed: (row: number) => boolean): Placed[] {
  const { ids, main, items, relations } = ranked;
  const { lineOf } = ranked.procedures;
  const later = Float64Array.from(
    ids,
    (_, row) =>
      MAIN_SHARE_LATER * Math.log((main[row] ?? 0) + TINY) + (1 - MAIN_SHARE_LATER) * Math.log((items[row] ?? 0) + TINY),
  );
  const count = ids.length;
  const closed = Uint8Array.from(ids, (_, row) => (allowed(row) ? 0 : 1));
  const alone = Uint8Array.from(ids, (id) => (relations.isAddon(id) ? 1 : 0));
  /** By row, the surest code above that contains it, and its chance. */
  const containerOf = new Int32Array(count).fill(-1);
  const containerChance = new Float64Array(count);
  const coded = new Map<number, number>();
  const chosen: Placed[] = [];
  while (chosen.length < size) {
    let best = -1;
    let most = -Infinity;
    for (let row = 0; row < count; row++) {
      if (closed[row] === 1 || alone[row] === 1) continue;
      const line = lineOf[row] ?? -1;
      const value =
        chosen.length === 0
          ? (main[row] ?? 0)
          : (later[row] ?? 0) - (line < 0 ? 0 : LINE_COVERED * (coded.get(line) ?? 0)) - BUNDLED * (containerChance[row] ?? 0);
      if (value <= most) continue;
      most = value;
      best = row;
    }
    if (best < 0) break;
    closed[best] = 1;
    const line = lineOf[best] ?? -1;
    coded.set(line, (coded.get(line) ?? 0) + 1);
    const within = containerChance[best] ?? 0;
    const container = containerOf[best] ?? -1;
    chosen.push({
      row: best,
      score: later[best] ?? 0,
      container: container < 0 ? undefined : { id: container, chance: within },
    });
    const shown = ids[best] ?? -1;
    const chance = items[best] ?? 0;
    for (let row = 0; row < count; row++) {
      if (closed[row] === 1) continue;
      const id = ids[row] ?? -1;
      if (chance > (containerChance[row] ?? 0) && relations.includes(shown, id)) {
        containerOf[row] = shown;
        containerChance[row] = chance;
      }
      if (alone[row] === 1 && relations.isPrimaryOf(shown, id)) alone[row] = 0;
    }
  }
  return chosen;
}

/** The row that leads it for now; the shares of its readings together, and their chances of being billed. */
type Procedure = { readonly lead: number; share: number; billed: number };

/** Sorts rows into procedures, each led by its surest reading, and gives every row its chance. */
function groupRows(placed: readonly Placed[], ranked: Ranked, calibration: readonly number[]): Rated[] {
  const { ids, main, items, billed, procedures: view } = ranked;
  const procedures: Procedure[] = [];
  const groupOf = placed.map(({ row }, place) => {
    const own = place < GROUPED ? { share: items[row] ?? 0, billed: chanceOf(billed[row] ?? 0) } : { share: 0, billed: 0 };
    const found = procedures.findIndex((procedure) => view.sameAct(procedure.lead, row));
    const procedure = procedures[found];
    if (procedure === undefined) return procedures.push({ lead: row, ...own }) - 1;
    procedure.share += own.share;
    procedure.billed += own.billed;
    return found;
  });
  const rivalOf = (place: number): number =>
    placed.reduce(
      (most, { row }, other) =>
        other !== place && other < GROUPED && groupOf[other] === groupOf[place] ? Math.max(most, billed[row] ?? 0) : most,
      -Infinity,
    );
  const spread = effectiveNumber(procedures.map((procedure) => procedure.share));
  const topItems = items.reduce((most, share) => Math.max(most, share), 0);
  return placed.map(({ row, score, container }, place) => {
    const group = groupOf[place] ?? 0;
    const signals = confidenceSignals({
      main: main[row] ?? 0,
      items: items[row] ?? 0,
      billed: billed[row] ?? 0,
      topItems,
      place,
      part: container?.chance ?? 0,
      procedure: group,
      procedureShare: procedures[group]?.share ?? 0,
      procedureBilled: procedures[group]?.billed ?? 0,
      rival: rivalOf(place),
      isLead: procedures[group]?.lead === row,
      procedures: spread,
      standing: view.standing(row),
      strength: ranked.strength,
      pseudo: view.namedLines === 0,
    });
    return { row, id: ids[row] ?? 0, score, container, group, signals, confidence: confidenceOf(signals, calibration) };
  });
}

/** A row with its procedure, what its chance rests on, and its chance. */
export type Rated = Placed & {
  readonly id: number;
  readonly group: number;
  readonly signals: readonly number[];
  readonly confidence: number;
};

/** The surest row of each procedure. */
function leadsOf(rows: readonly Rated[]): Map<number, Rated> {
  const leads = new Map<number, Rated>();
  for (const row of rows) {
    const lead = leads.get(row.group);
    if (lead === undefined || row.confidence > lead.confidence) leads.set(row.group, row);
  }
  return leads;
}

/** A primary less sure than this is not the one that an add-on stands beside. */
const PLAUSIBLE = 0.15;

/** An add-on is billed beside one of its primaries only: where it is likely, the surest of them is likely too. */
function withPrimaries(rows: readonly Rated[], relations: Relations): Rated[] {
  const raised = new Set<Rated>();
  for (const { id, confidence } of rows) {
    if (!relations.isAddon(id) || confidence < LIKELY) continue;
    const primaries = rows.filter((row) => row.confidence >= PLAUSIBLE && relations.isPrimaryOf(row.id, id));
    const most = Math.max(...primaries.map((row) => row.confidence));
    const surest = primaries.find((row) => row.confidence === most);
    if (surest !== undefined && most < LIKELY) raised.add(surest);
  }
  return rows.map((row) => (raised.has(row) ? { ...row, confidence: LIKELY } : row));
}

/** What is rather billed than not beside the lead of its procedure is no other reading of it, but a procedure of its own. */
function withOwnActs(rows: readonly Rated[]): Rated[] {
  const leads = leadsOf(rows);
  let groups = Math.max(-1, ...leads.keys()) + 1;
  return rows.map((row) => (leads.get(row.group) !== row && row.confidence >= LIKELY ? { ...row, group: groups++ } : row));
}

/**
 * Each procedure is led by its surest row; what is part of another procedure's lead is told as part of it. An add-on is never billed alone:
 * it is likely only beside a likely primary of its own.
 */
function withLeads(rows: readonly Rated[], { ids, relations }: Pick<Ranked, 'ids' | 'relations'>): Chosen[] {
  const leads = leadsOf(rows);
  const sure = [...leads.values()].filter(({ confidence }) => confidence >= LIKELY);
  const stands = (id: number): boolean => !relations.isAddon(id) || sure.some((other) => relations.isPrimaryOf(other.id, id));
  const leading = new Map([...leads.values()].map((lead) => [ids[lead.row] ?? -1, lead]));
  return rows.map((rated): Chosen => {
    const { row, score, container, group, signals, confidence } = rated;
    const lead = leads.get(group) ?? rated;
    const whole = container === undefined ? undefined : leading.get(container.id);
    const partOf = whole !== undefined && whole !== lead && whole.confidence >= confidence ? container?.id : undefined;
    return {
      row,
      id: ids[row] ?? 0,
      score,
      container,
      group,
      alternativeTo: lead === rated ? undefined : ids[lead.row],
      partOf,
      signals,
      confidence,
      likely:
        lead === rated && confidence >= LIKELY && (partOf === undefined || (whole?.confidence ?? 0) < LIKELY) && stands(rated.id),
    };
  });
}

/** The first rows keep the readings of the main procedure in sight; which of them, the greedy order says. */
const FIRST_ROWS = 5;
/** Which rows stand among so many the first look says: those that it left out were not looked at again. */
const NEXT_ROWS = 10;

/** By chances in thousandths: less than that orders nothing, and a word that has little to say moves it. */
const falling = <T extends { readonly confidence: number }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => thousandths(b) - thousandths(a));
const thousandths = ({ confidence }: { readonly confidence: number }): number => Math.round(1000 * confidence);

/** Rows that can hardly be, less than one in a hundred, stand last by their codes: a word that has nothing to do with them would shuffle them. */
const shownFalling = (rows: readonly Chosen[]): Chosen[] => {
  const worth = (row: Chosen): number => (thousandths(row) < 10 ? 0 : thousandths(row));
  return [...rows].sort((a, b) => worth(b) - worth(a) || (worth(a) === 0 ? a.id - b.id : 0));
};

/** The main procedure, then chances that fall; an add-on comes after one of its own primaries. */
function inOrderOfReport(rows: readonly Chosen[], relations: Relations): Chosen[] {
  const left = [
    ...rows.slice(0, 1),
    ...shownFalling(rows.slice(1, FIRST_ROWS)),
    ...shownFalling(rows.slice(FIRST_ROWS, NEXT_ROWS)),
    ...shownFalling(rows.slice(NEXT_ROWS, GROUPED)),
    ...shownFalling(rows.slice(GROUPED)),
  ];
  const ordered: Chosen[] = [];
  while (left.length > 0) {
    const at = left.findIndex(({ id }) => !relations.isAddon(id) || ordered.some((above) => relations.isPrimaryOf(above.id, id)));
    ordered.push(...left.splice(Math.max(0, at), 1));
  }
  return ordered;
}

/** A first row less sure than this is hardly billed. */
const HARDLY = 0.25;
/** So much more work, as a logarithm, takes the first place: by less, estimates hardly tell which is larger. */
const MORE_WORK = 0.1;

/** A claim leads with most work: a likely row larger than the one the network put first takes its place, and any where that is hardly billed. */
function withMostWorkFirst(
  rows: readonly Chosen[],
  { main, relations, workOf }: Pick<Ranked, 'main' | 'relations' | 'workOf'>,
): readonly Chosen[] {
  const [put, ...others] = rows;
  if (put === undefined) return rows;
  const likely = others.slice(0, GROUPED - 1).filter((row) => row.likely && !relations.isAddon(row.id));
  const most = (of: (row: Chosen) => number, first: Chosen): Chosen =>
    likely.reduce((best, row) => (of(row) > of(best) ? row : best), first);
  const [billed = put] = likely;
  const before = put.confidence < HARDLY ? most(({ row }) => main[row] ?? 0, billed) : put;
  const largest = most(({ id }) => workOf(id), before);
  const first = workOf(largest.id) > workOf(before.id) + MORE_WORK ? largest : before;
  return first === put ? rows : [first, ...rows.filter((row) => row !== first)];
}

/** How many equal shares would be as spread as these: one share of all is 1. */
function effectiveNumber(shares: readonly number[]): number {
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (total <= 0) return 1;
  return Math.exp(-shares.reduce((sum, share) => (share <= 0 ? sum : sum + (share / total) * Math.log(share / total)), 0));
}
