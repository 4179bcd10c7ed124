import type { RateClass } from '@incisive/contract/endpoint';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';
import { AppError } from '../app-error.ts';
import { Turns } from './turns.ts';

const windowSeconds = 60;

/**
 * Requests per minute by class and by session or address. General reads are counted in this process; sign-in, sign-up, contact,
 * export, suggest and upload in the database, where all processes see the same count.
 */
export class RateLimiter {
  readonly #limits: Readonly<Record<RateClass, number>>;
  readonly #off: boolean;
  readonly #database: Database;
  readonly #turns = new Turns();
  readonly #local = new Map<string, { started: number; hits: number }>();

  constructor(config: Config, database: Database) {
    this.#off = config.RATE_LIMIT === 'off';
    this.#database = database;
    this.#limits = {
      general: config.RATE_GENERAL,
      client: config.RATE_CLIENT,
      token: config.RATE_TOKEN,
      'sign-in': config.RATE_SIGN_IN,
      'sign-up': config.RATE_SIGN_UP,
      contact: config.RATE_CONTACT,
      export: config.RATE_EXPORT,
      suggest: config.RATE_SUGGEST,
      upload: config.RATE_UPLOAD,
      beacon: config.RATE_BEACON,
      try: config.RATE_TRY,
    };
  }

  /** @throws AppError `rate-limited` with the seconds to wait. */
  async take(kind: RateClass, subject: string): Promise<void> {
    if (this.#off) return;
    const { hits, wait } =
      kind === 'general' || kind === 'client' || kind === 'beacon' || kind === 'suggest'
        ? this.#takeLocally(`${kind} ${subject}`)
        : await this.#takeShared(kind, subject);
    if (hits > this.#limits[kind]) throw new AppError('rate-limited', { retryAfterSeconds: wait });
  }

  /** Does a person's work when it is their turn; what nobody signed in asks for is limited by rate alone. */
  inTurn<T>(person: string | undefined, work: () => Promise<T>): Promise<T> {
    return this.#off || person === undefined ? work() : this.#turns.take(person, work);
  }

  #takeLocally(key: string): { hits: number; wait: number } {
    const now = performance.now();
    let entry = this.#local.get(key);
    if (!entry || now - entry.started >= windowSeconds * 1000) {
      if (this.#local.size > 10_000) this.#local.clear();
      entry = { started: now, hits: 0 };
      this.#local.set(key, entry);
    }
    entry.hits += 1;
    return { hits: entry.hits, wait: Math.max(1, Math.ceil((entry.started + windowSeconds * 1000 - now) / 1000)) };
  }

  async #takeShared(kind: RateClass, subject: string): Promise<{ hits: number; wait: number }> {
    const { rows } = await withSystem(this.#database, (tx) =>
      sql<{ hits: number; wait: number }>`
        insert into app.rate_counters as c (class, subject, window_started_at, hits) values (${kind}, ${subject}, now(), 1)
        on conflict (class, subject) do update set
          hits = case when c.window_started_at < now() - make_interval(secs => ${windowSeconds}) then 1 else c.hits + 1 end,
          window_started_at = case when c.window_started_at < now() - make_interval(secs => ${windowSeconds}) then now() else c.window_started_at end
        returning hits, ceil(extract(epoch from window_started_at + make_interval(secs => ${windowSeconds}) - now()))::int as wait`.execute(
        tx,
      ),
    );
    const row = rows[0];
    return { hits: row?.hits ?? 0, wait: Math.max(1, row?.wait ?? windowSeconds) };
  }
}
