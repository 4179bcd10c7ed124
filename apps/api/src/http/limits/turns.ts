import { AppError } from '../app-error.ts';

/** A person's requests that are worked on at the same time: a quarter of the connections to the database. */
const atOnce = 4;
/** So many more wait for their turn; beyond that a page is not the reason. */
const mostWaiting = 200;
const retryAfterSeconds = 2;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Turns for what one person asks: many heavy searches at once wait for each other, not everybody else for them. */
export class Turns {
  readonly #lines = new Map<string, Line>();

  /**
   * Does the work when it is the person's turn.
   * @throws AppError `rate-limited` when too many of theirs wait already.
   */
  async take<T>(person: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(person) ?? { running: 0, waiting: [] };
    this.#lines.set(person, line);
    if (line.running < atOnce) line.running += 1;
    else {
      if (line.waiting.length >= mostWaiting) throw new AppError('rate-limited', { retryAfterSeconds });
      // Whoever ends hands its turn over.
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else {
        line.running -= 1;
        if (line.running === 0) this.#lines.delete(person);
      }
    }
  }
}
