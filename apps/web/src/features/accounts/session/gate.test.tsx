import { screen, waitFor } from '@testing-library/react';
import { accounts } from '@incisive/contract/accounts';
import { auth } from '@incisive/contract/auth';
import { feedbacks } from '@incisive/contract/feedbacks';
import { opNotes } from '@incisive/contract/op-notes';
import type { Role } from '@incisive/contract/roles';
import { describe, expect, test, vi } from 'vitest';
import { clearSession, isSignedIn } from '../../../lib/session/session.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { profileOf, renderApp, serverFor, tokensFor } from '../../../testing/render-app.tsx';

const noNotes = () => ({ results: [], count: 0, next: null, previous: null });
const serving = (role: Role, more = {}) =>
  serverFor(profileOf(role, more))
    .on(opNotes.list, noNotes)
    .on(opNotes.getDraft, () => ({ draft: null }))
    .on(auth.logout, () => undefined)
    .on(auth.login, () => tokensFor());

const signIn = async (user: ReturnType<typeof renderApp>['user']): Promise<void> => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sign In' });
  expect(button.disabled).toBe(true);
  await user.type(screen.getByLabelText('Username'), 'approver');
  expect(button.disabled).toBe(true);
  await user.type(screen.getByLabelText('Password'), 'a password');
  await user.click(button);
};

describe('the gate', () => {
  test('shows sign in, and after it the address that was asked for', async () => {
    serving('Approver');
    const { user, router } = renderApp('/opnotes?filename=shoulder', { signedIn: false });
    await signIn(user);
    await screen.findByRole('heading', { name: 'OpNotes' });
    expect(router.state.location.href).toBe('/opnotes?filename=shoulder');
    expect(localStorage.getItem('userId')).toBe(profileOf('Approver').id);
  });

  test('/login leads on to /opnotes/new', async () => {
    serving('Approver');
    const { router } = renderApp('/login');
    await screen.findByLabelText('Please enter OpNote:');
    expect(router.state.location.pathname).toBe('/opnotes/new');
  });

  test('says plainly that name or password is wrong', async () => {
    serving('Approver').on(auth.login, () => new Refusal('wrong-credentials'));
    const { user } = renderApp('/opnotes', { signedIn: false });
    await signIn(user);
    expect(await screen.findByText('Wrong username or password.')).toBeTruthy();
    expect(isSignedIn()).toBe(false);
  });

  test('asks for the second factor only when the server does', async () => {
    const sent: unknown[] = [];
    serving('Approver').on(auth.login, ({ body }) => {
      sent.push(body);
      return body.otp === '123456' ? tokensFor() : new Refusal('otp-required');
    });
    const { user } = renderApp('/opnotes', { signedIn: false });
    await signIn(user);
    await user.type(await screen.findByLabelText('Code from your authenticator app'), '123 456{Enter}');
    await screen.findByRole('heading', { name: 'OpNotes' });
    expect(sent.at(-1)).toEqual({ username: 'approver', password: 'a password', otp: '123456' });
  });

  test('lets nobody pass who must change the password, and asks no other thing of the server', async () => {
    let changed = false;
    const server = new FakeServer()
      .on(accounts.profile, () => profileOf('Approver', { password_change_required: !changed, agreement: false }))
      .on(auth.changePassword, () => {
        changed = true;
        return tokensFor('two');
      });
    const { user } = renderApp('/opnotes');
    await user.type(await screen.findByLabelText('Old password'), 'old password');
    await user.type(screen.getByLabelText('New password'), 'short{Enter}');
    await screen.findByText('Must be 8 characters or more');
    expect(document.activeElement).toBe(screen.getByLabelText('New password'));
    await user.type(screen.getByLabelText('New password'), ' no more{Enter}');
    await screen.findByRole('heading', { name: 'SOFTWARE END USER LICENSE AGREEMENT' });
    expect(localStorage.getItem('accessToken')).toBe('access-two');
    expect(server.calls.some((line) => line.includes('op-notes'))).toBe(false);
  });

  test('ACCEPT opens the product', async () => {
    serving('Approver', { agreement: false }).on(accounts.agreement, () => profileOf('Approver'));
    const first = renderApp('/opnotes');
    await first.user.click(await screen.findByRole('button', { name: 'ACCEPT' }));
    expect(await screen.findByRole('heading', { name: 'OpNotes' })).toBeTruthy();
  });

  test('REJECT signs out', async () => {
    const server = serving('Approver', { agreement: false });
    const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const { user } = renderApp('/opnotes');
    await user.click(await screen.findByRole('button', { name: 'REJECT' }));
    await screen.findByRole('button', { name: 'Sign In' });
    expect(isSignedIn()).toBe(false);
    expect(server.calls).toContain('POST /auth/logout/');
    expect(leave).toHaveBeenCalledWith('/');
  });

  test('a session that ends takes the screen and the cache with it, also when the server is down', async () => {
    const server = serving('Approver');
    const { queries } = renderApp('/opnotes');
    await screen.findByRole('heading', { name: 'OpNotes' });
    server.offline = true;
    clearSession('idle');
    await screen.findByText(/because of inactivity/);
    expect(screen.queryByRole('table')).toBeNull();
    expect(queries.getQueriesData({ queryKey: ['notes'] })).toEqual([]);
  });

  test('a profile that cannot be loaded shows sign in, with what happened and Retry', async () => {
    const server = serving('Approver');
    server.offline = true;
    const { user } = renderApp('/opnotes');
    await screen.findByRole('button', { name: 'Sign In' });
    await screen.findByText(/cannot be reached/);
    server.offline = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'OpNotes' })).toBeTruthy();
  });
});

describe('the shell', () => {
  test.each<[Role, string[]]>([
    ['Coder', ['OpNotes', 'Queue', 'Queries', 'Reviews', 'Claim files', 'EdNotes', 'CPT codes', 'Feedback']],
    ['DataEntry', ['OpNotes', 'EdNotes', 'Feedback']],
  ])('%s sees the links of the role', async (role, labels) => {
    serving(role);
    const { user } = renderApp('/opnotes');
    await user.click(await screen.findByRole('button', { name: 'Menu' }));
    const links = screen.getByRole('navigation', { name: 'Main' }).querySelectorAll('a');
    expect([...links].map((link) => link.textContent)).toEqual(labels);
  });

  test('an address that the role may not see, and an unknown one, are Not Found', async () => {
    serving('Approver');
    const { router } = renderApp('/tenants');
    await screen.findByRole('heading', { name: 'Not Found' });
    await router.navigate({ to: '/nowhere/at/all' as '/' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/nowhere/at/all'));
    await screen.findByRole('heading', { name: 'Not Found' });
    await waitFor(() => expect(document.title).toBe('Not Found · Incisive'));
  });

  test('focus goes to the heading on navigation, not on the first load', async () => {
    serving('Approver').on(feedbacks.list, noNotes);
    const { user } = renderApp('/opnotes');
    await screen.findByRole('heading', { name: 'OpNotes' });
    expect(document.activeElement).toBe(document.body);
    await user.click(screen.getByRole('link', { name: 'Leave feedback' }));
    const heading = await screen.findByRole('heading', { level: 1, name: /feedback/i });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test('the account menu is walked by arrow keys and gives the focus back', async () => {
    serving('Approver');
    const { user } = renderApp('/opnotes');
    const button = await screen.findByRole('button', { name: 'Account of Approver' });
    await user.click(button);
    expect(document.activeElement?.textContent).toBe('Profile');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Sign Out');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button);
  });
});
