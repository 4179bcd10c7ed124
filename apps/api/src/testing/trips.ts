import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { Together } from '../db/wire.ts';

/** What somebody asked the database: how often they waited for it, and each statement's beginning. */
export interface Trips {
  count: number;
  readonly statements: string[];
}

const counted = new AsyncLocalStorage<Trips>();
/** Answers that each connection still owes. */
const owed = new WeakMap<pg.Client, number>();
let watching = false;

/** Begins to watch every connection that is opened from now on: before the application opens its pools. */
export function watchTrips(): void {
  if (watching) return;
  watching = true;
  const { prototype } = pg.Client as unknown as { prototype: { query: (this: pg.Client, ...asked: unknown[]) => unknown } };
  const { query } = prototype;
  prototype.query = function watched(this: pg.Client, ...asked: unknown[]): unknown {
    const before = owed.get(this) ?? 0;
    const trips = counted.getStore();
    if (trips) {
      // What is sent while an answer is awaited on the same connection travels with it.
      if (before === 0) trips.count += 1;
      trips.statements.push(...textsOf(asked[0]).map((text) => text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)));
    }
    owed.set(this, before + 1);
    const answer = query.apply(this, asked);
    const answered = (): void => void owed.set(this, (owed.get(this) ?? 1) - 1);
    const all = asked[0] instanceof Together ? asked[0].answered : answer;
    if (all instanceof Promise) all.then(answered, answered);
    else answered();
    return answer;
  };
}

const textsOf = (asked: unknown): readonly string[] =>
  asked instanceof Together ? asked.statements : [typeof asked === 'string' ? asked : ((asked as pg.QueryConfig).text ?? '')];

/** The trips that `run` makes, and whatever it starts. */
export async function tripsOf<T>(run: () => Promise<T>): Promise<{ result: T; trips: Trips }> {
  const trips: Trips = { count: 0, statements: [] };
  // An injected request begins when it is awaited.
  const result = await counted.run(trips, async () => await run());
  return { result, trips };
}
