import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { madeInOrder } from './made-in-order.ts';

const items = Array.from({ length: 20 }, (_, n) => n);

test('what is made comes in the order of the items, however long each takes, and no more than three are in the making', async () => {
  let making = 0;
  let most = 0;
  const made: number[] = [];
  for await (const one of madeInOrder(items, async (n) => {
    making += 1;
    most = Math.max(most, making);
    await pause(n % 3 === 0 ? 6 : 0);
    making -= 1;
    return n * 2;
  }))
    made.push(one);
  expect(made).toEqual(items.map((n) => n * 2));
  expect(most).toBe(3);
});

test('one that fails is told in its turn, and none is begun after it', async () => {
  const begun: number[] = [];
  const made: number[] = [];
  const all = async () => {
    for await (const one of madeInOrder(items, async (n) => {
      begun.push(n);
      if (n === 4) throw new Error('gone');
      return n;
    }))
      made.push(one);
  };
  await expect(all()).rejects.toThrow('gone');
  expect(made).toEqual([0, 1, 2, 3]);
  expect(Math.max(...begun)).toBeLessThanOrEqual(6);
});

test('a reader that goes away waits for those under way, and no other is begun', async () => {
  let begun = 0;
  let ended = 0;
  for await (const one of madeInOrder(items, async (n) => {
    begun += 1;
    await pause(2);
    ended += 1;
    return n;
  }))
    if (one === 2) break;
  expect(ended).toBe(begun);
  expect(begun).toBeLessThanOrEqual(6);
});
