import { useSyncExternalStore } from 'react';

const query = '(max-width: 899px)';
const subscribe = (told: () => void): (() => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', told);
  return () => media.removeEventListener('change', told);
};

/** Whether the window is too narrow for a whole row of a list. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
