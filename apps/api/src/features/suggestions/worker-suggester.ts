import { Worker } from 'node:worker_threads';
import { ENGINE_VERSION, type Suggestions, findSections, parseKnowledge } from '@incisive/engine';
import { AppError } from '../../http/app-error.ts';
import type { WorkerCall, WorkerReply } from './engine-worker.ts';
import type { CodeMatch, HitCounts, LoadCatalogue, Suggester } from './suggester.ts';

type Body<C> = C extends { id: number } ? Omit<C, 'id'> : never;
interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Run from the sources, a thread has to learn TypeScript for itself: on Node 20 it does not take that over from the process. */
const readTypeScript = (): string =>
  `data:text/javascript,import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; register();`;

/** The engine in a thread of its own: a note may take longer than the event loop may wait. A thread that died is replaced. */
export function workerSuggester(files: Record<string, string>, load: LoadCatalogue, entry: URL): Suggester {
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let closing = false;
  let loaded = -1;
  let loading: Promise<void> | undefined;
  let worker = start();

  function start(): Worker {
    const inSource = entry.pathname.endsWith('.ts');
    const fresh = new Worker(entry, { workerData: { files }, ...(inSource ? { execArgv: ['--import', readTypeScript()] } : {}) });
    fresh.unref();
    fresh.on('message', (reply: WorkerReply) => {
      const call = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('error' in reply) call?.reject(new AppError('internal', { cause: new Error(reply.error) }));
      else call?.resolve(reply.value);
    });
    fresh.on('error', () => undefined);
    fresh.on('exit', () => {
      for (const call of waiting.values()) call.reject(new AppError('unavailable', { retryAfterSeconds: 2 }));
      waiting.clear();
      loaded = -1;
      loading = undefined;
      if (!closing) worker = start();
    });
    return fresh;
  }

  const ask = <T>(call: Body<WorkerCall>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      next += 1;
      waiting.set(next, { resolve: (value) => resolve(value as T), reject });
      worker.postMessage({ ...call, id: next });
    });

  async function ready(catalogue: number): Promise<void> {
    if (loaded >= catalogue) return;
    loading ??= (async () => {
      try {
        const { version, entries } = await load();
        await ask({ kind: 'use', version, entries });
        loaded = version;
      } finally {
        loading = undefined;
      }
    })();
    await loading;
    if (loaded < catalogue) await ready(catalogue);
  }

  return {
    engineVersion: ENGINE_VERSION,
    knowledgeVersion: parseKnowledge(files).version,
    suggest: async (request) => {
      await ready(request.catalogue);
      return ask<Suggestions & { milliseconds: number }>({ kind: 'suggest', request });
    },
    learn: async (request) => {
      await ready(request.catalogue);
      return ask<unknown>({ kind: 'learn', request });
    },
    measure: async (request) => {
      await ready(request.catalogue);
      return ask<HitCounts>({ kind: 'measure', request });
    },
    search: async (query, limit, catalogue) => {
      await ready(catalogue);
      return ask<CodeMatch[]>({ kind: 'search', query, limit });
    },
    attributesOf: (code) => ask<Record<string, string[]>>({ kind: 'attributes', code }),
    sections: (text) => findSections(text).map(({ kind, label, start, end }) => ({ kind, label, start, end })),
    close: async () => {
      closing = true;
      await worker.terminate();
    },
  };
}
