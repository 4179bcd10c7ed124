import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Work that ends when it is told to. */
function held() {
  const begun: (() => void)[] = [];
  return { begun, work: () => new Promise<void>((resolve) => void begun.push(resolve)) };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('S11: of one person’s sixty requests four are worked on at a time; another person waits for none of them', async () => {
  const turns = new Turns();
  const [mine, theirs] = [held(), held()];
  const all = Array.from({ length: 60 }, () => turns.take('one', mine.work));
  const other = turns.take('two', theirs.work);
  await settled();
  expect([mine.begun.length, theirs.begun.length]).toEqual([4, 1]);
  theirs.begun[0]!();
  await other;
  for (let done = 0; done < 60; done += 1) {
    mine.begun[done]!();
    await settled();
    expect(mine.begun.length).toBe(Math.min(60, done + 5));
  }
  await Promise.all(all);
});

test('S11: what fails gives its turn on, and too many that wait are told to come again', async () => {
  const turns = new Turns();
  const failed = Array.from({ length: 20 }, () => turns.take('one', () => Promise.reject(new Error('no'))));
  for (const result of await Promise.allSettled(failed)) expect(result.status).toBe('rejected');
  const { begun, work } = held();
  const all = Array.from({ length: 204 }, () => turns.take('one', work));
  await expect(turns.take('one', work)).rejects.toMatchObject({ code: 'rate-limited', retryAfterSeconds: 2 });
  for (let n = 0; n < 204; n += 1) {
    begun[n]!();
    await settled();
  }
  await Promise.all(all);
});
