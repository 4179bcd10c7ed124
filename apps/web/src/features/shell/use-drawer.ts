import { useCallback, useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useMediaQuery } from '@mantine/hooks';

const storageKey = 'drawerOpen';
const wideScreen = '(min-width: 1200px)';
const isWide = (): boolean => window.matchMedia(wideScreen).matches;

/**
 * The drawer's state: on wide screens it is open until somebody folds it, and stays as it was left; on narrow ones it lies over the
 * page, takes the focus, and closes by Escape or when a link is followed.
 */
export function useDrawer(button: RefObject<HTMLElement | null>, panel: RefObject<HTMLElement | null>) {
  const wide = useMediaQuery(wideScreen, isWide(), { getInitialValueInEffect: false });
  const [unfolded, setUnfolded] = useState(() => localStorage.getItem(storageKey) !== 'no');
  const [over, setOver] = useState(false);
  const open = wide ? unfolded : over;
  const close = useCallback(() => {
    setOver(false);
    button.current?.focus();
  }, [button]);
  const closeIfNarrow = useCallback(() => setOver(false), []);
  const toggle = useCallback(() => {
    if (!isWide()) setOver((before) => !before);
    else
      setUnfolded((before) => {
        localStorage.setItem(storageKey, before ? 'no' : 'yes');
        return !before;
      });
  }, []);
  useEffect(() => {
    if (wide || !over) return undefined;
    panel.current?.querySelector('a')?.focus();
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [wide, over, close, panel]);
  return { open, wide, toggle, close, closeIfNarrow };
}
