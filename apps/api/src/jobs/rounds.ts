import { AsyncResource } from 'node:async_hooks';

interface RoundsOptions {
  /** One round; answers how many things it settled. */
  readonly run: () => Promise<number>;
  readonly everyMilliseconds: number;
  /** Told of rounds that the clock began; who asks for one hears of it from its promise. */
  readonly done?: () => void;
  readonly failed: (error: unknown) => void;
}

/** Work that comes back, in rounds of which one runs at a time: by the clock, and whenever somebody asks. */
export class Rounds {
  readonly #options: RoundsOptions;
  /** Bound where no transaction is open: a timer set inside one would otherwise carry it along. */
  readonly #wake = AsyncResource.bind(() => {
    if (this.#closed || this.#running) return;
    this.now().then(this.#options.done, this.#options.failed);
  });
  #timer: NodeJS.Timeout | undefined;
  #kick: NodeJS.Timeout | undefined;
  #running: Promise<number> | undefined;
  #closed = false;

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Starts the clock. */
  start(): void {
    this.#timer ??= setInterval(this.#wake, this.#options.everyMilliseconds).unref();
  }

  /** A round before the clock says so, where the clock runs; a second call puts it off. 0: at the next turn of the event loop. */
  soon(milliseconds: number): void {
    if (!this.#timer || this.#closed) return;
    clearTimeout(this.#kick);
    this.#kick = setTimeout(this.#wake, milliseconds).unref();
  }

  /** A whole round that begins now. Whoever finds one running waits for it first: what is new may have come too late for that one. */
  async now(): Promise<number> {
    while (this.#running) await this.#running.catch(() => 0);
    this.#running = this.#options.run();
    try {
      return await this.#running;
    } finally {
      this.#running = undefined;
    }
  }

  /** Stops the clock and waits for the round that runs. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#kick);
    await this.#running?.catch(() => 0);
  }
}
