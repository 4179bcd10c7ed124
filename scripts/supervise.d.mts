import type { EventEmitter } from 'node:events';

/** What `supervise.mjs` offers to tests. */
export function supervise(
  file: string,
  options?: { env?: NodeJS.ProcessEnv; say?: (line: string) => void; signals?: EventEmitter },
): Promise<number>;
