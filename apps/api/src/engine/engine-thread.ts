import { Worker } from 'node:worker_threads';
import { AppError } from '../http/app-error.ts';
import type { WorkerCall, WorkerReply } from './engine-worker.ts';

type Body<C> = C extends { id: number } ? Omit<C, 'id'> : never;
interface Waiting {
  readonly patience: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Run from the sources, a thread has to learn TypeScript for itself: on Node 20 it does not take that over from the process. */
const readTypeScript = (): string =>
  `data:text/javascript,import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; register();`;

const tooLong = 'The note takes too long to read. Split it into several notes, or take out what is no text.';
/** What one note may take: a hundred times what the longest take. Learning and measuring read many, for as long as that takes. */
const notePatience = 120_000;
const patienceOf = (kind: WorkerCall['kind']): number => (kind === 'learn' || kind === 'measure' ? Infinity : notePatience);

/**
 * A thread that answers calls one after the other. One that died is replaced; what it was asked is refused, to be asked again. A call
 * that takes longer than it may is refused and its thread ended: one note cannot keep those of everybody else waiting.
 */
export class EngineThread {
  readonly #entry: URL;
  readonly #workerData: unknown;
  readonly #died: () => void;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #closing = false;
  #worker: Worker;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: { entry: URL; workerData: unknown; died?: () => void }) {
    this.#entry = options.entry;
    this.#workerData = options.workerData;
    this.#died = options.died ?? (() => undefined);
    this.#worker = this.#start();
  }

  ask<T>(call: Body<WorkerCall>, patience = patienceOf(call.kind)): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#next += 1;
      this.#waiting.set(this.#next, { patience, resolve: (value) => resolve(value as T), reject });
      this.#worker.postMessage({ ...call, id: this.#next });
      if (this.#waiting.size === 1) this.#watchFirst();
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#watch);
    await this.#worker.terminate();
  }

  /** Calls are answered in their order: the first that waits is the one in hand. */
  #watchFirst(): void {
    clearTimeout(this.#watch);
    const [first] = this.#waiting;
    if (!first || !Number.isFinite(first[1].patience)) return;
    const [id, call] = first;
    this.#watch = setTimeout(() => {
      this.#waiting.delete(id);
      call.reject(new AppError('file-too-complex', { detail: tooLong }));
      void this.#worker.terminate();
    }, call.patience).unref();
  }

  #start(): Worker {
    const inSource = this.#entry.pathname.endsWith('.ts');
    const fresh = new Worker(this.#entry, {
      workerData: this.#workerData,
      ...(inSource ? { execArgv: ['--import', readTypeScript()] } : {}),
    });
    fresh.unref();
    fresh.on('message', (reply: WorkerReply) => {
      const call = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      this.#watchFirst();
      if ('error' in reply) call?.reject(new AppError('internal', { cause: new Error(reply.error) }));
      else call?.resolve(reply.value);
    });
    fresh.on('error', () => undefined);
    fresh.on('exit', () => {
      clearTimeout(this.#watch);
      for (const call of this.#waiting.values()) call.reject(new AppError('unavailable', { retryAfterSeconds: 2 }));
      this.#waiting.clear();
      this.#died();
      if (!this.#closing) this.#worker = this.#start();
    });
    return fresh;
  }
}
