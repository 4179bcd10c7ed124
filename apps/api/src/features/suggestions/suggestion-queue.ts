import type { FastifyBaseLogger } from 'fastify';

const mostWaiting = 500;
const closeMilliseconds = 5000;

/**
 * Work that is begun after a note is saved, one at a time, so that its suggestions are there when it is opened. What is dropped (too
 * much waits, the server stops) or fails is no loss: the suggestions are then computed when they are asked for.
 */
export class SuggestionQueue {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #waiting = new Map<string, () => Promise<unknown>>();
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#log = log;
  }

  /** Puts work into the line; a note that waits already keeps its place with the newer work. */
  add(noteId: string, run: () => Promise<unknown>): void {
    if (this.#closed || (this.#waiting.size >= mostWaiting && !this.#waiting.has(noteId))) return;
    this.#waiting.set(noteId, run);
    this.#running ??= this.#work();
  }

  /** Resolves when nothing waits or runs. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Takes nothing more, finishes what waits for at most five seconds, and lets the running one end. */
  async close(): Promise<void> {
    this.#closed = true;
    const timer = setTimeout(() => this.#waiting.clear(), closeMilliseconds);
    await this.#running;
    clearTimeout(timer);
  }

  async #work(): Promise<void> {
    // The request that added the work is answered first.
    await new Promise((resolve) => setImmediate(resolve));
    for (let next = this.#take(); next; next = this.#take()) {
      try {
        await next();
      } catch (error) {
        // A message may quote what it failed on; the name and code do not.
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        this.#log.warn(
          { reason: error instanceof Error ? error.name : typeof error, code },
          'suggestions in the background failed',
        );
      }
    }
    this.#running = undefined;
  }

  #take(): (() => Promise<unknown>) | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    this.#waiting.delete(first[0]);
    return first[1];
  }
}
