import { queue } from '@incisive/contract/queue';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeServer } from '../../testing/fake-server.ts';
import { keepActive } from './keep-active.ts';

const id = '11111111-1111-4111-8111-111111111111';
const told: string[] = [];
let hidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  new FakeServer().on(queue.active, ({ params }) => void told.push(params['id']!));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const pass = () => vi.advanceTimersByTimeAsync(45_000);
const touch = (sign: string) => document.dispatchEvent(new Event(sign));

it('tells at once, then as long as anything is touched, and nothing after it was stopped', async () => {
  const stop = keepActive(id);
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([id]);
  await pass();
  expect(told).toHaveLength(1);
  touch('keydown');
  await pass();
  touch('scroll');
  await pass();
  expect(told).toHaveLength(3);
  stop();
  touch('pointerdown');
  await pass();
  expect(told).toHaveLength(3);
});

it('a page that nobody sees is not worked on', async () => {
  const stop = keepActive(id);
  await vi.advanceTimersByTimeAsync(0);
  hidden = true;
  touch('wheel');
  await pass();
  expect(told).toHaveLength(1);
  hidden = false;
  await pass();
  expect(told).toHaveLength(2);
  stop();
});
