import { beforeEach, expect, test, vi } from 'vitest';

let held: Set<string>;
beforeEach(() => {
  held = new Set();
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, _options: unknown, run: (lock: object | null) => unknown) => {
        const free = !held.has(name);
        held.add(name);
        void run(free ? { name } : null);
        return Promise.resolve();
      },
    },
  });
});

/** A window of the browser: its own module state and session storage, the locks shared by all. */
async function openWindow(kept: readonly string[]) {
  vi.resetModules();
  sessionStorage.clear();
  const { newDraftKey } = await import('./new-draft-key.ts');
  return () => newDraftKey('op', 'user', () => Promise.resolve(kept));
}

test('U4: two windows write drafts of their own, and one that was left is gone on with', async () => {
  const first = await openWindow(['new-left']);
  const [one, again] = await Promise.all([first(), first()]);
  expect([one, again]).toEqual(['new-left', 'new-left']);
  const second = await openWindow(['new-left']);
  const two = await second();
  expect(two).not.toBe(one);
  expect(two).toMatch(/^new-[0-9a-f]{32}$/);
  expect(await first()).toBe(one);
});

test('U4: a failed look at the drafts is no name for good', async () => {
  vi.resetModules();
  const { newDraftKey } = await import('./new-draft-key.ts');
  await expect(newDraftKey('op', 'user', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
  expect(await newDraftKey('op', 'user', () => Promise.resolve([]))).toMatch(/^new-/);
});
