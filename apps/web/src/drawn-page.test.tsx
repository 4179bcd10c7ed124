import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { auth } from '@incisive/contract/auth';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { drawPage } from './drawn-page.tsx';
import { keepEarlyPress } from './lib/early-press.ts';
import { Page } from './page.tsx';
import { FakeServer, Refusal } from './testing/fake-server.ts';

let leave: () => void = () => undefined;
afterEach(() => leave());

/** The page as the server sends it, before its script has come. */
function receive(sampleData: boolean): HTMLElement {
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = drawPage(sampleData);
  keepEarlyPress();
  leave = () => root.remove();
  return root;
}

/** Its script has come. @returns what React could not take over as it was drawn */
async function takeOver(root: HTMLElement, sampleData: boolean): Promise<unknown[]> {
  const mended: unknown[] = [];
  await act(async () => {
    const drawn = hydrateRoot(root, <Page sampleData={sampleData} />, { onRecoverableError: (error) => mended.push(error) });
    leave = () => {
      act(() => drawn.unmount());
      root.remove();
    };
  });
  return mended;
}

test.each([false, true])('A10: the script takes the drawn sign-in card over as it is; sample data: %s', async (sampleData) => {
  new FakeServer();
  const root = receive(sampleData);
  const card = screen.getByRole('heading', { name: 'Sign in' });
  expect(screen.queryByText(/Sample data/) !== null).toBe(sampleData);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' }).disabled).toBe(true);
  expect(screen.getByLabelText('Username').hasAttribute('autofocus')).toBe(true);
  expect(await takeOver(root, sampleData)).toEqual([]);
  expect(card.isConnected).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
});

test('A10: what is typed and pressed before the script stands counts when it does', async () => {
  const asked = vi.fn<(body: unknown) => void>();
  new FakeServer().on(auth.login, ({ body }) => {
    asked(body);
    return new Refusal('wrong-credentials');
  });
  const user = userEvent.setup();
  const root = receive(false);
  await user.type(screen.getByLabelText('Username'), 'early');
  await user.type(screen.getByLabelText('Password'), 'a quiet walk');
  const field = document.activeElement;
  await user.keyboard('{Enter}');
  expect(asked).not.toHaveBeenCalled();
  expect(await takeOver(root, false)).toEqual([]);
  await waitFor(() => expect(asked).toHaveBeenCalledWith({ username: 'early', password: 'a quiet walk' }));
  expect(asked).toHaveBeenCalledTimes(1);
  await screen.findByText(/Wrong username or password/);
  expect(document.activeElement).toBe(field);
});

test('A10: a link of the card that is pressed early leads where it says', async () => {
  new FakeServer();
  const user = userEvent.setup();
  const root = receive(false);
  await user.click(screen.getByRole('button', { name: 'Reset password' }));
  await takeOver(root, false);
  expect(await screen.findByRole('button', { name: 'Send Code' })).toBeTruthy();
});
