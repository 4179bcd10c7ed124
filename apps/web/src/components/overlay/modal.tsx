import { createElement, useId, useState } from 'react';
import type { ModalProps } from '@mantine/core';
import { piece, usePiece } from '../../lib/pieces.ts';
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
  return (
    <>
      {loaded && used ? createElement(loaded, { ...props, 'data-dialog': id } as ModalProps) : null}
      {opened ? <HeldKeys until={id} onEscape={onClose} /> : null}
    </>
  );
}
