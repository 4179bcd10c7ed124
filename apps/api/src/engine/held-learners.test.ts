import { parseKnowledge } from '@incisive/engine';
import { expect, test } from 'vitest';
import { EngineHost } from './engine-host.ts';
import { HeldLearners } from './held-learners.ts';
import type { Learner } from './suggester.ts';
import { workerSuggester } from './worker-suggester.ts';

const taught = (version: number, state: string | null = null, tenant = 'a'): Learner => ({ tenant, version, state });
const asked = (learner: Learner) => ({ text: 'PROCEDURE: Appendectomy.', size: 10, catalogue: 0, learner });
const noCatalogue = async () => ({ version: 0, entries: [] });

test('one version of each tenant is held, of the eight that came last', () => {
  const learners = new HeldLearners<string>();
  learners.keep(taught(1), 'first');
  learners.keep(taught(2), 'second');
  expect(learners.get(taught(1))).toBeUndefined();
  expect(learners.get(taught(2))).toBe('second');
  for (const tenant of 'bcdefgh') learners.keep(taught(1, null, tenant), tenant);
  expect(learners.get(taught(2))).toBe('second');
  learners.keep(taught(3), 'third');
  learners.keep(taught(1, null, 'i'), 'i');
  expect(learners.get(taught(3))).toBe('third');
  expect(learners.get(taught(1, null, 'b'))).toBeUndefined();
});

test('the engine takes a state apart once, and refuses to go without one that it does not hold', () => {
  const host = new EngineHost(parseKnowledge({}));
  const state = host.learn({
    state: null,
    examples: [{ text: 'PROCEDURE: Appendectomy.', approved: ['44970'], rejected: [], weight: 'submitted' }],
    catalogue: 0,
  });
  expect(JSON.parse(state)).toMatchObject({ examples: 1 });
  expect(() => host.suggest(asked(taught(1)))).toThrow('held no more');
  const { milliseconds: _first, ...first } = host.suggest(asked(taught(1, state)));
  expect(host.holds(taught(1))).toBe(true);
  const { milliseconds: _again, ...again } = host.suggest(asked(taught(1)));
  expect(again).toEqual(first);
  expect(host.holds(taught(2))).toBe(false);
});

test('the server sends a state once to each thread: to the next one again', async () => {
  const ended = 'This thread ends';
  const entry = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id, kind, request }) => {
        if (kind === 'suggest' && request.text === '${ended}') process.exit();
        parentPort.postMessage({ id, value: request?.learner?.state });
      });
    `)}`,
  );
  const suggester = workerSuggester({}, noCatalogue, entry);
  try {
    expect(suggester.holds(taught(1))).toBe(false);
    expect(await suggester.suggest(asked(taught(1, '{}')))).toBe('{}');
    expect(suggester.holds(taught(1))).toBe(true);
    expect(await suggester.suggest(asked(taught(1)))).toBeNull();
    expect(suggester.holds(taught(2))).toBe(false);
    await expect(suggester.suggest(asked(taught(2)))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(suggester.suggest({ ...asked(taught(1)), text: ended })).rejects.toMatchObject({ code: 'unavailable' });
    expect(suggester.holds(taught(1))).toBe(false);
    await expect(suggester.suggest(asked(taught(1)))).rejects.toMatchObject({ code: 'unavailable' });
    expect(await suggester.suggest(asked(taught(1, '{}')))).toBe('{}');
  } finally {
    await suggester.close();
  }
});
