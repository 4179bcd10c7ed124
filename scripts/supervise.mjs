import { fork } from 'node:child_process';

const firstPause = 500;
const longestPause = 30_000;
/** A process that ran for so long starts over with the shortest pause. */
const steadyMilliseconds = 60_000;

/**
 * How glibc keeps memory: two arenas, not eight for each core, and blocks from 128 kB on are given back as soon as they are free. Left to
 * itself it keeps what files and exports took at their largest, once for each thread that happened to read one.
 */
export const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Runs a server as a child and starts it again when it ends by itself with a failure, with growing pauses. One that was never ready
 * (a setting is wrong, the folder is in use) is not: its code is ours. Signals are passed on.
 *
 * @param {string} file The server; it says `ready` to its parent once it serves.
 * @param {{ env?: NodeJS.ProcessEnv, say?: (line: string) => void, signals?: NodeJS.EventEmitter }} options
 * @returns {Promise<number>} The exit code.
 */
export async function supervise(file, { env = process.env, say = () => undefined, signals = process } = {}) {
  let child;
  let asked;
  let wasReady = false;
  let wake = () => undefined;
  const pass = (signal) => {
    asked = signal;
    child?.kill(signal);
    wake();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) signals.on(signal, pass);
  try {
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      const started = performance.now();
      // A group of its own: Ctrl+C reaches us, and we pass it on once.
      child = fork(file, [], { env: { ...allocator, ...env }, stdio: 'inherit', detached: process.platform !== 'win32' });
      child.on('message', (words) => (wasReady ||= words === 'ready'));
      const { code, signal } = await new Promise((resolve) => {
        child.on('error', () => resolve({ code: 1, signal: null }));
        child.on('exit', (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }));
      });
      if (code === 0 || asked || !wasReady) return code ?? 1;
      if (performance.now() - started > steadyMilliseconds) pause = firstPause;
      say(`Incisive ended (${signal ?? `code ${code}`}). It is started again in ${pause / 1000} s.`);
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, pause);
        wake = () => {
          clearTimeout(timer);
          resolve(undefined);
        };
      });
      if (asked) return 0;
    }
  } finally {
    for (const signal of ['SIGTERM', 'SIGINT']) signals.off(signal, pass);
  }
}
