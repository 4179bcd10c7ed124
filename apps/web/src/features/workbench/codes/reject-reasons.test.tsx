import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aServerForEachTest, noteId, server } from '../note-server.fixture.ts';
import { renderScreen } from '../render-screen.fixture.tsx';
const path = `/opnotes/${noteId}`;

aServerForEachTest();

const rowOf = (code: string): HTMLElement => screen.getByRole('row', { name: new RegExp(code) });
const reasons = () => screen.findByRole('region', { name: /^Why was .* rejected/ });
const said = () => server.calls('POST /op-notes/:id/cpt-codes-rejected/reason/').map(({ body }) => body);

it('R and a digit: rejected, and why', async () => {
  const { user } = renderScreen(path);
  await screen.findByRole('row', { name: /29827/ });
  await user.keyboard('r');
  expect(
    within(await reasons())
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual([
    '1 Not done',
    '2 Part of another code',
    '3 Another code fits better',
    '4 Not documented',
    '5 History or plan only',
    '6 Another surgeon’s',
    '7 Wrong side, size or level',
    '8 Other',
  ]);
  await user.keyboard('4');
  expect(await within(rowOf('29827')).findByText('Not documented')).toBeTruthy();
  expect(said()).toEqual([{ cpt_codes: ['29827'], reason: 'not-documented' }]);
  expect(screen.queryByRole('region', { name: /^Why was/ })).toBeNull();
});

it('the digit belongs to the rejection alone while it waits, and to nobody here after three seconds', async () => {
  const { user } = renderScreen(path);
  await screen.findByRole('row', { name: /29827/ });
  const elsewhere = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener('keydown', elsewhere);
  await user.keyboard('j');
  elsewhere.mockClear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.keyDown(document.activeElement!, { key: 'r' });
  await reasons();
  elsewhere.mockClear();
  fireEvent.keyDown(document.activeElement!, { key: '9' });
  expect(elsewhere).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(3000));
  expect(screen.queryByRole('region', { name: /^Why was/ })).toBeNull();
  fireEvent.keyDown(document.activeElement!, { key: '1' });
  expect(elsewhere).toHaveBeenCalledTimes(1);
  document.removeEventListener('keydown', elsewhere);
  expect(said()).toEqual([]);
});

it('later it is said by the chip on the row, where it stays until it is said or left by Escape', async () => {
  const { user } = renderScreen(path);
  await screen.findByRole('row', { name: /29827/ });
  await user.keyboard('r');
  await reasons();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: /^Why was/ })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Why was 29827 rejected?' }));
  const asked = await reasons();
  await waitFor(() => expect(asked.contains(document.activeElement)).toBe(true));
  await user.click(within(asked).getByRole('button', { name: /Part of another code/ }));
  expect(await screen.findByRole('button', { name: '29827 rejected: Part of another code. Change' })).toBeTruthy();
  expect(document.activeElement).toBe(rowOf('29827'));
  expect(said()).toEqual([{ cpt_codes: ['29827'], reason: 'part-of-another' }]);
});

it('undo takes the rejection and its reason back', async () => {
  const { user } = renderScreen(path);
  await screen.findByRole('row', { name: /29827/ });
  await user.keyboard('r');
  await reasons();
  await user.keyboard('1');
  await within(rowOf('29827')).findByText('Not done');
  await user.keyboard('{Control>}z{/Control}');
  await screen.findByText('Undone');
  expect(within(rowOf('29827')).queryByText('Not done')).toBeNull();
  expect(screen.queryByRole('region', { name: /^Why was/ })).toBeNull();
});

it('a rejection that did not work has no reason', async () => {
  server.refuse('POST /op-notes/:id/cpt-codes-rejected/', { status: 409, code: 'acted-since' });
  const { user } = renderScreen(path);
  await screen.findByRole('row', { name: /29827/ });
  await user.keyboard('r');
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Why was/ })).toBeNull());
  await user.keyboard('1');
  expect(said()).toEqual([]);
});
