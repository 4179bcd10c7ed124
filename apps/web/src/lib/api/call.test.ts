import { accounts } from '@incisive/contract/accounts';
import { auth } from '@incisive/contract/auth';
import { opNotes } from '@incisive/contract/op-notes';
import { expect, test, vi } from 'vitest';
import { FakeServer, Refusal } from '../../testing/fake-server.ts';
import { profileOf, tokensFor } from '../../testing/render-app.tsx';
import type { ApiError } from './api-error.ts';
import { addressOf, call } from './call.ts';
import { refreshSession } from './refresh.ts';
import { accessToken, clearSession, expiresOn, isSignedIn, sessionEnd, storeTokens } from '../session/session.ts';

const needsFresh = (server: FakeServer): FakeServer =>
  server.on(accounts.profile, ({ headers }) =>
    headers.get('authorization') === 'Bearer access-two' ? profileOf('Coder') : new Refusal('unauthenticated'),
  );

test('fills in path and query, leaving out what is empty', () => {
  expect(addressOf(opNotes.get, { id: 'a b' }, undefined)).toBe('/api/v1/op-notes/a%20b/');
  expect(addressOf(opNotes.list, undefined, { text: '', page: 2, ordering: '-id' })).toBe(
    '/api/v1/op-notes/?page=2&ordering=-id',
  );
});

test('a 401 starts one refresh and one retry; all four tokens are replaced', async () => {
  storeTokens(tokensFor('one'));
  const next = tokensFor('two');
  const server = needsFresh(new FakeServer()).on(auth.refresh, ({ body }) => {
    expect(body.refresh_token).toBe('refresh-one');
    return next;
  });
  expect((await call(accounts.profile)).username).toBe('coder');
  expect(server.calls.filter((line) => line.includes('/auth/refresh/'))).toHaveLength(1);
  expect([localStorage.getItem('accessToken'), localStorage.getItem('refreshToken'), localStorage.getItem('idToken')]).toEqual([
    'access-two',
    'refresh-two',
    'id-two',
  ]);
  expect(expiresOn()).toBe(next.exp);
});

test('many refused calls share one refresh', async () => {
  storeTokens(tokensFor('one'));
  const server = needsFresh(new FakeServer()).on(auth.refresh, () => tokensFor('two'));
  await Promise.all([call(accounts.profile), call(accounts.profile), call(accounts.profile)]);
  expect(server.calls.filter((line) => line.includes('/auth/refresh/'))).toHaveLength(1);
});

test('a tab that waited finds the tokens of the other one and sends nothing', async () => {
  storeTokens(tokensFor('two'));
  const server = new FakeServer();
  expect(await refreshSession('access-one')).toBe(true);
  expect(server.calls).toEqual([]);
});

test('REL-17 a refused refresh ends the session, a failing server does not', async () => {
  storeTokens(tokensFor('one'));
  const server = needsFresh(new FakeServer()).on(auth.refresh, () => new Refusal('unavailable'));
  await expect(call(accounts.profile)).rejects.toMatchObject({ code: 'unavailable' });
  expect(isSignedIn()).toBe(true);
  server.on(auth.refresh, () => new Refusal('unauthenticated'));
  await expect(call(accounts.profile)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(isSignedIn()).toBe(false);
  expect(sessionEnd()).toBe('expired');
});

test('a refresh that ends after sign-out does not bring the session back', async () => {
  storeTokens(tokensFor('one'));
  new FakeServer().on(auth.refresh, () => {
    clearSession('sign-out');
    return tokensFor('two');
  });
  expect(await refreshSession('access-one')).toBe(false);
  expect(accessToken()).toBeNull();
});

test('within 300 s of expiry a success refreshes in the background', async () => {
  storeTokens(tokensFor('one', Math.round(Date.now() / 1000) + 299));
  new FakeServer().on(accounts.profile, () => profileOf('Coder')).on(auth.refresh, () => tokensFor('two'));
  await call(accounts.profile);
  await vi.waitFor(() => expect(accessToken()).toBe('access-two'), { timeout: 60_000 });
});

test('earlier than that it does not', async () => {
  storeTokens(tokensFor('one', Math.round(Date.now() / 1000) + 310));
  const server = new FakeServer().on(accounts.profile, () => profileOf('Coder'));
  await call(accounts.profile);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(server.calls).toHaveLength(1);
});

test('a wrong old password is no reason to refresh or to sign out', async () => {
  storeTokens(tokensFor('one'));
  const server = new FakeServer().on(auth.changePassword, () => new Refusal('wrong-credentials'));
  const attempt = call(auth.changePassword, { body: { old_password: 'a', new_password: 'b' } });
  await expect(attempt).rejects.toMatchObject({ code: 'wrong-credentials', message: 'Wrong username or password.' });
  expect(server.calls).toHaveLength(1);
  expect(isSignedIn()).toBe(true);
});

test('problems carry code, fields and words; no answer says so', async () => {
  const server = new FakeServer().on(
    auth.signUp,
    () => new Refusal('validation', { detail: 'Look again.', errors: [{ path: 'email', message: 'Invalid email address' }] }),
  );
  const failed = (await call(auth.signUp, { body: {} as never }).catch((error: unknown) => error)) as ApiError;
  expect([failed.status, failed.code, failed.message]).toEqual([422, 'validation', 'Look again.']);
  expect(failed.fields).toEqual([{ path: 'email', message: 'Invalid email address' }]);
  server.offline = true;
  await expect(call(auth.login, { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({ code: 'offline' });
});
