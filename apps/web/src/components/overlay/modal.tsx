import { createElement, useId, useLayoutEffect, useState } from 'react';
import type { ModalProps } from '@mantine/core';
import { piece, usePiece } from '../../lib/pieces.ts';
import { focusHeading } from '../layout/focus-heading.ts';
import { HeldKeys } from './held-keys.tsx';
import { tellLoadFailure } from './load-failure.ts';

/** Mantine's Modal: no screen needs one to be read, so it comes when the screen stands. */
const mantineModal = piece(async () => (await import('./modal-loaded.tsx')).Modal);

/**
 * The one modal dialog. From the moment it is asked for until it has the focus, keys act on nothing below it, and what is typed
 * goes into its field. One that cannot be loaded says why and closes.
 */
export function Modal(props: ModalProps) {
  const { opened, onClose } = props;
  const id = useId();
  const [used, setUsed] = useState(opened);
  if (opened && !used) setUsed(true);
  const loaded = usePiece(opened, mantineModal, () => {
    void tellLoadFailure();
    onClose();
  });
  useReturnedFocus(opened, id);
  return (
    <>
      {loaded && used ? createElement(loaded, { ...props, 'data-dialog': id } as ModalProps) : null}
      {opened ? <HeldKeys until={id} onEscape={onClose} /> : null}
    </>
  );
}

/** Long enough for what is closing to be gone, also after its transition. */
const closingMs = 250;
/** The focus on its way back from the dialog that closed last. A dialog that opens meanwhile has it. */
let returning: ReturnType<typeof setTimeout> | undefined;
/** Where it is on its way to: the next dialog, when it was opened out of the one that closed, gives it back there. */
let owed: Element | null = null;

/**
 * After the dialog the focus stands where it was before, also when the dialog is taken away with what drew it; where that is gone or
 * can have no focus, at the page's heading.
 */
function useReturnedFocus(opened: boolean, id: string): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    clearTimeout(returning);
    const active = document.activeElement;
    const before = owed && (active === document.body || active?.closest('[role="dialog"]')) ? owed : active;
    owed = null;
    return () => {
      clearTimeout(returning);
      owed = before;
      returning = setTimeout(() => {
        owed = null;
        const { activeElement } = document;
        // What took the focus meanwhile has it: a field of the page, or a panel of another kind. Only what is closing gives it up.
        if (activeElement && activeElement !== document.body && !activeElement.closest(`[data-dialog="${CSS.escape(id)}"]`))
          return;
        const target = before instanceof HTMLElement && before !== document.body ? before : null;
        target?.focus();
        if (document.activeElement !== target || !target) focusHeading();
      }, closingMs);
    };
  }, [opened, id]);
}
