import { useRef, useState } from 'react';
import type { Ref } from 'react';
import { Button } from '@mantine/core';
import { limits } from '@incisive/contract/limits';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';
import type { ConfirmDialogProps } from '../overlay/confirm-dialog.tsx';
import { focusHeading } from './focus-heading.ts';
import { toastFailure } from '../feedback/toasts.tsx';

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

interface BulkButtonProps {
  readonly label: string;
  readonly size: number;
  readonly onClick: () => void;
  readonly loading?: boolean;
  readonly danger?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** There whether rows are chosen or not, and silent until some are. */
export const BulkButton = ({ label, size, danger = false, ...button }: BulkButtonProps) => (
  <Button
    variant="subtle"
    size="xs"
    color={danger ? 'red' : 'gray'}
    className={size === 0 ? 'quiet-off' : ''}
    disabled={size === 0}
    {...(danger && size > 0 ? { c: 'var(--danger)' } : {})}
    {...button}
  >
    {label}
  </Button>
);

/** A button over a list that does something with the chosen rows, asking first where it cannot be taken back. */
export function BulkAction({ label, size, run, confirm, danger = false }: BulkActionProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const go = async (): Promise<void> => {
    setBusy(true);
    let worked = false;
    try {
      await run();
      worked = true;
    } catch (error) {
      toastFailure(error);
      throw error;
    } finally {
      setBusy(false);
      if (worked || !confirm) setTimeout(() => keepFocus(button.current), 50);
    }
  };
  return (
    <>
      <BulkButton
        ref={button}
        label={label}
        size={size}
        danger={danger}
        loading={busy && !asking}
        onClick={() => (confirm ? setAsking(true) : void go().catch(() => undefined))}
      />
      {confirm ? <ConfirmDialog opened={asking} onClose={() => setAsking(false)} onConfirm={go} {...confirm} /> : null}
    </>
  );
}

/** With nothing chosen any more the button is disabled and cannot take the focus back: a keyboard would start from nowhere. */
function keepFocus(button: HTMLButtonElement | null): void {
  const active = document.activeElement;
  const kept = active !== null && active !== document.body && active !== button && !active.closest('[role="dialog"]');
  if (kept) return;
  if (button && !button.disabled) button.focus();
  else focusHeading();
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
