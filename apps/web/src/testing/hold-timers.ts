import { vi } from 'vitest';

/**
 * Holds the timers of this delay until the test lets them go: what it answers always has what those that are set and not cleared would
 * run. All others go as ever.
 * @example
 * const redirects = holdTimers(5000);
 * act(() => redirects.at(-1)?.());
 */
export function holdTimers(milliseconds: number): (() => void)[] {
  const held: (() => void)[] = [];
  const runs = new Map<unknown, () => void>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay = 0, ...rest: []) => {
    if (delay !== milliseconds) return set(run, delay, ...rest);
    const handle = set(() => undefined, 0);
    runs.set(handle, run);
    held.push(run);
    return handle;
  }) as typeof setTimeout);
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((handle) => {
    const run = runs.get(handle);
    if (run) held.splice(held.indexOf(run), 1);
    runs.delete(handle);
    clear(handle);
  });
  return held;
}
