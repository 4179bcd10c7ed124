import { useEffect } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { isLeaving } from '../../../lib/drafts/unsaved.ts';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';

export const unsavedWords = 'The changes you made will be lost. Are you sure you want to leave editing mode?';

export interface UnsavedGuardProps {
  readonly dirty: boolean;
  /** Cancel was pressed with changes. */
  readonly asking: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before changes are lost: on Cancel, on any navigation within the product, and, in the browser's words, on closing the tab. */
export function UnsavedGuard({ dirty, asking, onStay, onLeave }: UnsavedGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isLeaving()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
  const blocked = blocker.status === 'blocked';
  return (
    <ConfirmDialog
      opened={asking || blocked}
      title="Unsaved changes"
      text={unsavedWords}
      onClose={() => {
        if (blocked) blocker.reset();
        onStay();
      }}
      onConfirm={() => {
        onLeave();
        if (blocked) blocker.proceed();
      }}
    />
  );
}
