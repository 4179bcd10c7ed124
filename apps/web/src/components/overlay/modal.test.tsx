import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Modal } from './modal.tsx';

const page = (opened: boolean) => (
  <MantineProvider env="test">
    <h1 tabIndex={-1}>Users</h1>
    <button type="button">Invite</button>
    <Modal opened={opened} onClose={() => undefined} title="Invite">
      <input aria-label="Email" data-autofocus />
    </Modal>
  </MantineProvider>
);

it('A6: a dialog opened again right after it closed has the focus, and gives it back', async () => {
  const { rerender } = render(page(false));
  const button = screen.getByRole('button', { name: 'Invite' });
  button.focus();
  rerender(page(true));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
  rerender(page(false));
  button.focus();
  rerender(page(true));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
  // As when what had the focus in the dialog is drawn again.
  (document.activeElement as HTMLElement).blur();
  // Longer than the first closing takes: nothing of it is left to act.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(document.activeElement).not.toBe(button);
  rerender(page(false));
  await waitFor(() => expect(document.activeElement).toBe(button));
});
