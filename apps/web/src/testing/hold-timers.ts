import { vi } from 'vitest';

/**
 * Holds every timer of this delay until the test lets it go: what it answers fills with what they would run. All others go as ever.
 * @example
 * const redirects = holdTimers(5000);
 * act(() => redirects.at(-1)?.());
 */
export function holdTimers(milliseconds: number): (() => void)[] {
  const held: (() => void)[] = [];
  const real = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay = 0, ...rest: []) => {
    if (delay !== milliseconds) return real(run, delay, ...rest);
    held.push(run);
    return real(() => undefined, 0);
  }) as typeof setTimeout);
  return held;
}
