import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client.ts';
import type { Suggester } from '../engine/suggester.ts';
import { statementName } from './statement-name.ts';

export type Attributes = Readonly<Record<string, string | number>>;

/** A piece of work that is timed; others may be parts of it. */
export interface Span {
  end(outcome?: { readonly attributes?: Attributes; readonly failed?: boolean }): void;
}

/** Where spans go. */
export interface SpanSink {
  /** @param parent undefined for the first of a trace */
  begin(name: string, kind: 'server' | 'client' | 'internal', attributes: Attributes, parent: Span | undefined): Span;
  /** Sends what is waiting. */
  close(): Promise<void>;
}

/**
 * Traces of requests, statements, jobs and the engine. Names are routes as they are declared, jobs, tables; ids are those of requests.
 * No address as it was asked for, no statement, no value and no text ever goes into one.
 */
export class Tracing {
  readonly #sink: SpanSink;
  readonly #current = new AsyncLocalStorage<Span>();

  constructor(sink: SpanSink) {
    this.#sink = sink;
  }

  /** Before routes are mounted: a hook counts for those that come after it. */
  watchRequests(app: FastifyInstance): void {
    const spans = new WeakMap<object, Span>();
    app.addHook('onRequest', (request, _reply, done) => {
      const route = request.is404 ? undefined : request.routeOptions.url;
      const { method } = request;
      const span = this.#sink.begin(
        route ? `${method} ${route}` : method,
        'server',
        { 'http.request.method': method, ...(route && { 'http.route': route }), 'incisive.request_id': request.id },
        undefined,
      );
      spans.set(request, span);
      this.#current.run(span, done);
    });
    app.addHook('onResponse', async (request, reply) => {
      const { statusCode } = reply;
      spans.get(request)?.end({ attributes: { 'http.response.status_code': statusCode }, failed: statusCode >= 500 });
    });
  }

  /** Statements of a request or a job; the many looks of the background are nobody's part and leave none. */
  watchDatabase({ pools }: Database): void {
    for (const pool of pools)
      pool.onStatement = (text) => {
        const parent = this.#current.getStore();
        if (!parent) return undefined;
        const { operation, target } = statementName(text);
        const span = this.#sink.begin(
          target ? `${operation} ${target}` : operation,
          'client',
          { 'db.system.name': 'postgresql', 'db.operation.name': operation, ...(target && { 'db.collection.name': target }) },
          parent,
        );
        return (failed) => span.end({ failed });
      };
  }

  /** Runs work as a part of what is under way, or as the first of a trace. */
  within<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
    const span = this.#sink.begin(name, 'internal', attributes, this.#current.getStore());
    return this.#current.run(span, work).then(
      (result) => {
        span.end();
        return result;
      },
      (error: unknown) => {
        span.end({ failed: true });
        throw error;
      },
    );
  }

  /** The engine, with what it is asked as a part of whatever asks. */
  watched(suggester: Suggester): Suggester {
    const watch =
      <A extends unknown[], T>(kind: string, ask: (...asked: A) => Promise<T>) =>
      (...asked: A): Promise<T> =>
        this.within(`engine ${kind}`, {}, () => ask(...asked));
    return {
      ...suggester,
      suggest: watch('suggest', (...asked: Parameters<Suggester['suggest']>) => suggester.suggest(...asked)),
      learn: watch('learn', (...asked: Parameters<Suggester['learn']>) => suggester.learn(...asked)),
      measure: watch('measure', (...asked: Parameters<Suggester['measure']>) => suggester.measure(...asked)),
      search: watch('search', (...asked: Parameters<Suggester['search']>) => suggester.search(...asked)),
      readClaim: watch('claim', (...asked: Parameters<Suggester['readClaim']>) => suggester.readClaim(...asked)),
      readText: watch('text', (...asked: Parameters<Suggester['readText']>) => suggester.readText(...asked)),
      sections: watch('sections', (...asked: Parameters<Suggester['sections']>) => suggester.sections(...asked)),
    };
  }

  close(): Promise<void> {
    return this.#sink.close();
  }
}
