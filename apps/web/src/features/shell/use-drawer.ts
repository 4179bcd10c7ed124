import { useCallback, useEffect, useState } from 'react';
import type { RefObject } from 'react';

const storageKey = 'drawerOpen';
const isWide = (): boolean => window.matchMedia('(min-width: 900px)').matches;

/**
 * The drawer's state: on wide screens it stays as it was left; on narrow ones it lies over the page, takes the focus,
 * and closes by Escape or when a link is followed.
 */
export function useDrawer(button: RefObject<HTMLElement | null>, panel: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(() => isWide() && localStorage.getItem(storageKey) === 'yes');
  const set = useCallback((next: boolean) => {
    setOpen(next);
    if (isWide()) localStorage.setItem(storageKey, next ? 'yes' : 'no');
  }, []);
  const close = useCallback(() => {
    set(false);
    button.current?.focus();
  }, [set, button]);
  const closeIfNarrow = useCallback(() => {
    if (!isWide()) setOpen(false);
  }, []);
  const toggle = useCallback(() => set(!open), [set, open]);
  useEffect(() => {
    if (!open || isWide()) return undefined;
    panel.current?.querySelector('a')?.focus();
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open, close, panel]);
  return { open, toggle, close, closeIfNarrow };
}
