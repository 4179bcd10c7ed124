import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Suggester } from '../engine/suggester.ts';
import { yieldingSuggester } from '../engine/yielding-suggester.ts';
import { Traffic } from './traffic.ts';

// The clock of the tests alone moves.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function afterMilliseconds(traffic: Traffic): Promise<number> {
  const from = performance.now();
  await traffic.quiet();
  return performance.now() - from;
}

test('where nobody asks anything, background work goes on at once', async () => {
  expect(await afterMilliseconds(new Traffic())).toBe(0);
});

test('it waits for the last request that is under way, and a moment longer: a screen asks several times', async () => {
  const traffic = new Traffic();
  const [first, second] = [traffic.begin(), traffic.begin()];
  const waited = afterMilliseconds(traffic);
  await vi.advanceTimersByTimeAsync(100);
  first();
  first();
  await vi.advanceTimersByTimeAsync(100);
  second();
  await vi.advanceTimersByTimeAsync(100);
  expect(await waited).toBeGreaterThanOrEqual(225);
  expect(await waited).toBeLessThanOrEqual(250);
});

test('where somebody always asks, it goes on after a second', async () => {
  const traffic = new Traffic();
  traffic.begin();
  const waited = afterMilliseconds(traffic);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await waited).toBe(1000);
});

test('suggestions and learning are begun when people leave room; what people ask for themselves is not put off', async () => {
  const asked: string[] = [];
  const engine = {
    suggest: async () => void asked.push('suggest'),
    learn: async () => void asked.push('learn'),
    search: async () => void asked.push('search'),
  } as unknown as Suggester;
  const traffic = new Traffic();
  const end = traffic.begin();
  const yielding = yieldingSuggester(engine, () => traffic.quiet());
  void yielding.suggest({} as never);
  void yielding.learn({} as never);
  void yielding.search('', 1, 1);
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toEqual(['search']);
  end();
  await vi.advanceTimersByTimeAsync(50);
  expect(asked).toEqual(['search', 'suggest', 'learn']);
});
