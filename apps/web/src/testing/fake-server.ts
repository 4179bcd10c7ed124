import type { BodyOf, Endpoint, ResponseOf } from '@incisive/contract/endpoint';
import { errorStatus, errorTitles, problemTypePrefix } from '@incisive/contract/errors';
import type { ErrorCode, Problem } from '@incisive/contract/errors';
import { vi } from 'vitest';

export interface FakeRequest<E extends Endpoint = Endpoint> {
  readonly params: Record<string, string>;
  readonly query: URLSearchParams;
  readonly body: BodyOf<E>;
  readonly headers: Headers;
}
type Answer<E extends Endpoint> = ResponseOf<E> | Refusal;
type Handler = (request: FakeRequest) => unknown;

/** A refusal of the fake server: a problem of the contract. */
export class Refusal {
  readonly problem: Problem;
  constructor(code: ErrorCode, more: Partial<Problem> = {}) {
    this.problem = { type: problemTypePrefix + code, title: errorTitles[code], status: errorStatus[code], ...more };
  }
}

/**
 * Answers `fetch` by handlers that are typed by the contract. A call without a handler fails the test.
 * @example
 * const server = new FakeServer().on(opNotes.list, () => ({ results: [], count: 0, next: null, previous: null }));
 */
export class FakeServer {
  readonly #handlers = new Map<Endpoint, Handler>();
  /** Every call so far, `GET /api/v1/op-notes/?page=1`. */
  readonly calls: string[] = [];
  offline = false;

  constructor() {
    vi.stubGlobal('fetch', (input: string | URL, init: RequestInit = {}) => this.#answer(String(input), init));
  }

  on<E extends Endpoint>(endpoint: E, handler: (request: FakeRequest<E>) => Answer<E> | Promise<Answer<E>>): this {
    this.#handlers.set(endpoint, handler as unknown as Handler);
    return this;
  }

  async #answer(input: string, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET';
    this.calls.push(`${method} ${input}`);
    if (this.offline) throw new TypeError('Failed to fetch');
    const url = new URL(input, 'http://local');
    const found = this.#find(method, url.pathname);
    if (!found) throw new Error(`No handler for ${method} ${input}`);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const request = { params: found.params, query: url.searchParams, body, headers: new Headers(init.headers) };
    const answer = await found.handler(request as FakeRequest);
    if (answer instanceof Refusal) return Response.json(answer.problem, { status: answer.problem.status });
    if (found.endpoint.file !== undefined)
      return new Response('file', { headers: { 'content-disposition': `attachment; filename="${found.endpoint.file}"` } });
    return found.endpoint.status === 204
      ? new Response(null, { status: 204 })
      : Response.json(answer, { status: found.endpoint.status ?? 200 });
  }

  /** Fixed paths before those with parameters, as the server's router does. */
  #find(method: string, pathname: string) {
    const entries = [...this.#handlers].toSorted(([a], [b]) => Number(a.path.includes(':')) - Number(b.path.includes(':')));
    for (const [endpoint, handler] of entries) {
      const pattern = new RegExp(`^${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
      const match = endpoint.method === method ? pattern.exec(pathname) : null;
      if (match) return { endpoint, handler, params: { ...match.groups } };
    }
    return undefined;
  }
}
