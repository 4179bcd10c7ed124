import type { EventEmitter } from 'node:events';

/** What `supervise.mjs` offers to tests. */
export function supervise(
  file: string,
  options?: { env?: NodeJS.ProcessEnv; say?: (line: string) => void; signals?: EventEmitter },
): Promise<number>;

/** Settings of glibc that the server runs with, unless its environment says otherwise. */
export const allocator: Readonly<Record<string, string>>;
