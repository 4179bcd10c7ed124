import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftSaver } from './draft-saver.ts';
import type { DraftState } from './draft-saver.ts';

const server = () => {
  const sent: string[] = [];
  const states: DraftState[] = [];
  let down = false;
  const saver = createDraftSaver<string>(
    async (text) => {
      await Promise.resolve();
      if (down) throw new Error('offline');
      sent.push(text);
    },
    (state) => states.push(state),
  );
  return { sent, states, saver, goDown: (now: boolean) => (down = now) };
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('U4: whoever types without a pause is kept at least every five seconds', async () => {
  const { sent, saver } = server();
  for (let key = 1; key <= 80; key += 1) {
    saver.change('x'.repeat(key));
    await vi.advanceTimersByTimeAsync(250);
    expect(key - (sent.at(-1)?.length ?? 0)).toBeLessThanOrEqual(20);
  }
  expect(sent.length).toBeGreaterThanOrEqual(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.at(-1)).toHaveLength(80);
});

test('U4: what could not be kept is tried again, the newest text last, and flush says so', async () => {
  const { sent, states, saver, goDown } = server();
  goDown(true);
  saver.change('one');
  await expect(saver.flush()).rejects.toThrow('offline');
  expect(states.at(-1)).toBe('failed');
  goDown(false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual(['one']);
  expect(states.at(-1)).toBe('kept');
  saver.change('two');
  await saver.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual(['one']);
});
