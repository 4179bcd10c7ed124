import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button, Group, TextInput } from '@mantine/core';
import { Modal } from './modal.tsx';
import { PlainForm } from '../form/plain-form.tsx';

export interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** May be asynchronous: the dialog stays, busy, until it settles, and closes when it succeeded. */
  readonly onConfirm: () => void | Promise<void>;
  readonly title?: string;
  /** Default 'Are you sure?'. */
  readonly text?: ReactNode;
  /** A word that must be typed first, case ignored. */
  readonly word?: string;
}

/**
 * The one confirmation dialog. Only deletes and lost changes ask; reversible acts offer Undo in their toast instead.
 * A rejected `onConfirm` leaves the dialog open: the caller shows what went wrong in a toast.
 */
export function ConfirmDialog({ opened, onClose, ...rest }: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={rest.title ?? 'Please confirm'} withCloseButton={false}>
      <ConfirmForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function ConfirmForm({ onClose, onConfirm, text = 'Are you sure?', word }: Omit<ConfirmDialogProps, 'opened' | 'title'>) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const ready = word === undefined || typed.trim().toLowerCase() === word.toLowerCase();
  const submit = async (): Promise<void> => {
    if (!ready || busy) return;
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch {
      setBusy(false);
    }
  };
  return (
    <PlainForm submit={submit}>
      <p className="dialog-text">{text}</p>
      {word === undefined ? null : (
        <TextInput
          data-autofocus
          label={`Type "${word}" to confirm`}
          placeholder={`Please type "${word}"`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          mb="md"
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button
          type="submit"
          color="red"
          disabled={!ready}
          loading={busy}
          {...(word === undefined ? { 'data-autofocus': true } : {})}
        >
          Ok
        </Button>
      </Group>
    </PlainForm>
  );
}
