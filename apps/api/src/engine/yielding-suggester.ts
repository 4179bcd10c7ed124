import type { Suggester } from './suggester.ts';

/** The engine for background work: each note, and each step of learning, is begun when people leave room for it. */
export const yieldingSuggester = (suggester: Suggester, quiet: () => Promise<void>): Suggester => ({
  ...suggester,
  suggest: async (request) => {
    await quiet();
    return suggester.suggest(request);
  },
  learn: async (request) => {
    await quiet();
    return suggester.learn(request);
  },
});
