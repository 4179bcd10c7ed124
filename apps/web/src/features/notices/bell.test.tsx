import { screen, waitFor } from '@testing-library/react';
import { accounts } from '@incisive/contract/accounts';
import type { Notice } from '@incisive/contract/accounts';
import { feedbacks } from '@incisive/contract/feedbacks';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';
import { localPath } from './bell.tsx';

const notice = (n: number, more: Partial<Notice> = {}): Notice => ({
  id: `0000000${n}-6666-4666-8666-666666666666`,
  message: `Notice ${n}`,
  link: null,
  created_at: '2026-03-04T12:00:00Z',
  read: false,
  ...more,
});
const empty = () => ({ results: [], count: 0, next: null, previous: null });
function serving(rows: Notice[]) {
  const read: unknown[] = [];
  const all = [...rows];
  const server = serverFor(profileOf('Approver'))
    .on(feedbacks.list, empty)
    .on(accounts.notices, () => ({ ...empty(), results: all, count: all.length, unread: all.filter((row) => !row.read).length }))
    .on(accounts.readNotices, ({ body }) => {
      read.push(body);
      for (const [at, row] of all.entries())
        if (body.notices.includes(row.id) || (body.older === true && at > all.findIndex(({ id }) => body.notices.includes(id))))
          all[at] = { ...row, read: true };
      return { count: body.notices.length };
    });
  return { server, read };
}

describe('the bell', () => {
  test('tells how many are unread, shows them first, and takes none for read because it was shown', async () => {
    const { read } = serving([notice(1, { read: true }), notice(2), notice(3)]);
    const { user } = renderApp('/feedbacks');
    await user.click(await screen.findByRole('button', { name: 'Notices, 2 unread' }));
    await screen.findByText('Notice 1');
    const items = screen.getAllByText(/^Notice \d$/).map((item) => item.textContent);
    expect(items).toEqual(['Notice 2', 'Notice 3', 'Notice 1']);
    await user.keyboard('{Escape}');
    expect(read).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Notices, 2 unread' }));
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(read).toEqual([{ notices: [notice(1).id], older: true }]));
    expect(await screen.findByRole('button', { name: 'Notices' })).toBeTruthy();
  });

  test('whoever follows a notice has read it, and no other; arrows go from one to the next', async () => {
    const { read } = serving([notice(1, { link: '/feedbacks' }), notice(2, { link: '/profile' })]);
    const { user, router } = renderApp('/feedbacks');
    await user.click(await screen.findByRole('button', { name: 'Notices, 2 unread' }));
    (await screen.findByRole('button', { name: 'Notice 1' })).focus();
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    expect(read).toEqual([{ notices: [notice(2).id], older: false }]);
    expect(await screen.findByRole('button', { name: 'Notices, 1 unread' })).toBeTruthy();
  });

  test('what is older comes when it is asked for', async () => {
    const { server } = serving([notice(1)]);
    const sizes: unknown[] = [];
    server.on(accounts.notices, ({ query }) => {
      sizes.push(query.get('per_page'));
      const results = query.get('per_page') === '100' ? [notice(1), notice(2)] : [notice(1)];
      return { ...empty(), results, count: 2, next: query.get('per_page') === '100' ? null : '/more', unread: 2 };
    });
    const { user } = renderApp('/feedbacks');
    await user.click(await screen.findByRole('button', { name: 'Notices, 2 unread' }));
    await user.click(await screen.findByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('Notice 2')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
    expect(sizes.at(-1)).toBe('100');
  });

  test('a notice leads to its page, inside the product', async () => {
    serving([notice(1, { link: 'http://elsewhere.example/feedbacks?status=Done', message: 'Two notes' })]);
    const { user, router } = renderApp('/profile');
    await user.click(await screen.findByRole('button', { name: /^Notices/ }));
    await user.click(await screen.findByRole('button', { name: 'Two notes' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/feedbacks'));
  });

  test('says when there is none, and what happened when they cannot be read', async () => {
    const { server } = serving([]);
    server.on(accounts.notices, () => new Refusal('internal'));
    const { user } = renderApp('/feedbacks');
    await user.click(await screen.findByRole('button', { name: 'Notices' }));
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.queryByText('No notices.')).toBeNull();
    server.on(accounts.notices, () => ({ ...empty(), unread: 0 }));
    await user.click(retry);
    expect(await screen.findByText('No notices.')).toBeTruthy();
  });

  test('is not there, and asks nothing, before the agreement', async () => {
    const server = serverFor(profileOf('Approver', { agreement: false }));
    renderApp('/feedbacks');
    await screen.findByRole('button', { name: 'ACCEPT' });
    expect(screen.queryByRole('button', { name: /^Notices/ })).toBeNull();
    expect(server.calls.some((line) => line.includes('/notices/'))).toBe(false);
  });
});

test.each([
  ['/opnotes?created_by=x', '/opnotes?created_by=x'],
  ['https://elsewhere.example/opnotes/1', '/opnotes/1'],
  ['//elsewhere.example/opnotes', '/opnotes'],
  ['http://[bad', '/opnotes'],
])('ASV-27 the link %s leads to %s', (link, path) => {
  expect(localPath(link)).toBe(path);
});
