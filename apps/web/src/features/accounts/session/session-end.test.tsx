import { act, screen, waitFor } from '@testing-library/react';
import { accounts } from '@incisive/contract/accounts';
import { auth } from '@incisive/contract/auth';
import { installation } from '@incisive/contract/installation';
import { opNotes } from '@incisive/contract/op-notes';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followOtherTabs, isSignedIn } from '../../../lib/session/session.ts';
import { profileOf, renderApp, serverFor } from '../../../testing/render-app.tsx';

const secret = 'note text of a patient';
const serving = () =>
  serverFor(profileOf('Approver'))
    .on(auth.logout, () => undefined)
    .on(opNotes.list, () => ({
      results: [
        {
          id: '00000001-1111-4111-8111-111111111111',
          text: secret,
          text_truncated: false,
          filename: null,
          created_by: 'x',
          created_at: '2026-03-04T12:00:00Z',
          updated_by: null,
          updated_at: '2026-03-04T12:00:00Z',
          type: 'text' as const,
          cpt_codes_approved: [],
        },
      ],
      count: 1,
      next: null,
      previous: null,
    }));
const sessionKeys = ['accessToken', 'refreshToken', 'idToken', 'expiresOn', 'userId'];
const kept = () => sessionKeys.filter((key) => localStorage.getItem(key) !== null);
let left: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  left = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
});
afterEach(() => vi.useRealTimers());

describe('ASV-83 signing out', () => {
  test('while the server is down empties storage, cache and screen all the same', async () => {
    const server = serving();
    const { user, queries } = renderApp('/opnotes');
    await screen.findByText(secret);
    expect(kept()).toEqual(sessionKeys);
    server.offline = true;
    await user.click(screen.getByRole('button', { name: 'Account of Approver' }));
    await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
    await screen.findByRole('button', { name: 'Sign In' });
    expect(kept()).toEqual([]);
    expect(document.body.textContent).not.toContain(secret);
    expect(JSON.stringify(queries.getQueriesData({}))).not.toContain(secret);
    expect(server.calls).toContain('POST /auth/logout/');
    expect(left).toHaveBeenCalledWith('/');
  });

  test.each([
    ['sign-out', undefined],
    ['idle', 'because of inactivity'],
    ['expired', 'Your session has ended'],
  ] as const)('in another tab (%s) ends the session here as well, and says why', async (reason, words) => {
    serving();
    const stop = followOtherTabs();
    renderApp('/opnotes');
    await screen.findByText(secret);
    // What another tab's clearing looks like from here.
    const token = localStorage.getItem('accessToken');
    localStorage.setItem('sessionEnd', reason);
    for (const key of sessionKeys) localStorage.removeItem(key);
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken', oldValue: token, newValue: null }));
    });
    await screen.findByRole('button', { name: 'Sign In' });
    expect(document.body.textContent).not.toContain(secret);
    expect(/because of inactivity|Your session has ended/.exec(document.body.textContent)?.[0]).toBe(words);
    stop();
  });

  test('another user in another tab takes this one’s screen away', async () => {
    let who = profileOf('Approver');
    const server = serving().on(accounts.profile, () => who);
    const stop = followOtherTabs();
    renderApp('/opnotes');
    await screen.findByText(secret);
    who = profileOf('DataEntry', { id: '00000000-0000-4000-8000-000000000002', username: 'clerk' });
    server.on(opNotes.list, () => ({ results: [], count: 0, next: null, previous: null }));
    localStorage.setItem('userId', who.id);
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'userId', newValue: who.id }));
    });
    expect(await screen.findByRole('button', { name: 'Account of Clerk' })).toBeTruthy();
    expect(document.body.textContent).not.toContain(secret);
    stop();
  });
});

describe('HIP-04 A11-15 automatic logoff', () => {
  const minute = 60_000;
  /** The application as it stands, and then only the clock. */
  async function waiting(minutes: number) {
    const server = serving().on(installation.get, () => ({ demo: false, idle_minutes: minutes }));
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date', 'setTimeout', 'clearTimeout'] });
    const { user } = renderApp('/opnotes');
    await screen.findByText(secret);
    return { server, user };
  }
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  test('warns for the last minute; Stay signed in tells the server and goes on', async () => {
    const { server } = await waiting(15);
    await pass(13.5 * minute);
    expect(screen.queryByText('Are you still there?')).toBeNull();
    await pass(0.6 * minute);
    await screen.findByText('Are you still there?');
    expect(screen.getByText(/You’ll be signed out in/)).toBeTruthy();
    const before = server.calls.filter((line) => line.includes('/profile/')).length;
    act(() => screen.getByRole('button', { name: 'Stay signed in' }).click());
    await waitFor(() => expect(screen.queryByText('Are you still there?')).toBeNull());
    expect(server.calls.filter((line) => line.includes('/profile/')).length).toBe(before + 1);
    await pass(13 * minute);
    expect(isSignedIn()).toBe(true);
  });

  test('without an answer it signs out, says why, and keeps the address for the next sign-in', async () => {
    const { server } = await waiting(3);
    await pass(2.1 * minute);
    await screen.findByText('Are you still there?');
    await pass(minute);
    await screen.findByText(/You were signed out because of inactivity/);
    expect(isSignedIn()).toBe(false);
    expect(document.body.textContent).not.toContain(secret);
    expect(server.calls).toContain('POST /auth/logout/');
    expect(left).not.toHaveBeenCalled();
  });
});
