import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface Load {
  readonly port: number;
  /** The bytes of one request, asked over and over. */
  readonly request: string;
  readonly seconds: number;
  readonly connections: number;
  /** Milliseconds, about, after which a connection asks again. */
  readonly pause?: number;
}

export interface Measured {
  /** Answers per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
}

/** Asks a server from a thread of its own. */
export async function load(workerData: Load): Promise<Measured> {
  const worker = new Worker(new URL('./request-load.mjs', import.meta.url), { workerData, execArgv: [] });
  const [measured] = (await once(worker, 'message')) as [Measured];
  return measured;
}

export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
