import { screen, waitFor } from '@testing-library/react';
import { auth } from '@incisive/contract/auth';
import { opNotes } from '@incisive/contract/op-notes';
import { sso } from '@incisive/contract/single-sign-on';
import { type MockInstance, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { profileOf, renderApp, serverFor, tokensFor } from '../../../testing/render-app.tsx';

const provider = 'https://accounts.example.org/authorize?state=begun';
let went: MockInstance<Location['assign']>;
let cameBack: MockInstance<Location['replace']>;
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  went = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  cameBack = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
});

const serving = (asked: unknown[] = []): FakeServer =>
  new FakeServer()
    .on(sso.start, ({ body }) => {
      asked.push(body);
      return { url: provider, binding: 'of this tab' };
    })
    .on(sso.finish, ({ body }) => {
      asked.push(body);
      return body.binding === 'of this tab'
        ? tokensFor()
        : new Refusal('wrong-credentials', { detail: 'This sign-in was begun in another browser. Begin again.' });
    });

describe('L: a clinic’s own sign-in', () => {
  test('its page leads to the provider by one key, and what comes back there signs in', async () => {
    const asked: unknown[] = [];
    serving(asked);
    const { user } = renderApp('/login/clinic/key-1', { signedIn: false });
    const button = await screen.findByRole('button', { name: 'Sign in with your clinic’s account' });
    await waitFor(() => expect(document.activeElement).toBe(button));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(went).toHaveBeenCalledWith(provider));
    expect(asked).toEqual([{ key: 'key-1', again: false }]);

    const { router } = renderApp('/login/clinic/key-1?code=abc&state=begun&iss=x', { signedIn: false });
    await waitFor(() => expect(cameBack).toHaveBeenCalledWith('/login'));
    expect(asked[1]).toEqual({ key: 'key-1', binding: 'of this tab', state: 'begun', code: 'abc', iss: 'x' });
    expect(localStorage.getItem('accessToken')).toBe('access-one');
    // No code stays in the address, nor what was kept for one sign-in.
    expect(router.history.location.search).toBe('');
    expect(sessionStorage.getItem('clinicSignIn')).toBeNull();
  });

  test('what another browser began is refused in words, and can be begun again', async () => {
    serving();
    renderApp('/login/clinic/key-1?code=abc&state=begun', { signedIn: false });
    expect(await screen.findByText(/begun in another browser/)).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Sign in with your clinic’s account' })).not.toBeNull();
    expect([cameBack.mock.calls, localStorage.getItem('accessToken')]).toEqual([[], null]);
  });

  test('a right password that does not count leads there; from then on the card offers it', async () => {
    const server = serving().on(auth.login, () => new Refusal('sso-required', { current: { key: 'key-1' } }));
    const { user } = renderApp('/login', { signedIn: false });
    await user.type(await screen.findByLabelText('Username'), 'someone');
    expect(screen.queryByRole('button', { name: /clinic’s account/ })).toBeNull();
    await user.type(screen.getByLabelText('Password'), 'pass phrase{Enter}');
    expect(await screen.findByText(/signs in with its own accounts/)).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign in with your clinic’s account' }));
    await waitFor(() => expect(went).toHaveBeenCalledWith(provider));
    expect(server.calls).toContain('POST /auth/sso/start/');
  });

  test('a browser that signed in so has the button on its card', async () => {
    serving();
    localStorage.setItem('lastClinicKey', 'key-1');
    renderApp('/login', { signedIn: false });
    expect(await screen.findByRole('button', { name: 'Sign in with your clinic’s account' })).not.toBeNull();
  });

  test('signing out leads to the provider’s own, and the profile has no password of ours', async () => {
    const empty = { results: [], count: 0, next: null, previous: null };
    serverFor(profileOf('Approver'))
      .on(opNotes.list, () => empty as never)
      .on(sso.leave, () => ({ url: 'https://accounts.example.org/end' }));
    localStorage.setItem('clinicKey', 'key-1');
    const { user } = renderApp('/profile');
    expect(await screen.findByRole('heading', { name: 'Your clinic’s account' })).not.toBeNull();
    expect(screen.queryByRole('heading', { name: 'Password' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Account of Approver' }));
    await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
    await waitFor(() => expect(went).toHaveBeenCalledWith('https://accounts.example.org/end'));
    expect([localStorage.getItem('accessToken'), localStorage.getItem('clinicKey')]).toEqual([null, null]);
  });
});
