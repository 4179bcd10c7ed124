import { screen, within } from '@testing-library/react';
import type { QueueRow } from '@incisive/contract/queue';
import { queue } from '@incisive/contract/queue';
import { afterEach, expect, it, vi } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { mediaWhere } from '../../testing/media.ts';
import { quietQueue } from '../../testing/quiet-queue.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const idOf = (n: number): string => `${String(n).repeat(8)}-1111-4111-8111-111111111111`;
const row = (n: number, more: Partial<QueueRow>): QueueRow => ({
  note_id: idOf(n),
  group: 'waiting',
  state: 'new',
  since: '2026-01-02T10:00:00.000Z',
  due_on: '2026-01-07',
  age_days: 3,
  text: `PROCEDURE PERFORMED: Operation number ${n}.`,
  filename: null,
  surgeon: 'approver',
  tenant: null,
  reason: null,
  holder: null,
  answered: false,
  questions: 0,
  lines: 0,
  ...more,
});
const rows = [
  row(1, { group: 'yours', state: 'claimed', holder: { name: 'coder', minutes: 12, mine: true } }),
  row(2, { group: 'due', state: 'claimed', holder: { name: 'm.coder', minutes: 3, mine: false } }),
  row(3, { group: 'due' }),
  row(4, { group: 'waiting', questions: 2 }),
  row(5, { group: 'held', state: 'held', reason: { key: 'page', label: 'Page missing' } }),
];

function start(shown: readonly QueueRow[] = rows) {
  const sent: unknown[] = [];
  const server = serverFor(profileOf('Coder'))
    .on(queue.home, () => ({
      ...quietQueue,
      mine: { ...quietQueue.mine, yours: 1, held: 1 },
      all: { open: 3, late: 2 },
      queues: [{ id: idOf(9), name: 'Spine', open: 1, late: 0 }],
      finished_today: { cases: 4, lines: 11 },
    }))
    .on(queue.list, ({ query }) => ({
      groups: (['yours', 'due', 'back', 'waiting', 'held'] as const).map((group) => {
        const some = query.get('queue') ? [] : shown.filter((one) => one.group === group);
        return { group, count: some.length, count_is_minimum: false, rows: some };
      }),
      // Not the first that is free: that one was skipped.
      next: idOf(4),
    }))
    .on(queue.hold, ({ params, body }) => {
      sent.push([params['id'], body]);
      return new Refusal('claimed', { detail: 'm.coder has had this case for 3 minutes.' });
    })
    .on(queue.next, ({ body }) => {
      sent.push(['next', body]);
      return { note_id: null };
    });
  return { server, sent };
}

it.each([
  [false, ['Due', 'Age', 'Procedure', 'Surgeon', 'State', 'Flags']],
  [true, ['Due', 'Procedure', 'State', 'Flags']],
])('UI: on a tablet (%s) the list has no more columns than it has room for', async (tablet, heads) => {
  mediaWhere((query) => tablet && query.includes('900px') && query.includes('601px'));
  start();
  renderApp('/queue');
  const list = await screen.findByRole('table', { name: 'Queue' });
  expect(
    within(list)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(heads);
});

it.each([
  ['one tenant', 'Harbor', false],
  ['two', 'Lakeside', true],
])('names tenants only where there are several: %s', async (_words, second, named) => {
  start([row(1, { tenant: 'Harbor' }), row(2, { tenant: second })]);
  renderApp('/queue');
  const table = await screen.findByRole('table', { name: 'Queue' });
  await within(table).findByText('Operation number 2.');
  expect(within(table).queryByRole('columnheader', { name: 'Tenant' }) !== null).toBe(named);
});

it('shows the groups in the order of Next, what Next would take, and who has what', async () => {
  start();
  renderApp('/queue');
  const table = await screen.findByRole('table', { name: 'Queue' });
  await within(table).findByText('Operation number 1.');
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((head) => head.textContent),
  ).toEqual(['Yours now 1', 'Late and due today 2', 'Waiting 1', 'Held 1']);
  expect(within(table).getByText('m.coder, 3 min')).toBeTruthy();
  const mark = within(table).getByTitle('Next takes this one');
  expect(mark.closest('tr')?.textContent).toContain('Operation number 4.');
  expect(screen.getByRole('button', { name: /All my queues/ }).textContent).toBe('All my queues32');
});

it('J goes to a row, H and a digit hold it; a case that is not one’s own says what to do first', async () => {
  const { sent } = start();
  const { user } = renderApp('/queue');
  await screen.findByText('Operation number 1.');
  await user.keyboard('jh');
  const asked = await screen.findByRole('dialog', { name: /Hold/ });
  await within(asked).findByRole('button', { name: /Page missing/ });
  await user.keyboard('1');
  expect(await screen.findByText('m.coder has had this case for 3 minutes.')).toBeTruthy();
  expect(sent).toEqual([[idOf(1), { reason: 'page' }]]);
  await user.keyboard('jw');
  expect(await screen.findByText(/Take the case first/)).toBeTruthy();
});

it('a digit chooses a queue, one without cases says so; T takes from the queue that is shown and tells when nothing waits', async () => {
  const { sent } = start();
  const { user } = renderApp('/queue');
  await screen.findByText('Operation number 1.');
  await user.keyboard('1');
  expect(await screen.findByText('Nothing here')).toBeTruthy();
  await user.keyboard('t');
  expect(await screen.findByText('Nothing waits in your queues')).toBeTruthy();
  expect(sent).toEqual([['next', { queue: idOf(9) }]]);
  await user.keyboard('0');
  await screen.findByText('Operation number 1.');
  await user.keyboard('t');
  await vi.waitFor(() => expect(sent.at(-1)).toEqual(['next', {}]));
});

it('Space looks at the row that has the focus, goes along with it, and takes nothing; Escape closes', async () => {
  const { server } = start();
  const { user } = renderApp('/queue');
  const link = await screen.findByRole('link', { name: 'Operation number 3.' });
  const focusRow = (name: string) => screen.getByRole('link', { name }).closest<HTMLElement>('tr')?.focus();
  expect(link).toBeTruthy();
  focusRow('Operation number 3.');
  await user.keyboard(' ');
  const peek = await screen.findByRole('complementary', { name: 'Peek' });
  expect(within(peek).getByRole('heading').textContent).toBe('Operation number 3.');
  expect(within(peek).getByText('approver')).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Surgeon' })).toBeNull();
  focusRow('Operation number 5.');
  await within(peek).findByRole('heading', { name: 'Operation number 5.' });
  expect(within(peek).getByText('Page missing')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('complementary', { name: 'Peek' })).toBeNull();
  expect(screen.getByRole('columnheader', { name: 'Surgeon' })).toBeTruthy();
  expect(server.calls.filter((line) => /claim|next|op-notes\/[^/]+\/$/.test(line))).toEqual([]);
});

it('the sheet of keys names each key of the queue once, and none that selects: nothing is selected there', async () => {
  start();
  const { user } = renderApp('/queue');
  await screen.findByText('Operation number 1.');
  await user.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: 'Keys and colors' });
  const keys = within(sheet)
    .getAllByRole('term')
    .map((term) => term.textContent);
  expect(keys.filter((key) => ['J', 'K', 'Enter'].includes(key))).toEqual(['J', 'K', 'Enter']);
  for (const key of ['X', 'Shift X', 'Esc']) expect(keys).not.toContain(key);
});
