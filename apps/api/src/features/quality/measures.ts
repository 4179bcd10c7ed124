import { type AgeBand, type RowsBehind, ageBands } from '@incisive/contract/quality';
import type { DayCounts, OpenGroup } from './figures.store.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const casesOf = (groups: readonly OpenGroup[]): number => sum(groups.map((group) => group.cases));
const oldestOf = (groups: readonly OpenGroup[]): number => Math.max(0, ...groups.map((group) => group.oldest_days));

/** The middle value; of an even number, the mean of the two in the middle. Null of none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const dayMilliseconds = 86_400_000;
/** The day that lies some days after another, or before it. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMilliseconds).toISOString().slice(0, 10);

export interface Counted {
  readonly cases: number;
  readonly rows: RowsBehind;
}

/** How many of the groups there are, and what opens them. */
const counted = (groups: readonly OpenGroup[], rows: RowsBehind): Counted => ({ cases: casesOf(groups), rows });
const lateOf = (groups: readonly OpenGroup[], rows: RowsBehind): Counted =>
  counted(
    groups.filter((group) => group.late),
    { ...rows, late: 'true' },
  );

export const notFinal = (groups: readonly OpenGroup[]): Counted => counted(groups, { set: 'not-final' });

/** Open cases that are past the day on which they are due. */
export const overdue = (groups: readonly OpenGroup[]): Counted => lateOf(groups, { set: 'to-do' });

export const inState = (groups: readonly OpenGroup[], state: 'held' | 'queried'): Counted & { late: Counted } => {
  const some = groups.filter((group) => group.state === state);
  return { ...counted(some, { set: state }), late: lateOf(some, { set: state }) };
};

const columnOf: Readonly<Record<OpenGroup['state'], 'new' | 'in_review' | 'held' | 'queried'>> = {
  new: 'new',
  returned: 'new',
  coded: 'in_review',
  'in-review': 'in_review',
  held: 'held',
  queried: 'queried',
};

export interface AgeRow extends Counted {
  readonly band: AgeBand;
  readonly states: { new: number; in_review: number; held: number; queried: number };
  readonly late: Counted;
}

/** Open cases by the days since their service. */
export const byAge = (groups: readonly OpenGroup[]): AgeRow[] =>
  ageBands.map((band) => {
    const some = groups.filter((group) => group.band === band);
    const states = { new: 0, in_review: 0, held: 0, queried: 0 };
    for (const group of some) states[columnOf[group.state]] += group.cases;
    const rows = { set: 'not-final', age: band };
    return { ...counted(some, rows), band, states, late: lateOf(some, rows) };
  });

export interface Wait extends Counted {
  readonly what: 'coding' | 'hold' | 'query' | 'review' | 'returned';
  readonly who: string | null;
  readonly late: number;
  readonly oldest_days: number;
}

/** Who waits for whom, what has waited longest first. */
export function waits(groups: readonly OpenGroup[]): Wait[] {
  const found = new Map<string, { wait: Pick<Wait, 'what' | 'who' | 'rows'>; some: OpenGroup[] }>();
  for (const group of groups) {
    const wait = waitOf(group);
    const key = `${wait.what} ${wait.who ?? ''}`;
    const before = found.get(key);
    if (before) before.some.push(group);
    else found.set(key, { wait, some: [group] });
  }
  return [...found.values()]
    .map(({ wait, some }) => ({
      ...wait,
      cases: casesOf(some),
      late: casesOf(some.filter((group) => group.late)),
      oldest_days: oldestOf(some),
    }))
    .toSorted((a, b) => b.oldest_days - a.oldest_days);
}

function waitOf({ state, reason, who }: OpenGroup): Pick<Wait, 'what' | 'who' | 'rows'> {
  switch (state) {
    case 'held':
      return { what: 'hold', who: reason, rows: { set: 'held', ...(reason === null ? {} : { reason }) } };
    case 'queried':
      return { what: 'query', who, rows: { set: 'queried', ...(who === null ? {} : { asked: who }) } };
    case 'coded':
    case 'in-review':
      return { what: 'review', who: null, rows: { set: 'in-review' } };
    case 'returned':
      return { what: 'returned', who, rows: { set: 'returned', ...(who === null ? {} : { coder: who }) } };
    default:
      return { what: 'coding', who: null, rows: { set: 'new' } };
  }
}

export interface HoldRow extends Counted {
  readonly key: string;
  readonly late: Counted;
  readonly due_this_week: Counted;
}

/** Held cases by their reason, the commonest first. */
export function holdsByReason(groups: readonly OpenGroup[], today: string): HoldRow[] {
  const held = groups.filter((group) => group.state === 'held');
  const lastDay = dayAfter(today, 6);
  return [...new Set(held.map((group) => group.reason ?? ''))]
    .map((key) => {
      const some = held.filter((group) => (group.reason ?? '') === key);
      const rows = { set: 'held', reason: key };
      return {
        ...counted(some, rows),
        key,
        late: lateOf(some, rows),
        due_this_week: counted(
          some.filter((group) => group.due !== null),
          { ...rows, due_by: lastDay },
        ),
      };
    })
    .toSorted((a, b) => b.cases - a.cases || (a.key < b.key ? -1 : 1));
}

const toDo: readonly OpenGroup['state'][] = ['new', 'held', 'queried', 'returned'];
/** Before so many days of finishing, nothing is usual. */
const leastHistoryDays = 21;

export interface DueDay extends Counted {
  readonly day: string;
  readonly usual: number | null;
}

/**
 * What falls due on each of the coming days, beside what is usually finished on that day of the week: the median of the same weekdays
 * that were measured, days on which nothing was finished among them. Null until three weeks were.
 * @param first the day on which somebody first finished a case
 */
export function dueDays(
  groups: readonly OpenGroup[],
  history: readonly DayCounts[],
  first: string | null,
  today: string,
  ahead = 7,
): DueDay[] {
  const finished = new Map(history.map(({ day, finished: n }) => [day, n]));
  const measured = first !== null && first <= dayAfter(today, -leastHistoryDays);
  return Array.from({ length: ahead }, (_, at): DueDay => {
    const day = dayAfter(today, at);
    const due = groups.filter((group) => group.due === day && toDo.includes(group.state));
    const same: number[] = [];
    // Today is not over: its weekday is measured from a week ago.
    if (measured)
      for (let back = dayAfter(day, -7); back >= first && back >= dayAfter(today, -55); back = dayAfter(back, -7))
        same.push(finished.get(back) ?? 0);
    return { ...counted(due, { set: 'to-do', due: day }), day, usual: median(same) };
  });
}

/** How many cases were not final at the end of each of the last weeks, the last one being now. */
export function openWeeks(now: number, history: readonly DayCounts[], today: string, weeks: number): number[] {
  return Array.from({ length: weeks }, (_, at) => {
    const end = dayAfter(today, -7 * (weeks - 1 - at));
    const later = history.filter(({ day }) => day > end);
    return (
      now - sum(later.map(({ came }) => came)) + sum(later.map(({ ended }) => ended)) - sum(later.map((one) => one.reopened))
    );
  });
}
