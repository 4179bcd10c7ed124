import type { Send } from '../started-server.ts';
import { pause } from './program.ts';

const againMilliseconds = 100;
const mostSeconds = 60;

/** Callers of one address who are told to come again, and do: with the same call, and the same key for what they make. */
export class Callers {
  readonly #url: string;
  /** When somebody was last told to come again. */
  lastRefusal = 0;
  /** When a write that was sent after `mark` was first acknowledged. */
  firstWrite = Number.POSITIVE_INFINITY;
  #marked = Number.POSITIVE_INFINITY;
  refusals = 0;
  /** Answers that are neither what was asked for nor 503 with Retry-After. */
  readonly wrong: string[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  /** The primary is killed now. */
  mark(): void {
    this.#marked = performance.now();
    this.firstWrite = Number.POSITIVE_INFINITY;
  }

  /** Waits while the answer is 503: PgBouncer comes a moment after what it stands before. */
  async signIn(username: string, password: string): Promise<string> {
    const until = performance.now() + mostSeconds * 1000;
    const ask = (): Promise<Response> =>
      fetch(`${this.#url}/auth/login/`, { method: 'POST', body: new URLSearchParams({ username, password }) });
    let response = await ask();
    while (response.status === 503 && performance.now() < until) {
      await pause(Number(response.headers.get('retry-after') ?? 1) * 1000);
      response = await ask();
    }
    if (!response.ok) throw new Error(`Sign-in answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { access_token: string }).access_token;
  }

  /** Calls with a token until the answer is not 503. */
  sender(token: string): Send {
    return async (method, address, body, key) => {
      const until = performance.now() + mostSeconds * 1000;
      for (let repeated = false; ; repeated = true) {
        const sent = performance.now();
        const response = await fetch(this.#url + address, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            ...(key === undefined ? {} : { 'idempotency-key': key }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }).catch((error: unknown) => {
          const { cause = error } = error as Error;
          throw new Error(`${method} ${address}: no answer after ${Math.round(performance.now() - sent)} ms`, { cause });
        });
        const text = await response.text();
        if (response.status === 503) {
          this.refusals += 1;
          this.lastRefusal = performance.now();
          if (!(Number(response.headers.get('retry-after')) > 0))
            this.wrong.push(`503 without Retry-After: ${text.slice(0, 200)}`);
        } else if (response.status >= 500)
          this.wrong.push(`${method} ${address} answered ${response.status}: ${text.slice(0, 300)}`);
        else if (!(repeated && response.status === 409 && text.includes('request-in-progress'))) {
          if (method !== 'GET' && response.ok && sent > this.#marked)
            this.firstWrite = Math.min(this.firstWrite, performance.now());
          return { status: response.status, body: text === '' ? null : JSON.parse(text), repeated };
        }
        if (performance.now() > until) throw new Error(`${method} ${address}: still ${response.status} after ${mostSeconds} s`);
        await pause(againMilliseconds);
      }
    };
  }
}
