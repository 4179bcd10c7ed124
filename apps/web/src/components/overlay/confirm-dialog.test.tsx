import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';

const open = (props: Partial<ConfirmDialogProps>) => {
  const onClose = vi.fn<() => void>();
  const onConfirm = vi.fn<() => void>();
  render(
    <MantineProvider env="test">
      <ConfirmDialog opened onClose={onClose} onConfirm={onConfirm} {...props} />
    </MantineProvider>,
  );
  return { onClose, onConfirm, user: userEvent.setup() };
};

test('asks Are you sure? with Cancel and Ok', async () => {
  const { onClose, onConfirm, user } = open({});
  await screen.findByText('Are you sure?');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Ok' }));
  expect(onConfirm).toHaveBeenCalled();
});

test('a typed word unlocks Ok, case ignored', async () => {
  const { onConfirm, user } = open({ word: 'delete' });
  const field = await screen.findByPlaceholderText('Please type "delete"');
  const ok = screen.getByRole<HTMLButtonElement>('button', { name: 'Ok' });
  expect(ok.disabled).toBe(true);
  await user.type(field, 'delet');
  expect(ok.disabled).toBe(true);
  await user.clear(field);
  await user.type(field, 'DELETE{Enter}');
  await waitFor(() => expect(onConfirm).toHaveBeenCalledOnce());
});

test('stays open when the act failed', async () => {
  const { onClose, user } = open({ onConfirm: () => Promise.reject(new Error('no')) });
  await user.click(await screen.findByRole('button', { name: 'Ok' }));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ok' }).disabled).toBe(false));
  expect(onClose).not.toHaveBeenCalled();
});
