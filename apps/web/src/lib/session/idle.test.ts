import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchIdle } from './idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const minute = 60_000;

test('warns after 14 minutes and ends after 15', () => {
  const onWarn = vi.fn<(left: number | null) => void>();
  const onEnd = vi.fn<() => void>();
  const watch = watchIdle({ onWarn, onEnd });
  vi.advanceTimersByTime(14 * minute - 1000);
  expect(onWarn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(onWarn).toHaveBeenLastCalledWith(60);
  vi.advanceTimersByTime(minute);
  expect(onEnd).toHaveBeenCalled();
  watch.stop();
});

test('a key, pointer or touch restarts the time, until the warning stands: then only its button does', () => {
  const onWarn = vi.fn<(left: number | null) => void>();
  const onEnd = vi.fn<() => void>();
  const watch = watchIdle({ onWarn, onEnd });
  vi.advanceTimersByTime(13 * minute);
  window.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(13 * minute);
  expect(onWarn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(minute + 1000);
  expect(onWarn).toHaveBeenCalled();
  window.dispatchEvent(new Event('pointermove'));
  expect(onWarn).not.toHaveBeenLastCalledWith(null);
  watch.touch();
  expect(onWarn).toHaveBeenLastCalledWith(null);
  vi.advanceTimersByTime(13 * minute);
  expect(onEnd).not.toHaveBeenCalled();
  watch.stop();
});

test('a computer that slept is signed out when it wakes', () => {
  const onEnd = vi.fn<() => void>();
  const watch = watchIdle({ onWarn: () => undefined, onEnd });
  vi.setSystemTime(Date.now() + 60 * minute);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(onEnd).toHaveBeenCalled();
  watch.stop();
});

test('HIP-04 the server hears of the last use too: whoever stays at the last second still has a session there', () => {
  const toldAt: number[] = [];
  const start = Date.now();
  const watch = watchIdle({
    onWarn: () => undefined,
    onEnd: () => undefined,
    onActive: () => toldAt.push((Date.now() - start) / 1000),
  });
  vi.advanceTimersByTime(61_000);
  window.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(50_000);
  window.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(14 * minute);
  expect(toldAt).toHaveLength(2);
  // Not before the last use, or the server would end the session before the screen does; not much after, or it would end too late.
  expect(toldAt[1]).toBeGreaterThanOrEqual(111);
  expect(toldAt[1]).toBeLessThanOrEqual(121);
  watch.stop();
});

test('use is told to the server at most once a minute, and the time is configurable', () => {
  const onActive = vi.fn<() => void>();
  const onEnd = vi.fn<() => void>();
  const watch = watchIdle({ idleSeconds: 120, onWarn: () => undefined, onEnd, onActive });
  for (let at = 0; at < 120; at += 1) {
    vi.advanceTimersByTime(1000);
    window.dispatchEvent(new Event('keydown'));
  }
  expect(onActive).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(120_000);
  expect(onEnd).toHaveBeenCalled();
  watch.stop();
});
