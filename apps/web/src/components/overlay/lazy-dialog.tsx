import { useEffect } from 'react';
import type { ComponentType } from 'react';
import { piece, usePiece } from '../../lib/pieces.ts';
import { Boundary } from './boundary.tsx';
import { HeldKeys } from './held-keys.tsx';
import { tellLoadFailure } from './load-failure.ts';

export interface LazyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Gives the focus back to what had it before, unless something else has taken it. */
function useFocusBack(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}

/**
 * A dialog that is fetched when the screen is idle (unless `ahead` is false), or at once when it is opened. It is only there while it is open.
 * Keys are held on the way (see Modal); what cannot be loaded or drawn says so and closes.
 * @example const DetailsDialog = lazyDialog(async () => (await import('./details-dialog.tsx')).DetailsDialog);
 */
export function lazyDialog<Props extends LazyDialogProps>(
  fetchDialog: () => Promise<ComponentType<Props>>,
  { ahead = true }: { readonly ahead?: boolean } = {},
): ComponentType<Props> {
  const dialog = piece(fetchDialog);
  return function LazyDialog(props: Props) {
    const { opened, onClose } = props;
    const fail = (): void => {
      void tellLoadFailure();
      onClose();
    };
    const Dialog = usePiece(opened, dialog, fail, ahead);
    useFocusBack(opened);
    if (!opened) return null;
    if (!Dialog) return <HeldKeys onEscape={onClose} />;
    return (
      <Boundary onFailure={fail}>
        <Dialog {...props} />
      </Boundary>
    );
  };
}
