import { useLayoutEffect, useRef } from 'react';
import { holdKeys } from '../../lib/keyboard/held-keys.ts';

/** Holds the keys while it is drawn, or until the dialog named has the focus. */
export function HeldKeys({ until, onEscape }: { readonly until?: string; readonly onEscape: () => void }) {
  const escape = useRef(onEscape);
  useLayoutEffect(() => {
    escape.current = onEscape;
  });
  useLayoutEffect(
    () =>
      holdKeys({
        arrived: () =>
          until !== undefined && (document.activeElement?.closest(`[data-dialog="${CSS.escape(until)}"]`) ?? null) !== null,
        giveUp: () => escape.current(),
      }),
    [until],
  );
  return null;
}
