import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { render } from '@testing-library/react';
import { feedbacks } from '@incisive/contract/feedbacks';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isSingleKey, setSingleKeys, singleKeysAct } from '../../lib/keyboard/single-keys.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';
import { useNoteKeys } from './use-note-keys.ts';

afterEach(() => setSingleKeys(true));

test.each([
  [{ key: 'a' }, true],
  [{ key: 'A', shiftKey: true }, true],
  [{ key: '?' }, true],
  [{ key: 'z', ctrlKey: true }, false],
  [{ key: 'ArrowDown' }, false],
  [{ key: 'Escape' }, false],
])('%o is a character alone: %s', (press, alone) => {
  expect(isSingleKey(new KeyboardEvent('keydown', press))).toBe(alone);
});

describe('WCAG 2.1.4 keys that are a character alone', () => {
  test('are switched off in the sheet, which the account menu still opens, and on again', async () => {
    serverFor(profileOf('Approver')).on(feedbacks.list, () => ({ results: [], count: 0, next: null, previous: null }));
    const { user } = renderApp('/feedbacks');
    await screen.findByRole('heading', { name: 'Feedback' });
    await user.keyboard('?');
    const choice = await screen.findByRole<HTMLInputElement>('switch', { name: /^Single-letter keys/ });
    expect(choice.checked).toBe(true);
    await user.click(choice);
    expect(choice.checked).toBe(false);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Account of Approver' }));
    await user.click(screen.getByRole('menuitem', { name: /Keys and colors/ }));
    await user.click(await screen.findByRole('switch', { name: /^Single-letter keys/ }));
    expect(singleKeysAct()).toBe(true);
  });

  test('do nothing on the note screen then; keys with Ctrl and arrows go on', async () => {
    const [approve, undo, next] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
    const Screen = () => {
      useNoteKeys({ approve, undo, 'next-code': next });
      return null;
    };
    render(<Screen />);
    const user = userEvent.setup();
    setSingleKeys(false);
    await user.keyboard('a');
    await user.keyboard('j');
    expect([approve.mock.calls.length, next.mock.calls.length]).toEqual([0, 0]);
    await user.keyboard('{Control>}z{/Control}');
    await user.keyboard('{ArrowDown}');
    expect([undo.mock.calls.length, next.mock.calls.length]).toEqual([1, 1]);
    setSingleKeys(true);
    await user.keyboard('a');
    expect(approve).toHaveBeenCalledTimes(1);
  });

  test('the choice is kept in this browser and outlives the session', () => {
    setSingleKeys(false);
    expect(localStorage.getItem('singleKeys')).toBe('off');
    setSingleKeys(true);
    expect(localStorage.getItem('singleKeys')).toBeNull();
  });
});
