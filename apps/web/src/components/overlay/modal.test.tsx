import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Modal } from './modal.tsx';
import { Popup } from './popup.tsx';

/** Longer than a closing takes: nothing of it is left to act. */
const closed = () => new Promise((resolve) => setTimeout(resolve, 300));

const page = (opened: boolean) => (
  <MantineProvider env="test">
    <h1 tabIndex={-1}>Users</h1>
    <button type="button">Invite</button>
    <Popup
      trigger={(props) => (
        <button type="button" {...props}>
          Filter
        </button>
      )}
      label="Filter by name"
      width={200}
    >
      {() => <input aria-label="Name" />}
    </Popup>
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
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' })));
  rerender(page(false));
  button.focus();
  rerender(page(true));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' })));
  // As when what had the focus in the dialog is drawn again.
  (document.activeElement as HTMLElement).blur();
  await closed();
  expect(document.activeElement).not.toBe(button);
  rerender(page(false));
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('A6: a panel opened right after a dialog closed has the focus, and Escape closes it', async () => {
  const { rerender } = render(page(false));
  screen.getByRole('button', { name: 'Invite' }).focus();
  rerender(page(true));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' })));
  rerender(page(false));
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  const name = screen.getByRole('textbox', { name: 'Name' });
  expect(document.activeElement).toBe(name);
  await closed();
  expect(document.activeElement).toBe(name);
  fireEvent.keyDown(name, { key: 'Escape' });
  expect(screen.queryByRole('dialog', { name: 'Filter by name' })).toBeNull();
});
