import { expect, test } from 'vitest';
import { EngineThread } from './engine-thread.ts';

/** A thread that never comes back from finding sections and answers everything else. */
const stuckAtSections = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, kind }) => {
      while (kind === 'sections');
      parentPort.postMessage({ id, value: kind });
    });
  `)}`,
);

test('a note that takes too long is refused, what waited behind it may be asked again, and the next thread answers', async () => {
  let deaths = 0;
  const thread = new EngineThread({ entry: stuckAtSections, workerData: {}, died: () => void (deaths += 1) });
  expect(await thread.ask({ kind: 'describe', code: '44970' })).toBe('describe');
  const stuck = thread.ask({ kind: 'sections', text: 'x' }, 50);
  const behind = thread.ask({ kind: 'describe', code: '44970' });
  await expect(stuck).rejects.toMatchObject({ code: 'file-too-complex', message: expect.stringContaining('Split it') });
  await expect(behind).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
  expect(deaths).toBe(1);
  expect(await thread.ask({ kind: 'describe', code: '44970' })).toBe('describe');
  await thread.close();
});

test('time is counted from when a call is in hand, not from when it began to wait', async () => {
  const slow = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id, kind }) => {
        const until = Date.now() + (kind === 'learn' ? 300 : 0);
        while (Date.now() < until);
        parentPort.postMessage({ id, value: kind });
      });
    `)}`,
  );
  const thread = new EngineThread({ entry: slow, workerData: {} });
  const learning = thread.ask({ kind: 'learn', request: { catalogue: 0, state: null, examples: [] } }, Infinity);
  const behind = thread.ask({ kind: 'describe', code: '44970' }, 10_000);
  expect(await learning).toBe('learn');
  expect(await behind).toBe('describe');
  await thread.close();
});
