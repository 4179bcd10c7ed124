import { afterAll, vi } from 'vitest';

/** Files share what is loaded: the next one finds clocks and functions as they were. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
