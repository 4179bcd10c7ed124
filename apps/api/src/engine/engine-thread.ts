import { Worker } from 'node:worker_threads';
import { AppError } from '../http/app-error.ts';
import type { WorkerCall, WorkerReply } from './engine-worker.ts';

type Body<C> = C extends { id: number } ? Omit<C, 'id'> : never;
interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Run from the sources, a thread has to learn TypeScript for itself: on Node 20 it does not take that over from the process. */
const readTypeScript = (): string =>
  `data:text/javascript,import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; register();`;

/** A thread that answers calls one after the other. One that died is replaced; what it was asked is refused, to be asked again. */
export class EngineThread {
  readonly #entry: URL;
  readonly #workerData: unknown;
  readonly #died: () => void;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #closing = false;
  #worker: Worker;

  constructor(options: { entry: URL; workerData: unknown; died?: () => void }) {
    this.#entry = options.entry;
    this.#workerData = options.workerData;
    this.#died = options.died ?? (() => undefined);
    this.#worker = this.#start();
  }

  ask<T>(call: Body<WorkerCall>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#next += 1;
      this.#waiting.set(this.#next, { resolve: (value) => resolve(value as T), reject });
      this.#worker.postMessage({ ...call, id: this.#next });
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#worker.terminate();
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
      if ('error' in reply) call?.reject(new AppError('internal', { cause: new Error(reply.error) }));
      else call?.resolve(reply.value);
    });
    fresh.on('error', () => undefined);
    fresh.on('exit', () => {
      for (const call of this.#waiting.values()) call.reject(new AppError('unavailable', { retryAfterSeconds: 2 }));
      this.#waiting.clear();
      this.#died();
      if (!this.#closing) this.#worker = this.#start();
    });
    return fresh;
  }
}
