import { fireEvent, screen, waitFor } from '@testing-library/react';
import { edNotes } from '@incisive/contract/ed-notes';
import type { NoteRow } from '@incisive/contract/notes';
import { opNotes } from '@incisive/contract/op-notes';
import { expect, test, vi } from 'vitest';
import { profileOf, renderApp, serverFor } from './render-app.tsx';

const row: NoteRow = {
  id: '33333333-3333-4333-8333-333333333333',
  text: 'A note',
  text_truncated: false,
  filename: 'knee.txt',
  created_by: 'someone',
  created_at: '2026-01-01T00:00:00Z',
  updated_by: null,
  updated_at: '2026-01-01T00:00:00Z',
  tenant: 'North Clinic',
  type: 'txt',
};
const page = () => ({ results: [row], count: 1, next: null, previous: null });
const serving = () =>
  serverFor(profileOf('Admin'))
    .on(opNotes.list, () => ({ ...page(), results: [{ ...row, cpt_codes_approved: [], state: 'new' as const }] }))
    .on(edNotes.list, page);

/** It has the focus; closed by Escape and by its button, it gives it back. */
async function expectFocusBack(
  user: ReturnType<typeof renderApp>['user'],
  open: () => Promise<unknown>,
  opener: HTMLElement,
): Promise<void> {
  const press = async (dialog: HTMLElement): Promise<void> =>
    user.click(
      [...dialog.querySelectorAll('button')].find((button) => button.textContent === 'Cancel') ??
        dialog.querySelector('.mantine-Modal-close')!,
    );
  for (const close of [() => user.keyboard('{Escape}'), press]) {
    await open();
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await close(dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
  }
}

test.each(['/opnotes', '/ednotes'])('A6: the question before notes of %s are deleted gives the focus back', async (path) => {
  serving();
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('checkbox', { name: 'Select knee.txt' }));
  const button = screen.getByRole('button', { name: 'Delete selected' });
  await expectFocusBack(user, () => user.click(button), button);
  expect(document.activeElement).toBe(button);
});

test('A6: the sheet of keys gives the focus back to the row that had it', async () => {
  serving();
  const { user } = renderApp('/opnotes');
  const link = await screen.findByRole('link', { name: '33333333' });
  await user.keyboard('j');
  await waitFor(() => expect(document.activeElement).toBe(link));
  await expectFocusBack(user, () => user.keyboard('?'), link);
});

test('A6: the question before an upload is left gives the focus back to what led away', async () => {
  serving();
  class Endless extends EventTarget {
    readonly upload = new EventTarget();
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {}
    send(): void {}
  }
  vi.stubGlobal('XMLHttpRequest', Endless);
  const { user } = renderApp('/opnotes/upload');
  const link = await screen.findByRole('link', { name: 'Add OpNote' });
  await screen.findByText('Drop files here, or choose them');
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [new File(['A note'], 'knee.txt')] } });
  await screen.findByText('knee.txt');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await expectFocusBack(user, () => user.click(link), link);
  expect(document.activeElement).toBe(link);
});
