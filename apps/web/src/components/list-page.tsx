import { useState } from 'react';
import { Button } from '@mantine/core';
import { limits } from '@incisive/contract/limits';
import { messageOf } from '../lib/api-error.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import { toastError } from './toasts.tsx';

export interface BulkActionProps {
  /** Such as 'Delete selected'. */
  readonly label: string;
  /** How many rows are chosen; none disables the button. */
  readonly size: number;
  /** Rejections are shown in a toast, and the dialog stays. */
  readonly run: () => Promise<unknown>;
  /** Without it the action runs at once. */
  readonly confirm?: Pick<ConfirmDialogProps, 'title' | 'text' | 'word'>;
  readonly danger?: boolean;
}

/** A button over a list that does something with the chosen rows, asking first where it cannot be taken back. */
export function BulkAction({ label, size, run, confirm, danger = false }: BulkActionProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      toastError(messageOf(error));
      throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="default"
        disabled={size === 0}
        loading={busy && !asking}
        {...(danger && size > 0 ? { c: 'var(--danger)' } : {})}
        onClick={() => (confirm ? setAsking(true) : void go().catch(() => undefined))}
      >
        {label}
      </Button>
      {confirm ? <ConfirmDialog opened={asking} onClose={() => setAsking(false)} onConfirm={go} {...confirm} /> : null}
    </>
  );
}

/** 'Delete selected' with the typed word, and the warning that items cannot be restored. */
export function DeleteSelected({
  size,
  what,
  run,
}: {
  readonly size: number;
  readonly what: string;
  readonly run: () => Promise<unknown>;
}) {
  return (
    <BulkAction
      label="Delete selected"
      size={size}
      run={run}
      danger
      confirm={{
        title: 'Delete selected',
        text: `Are you sure? ${size} ${what} will be deleted and cannot be restored.`,
        word: limits.deleteWord,
      }}
    />
  );
}
