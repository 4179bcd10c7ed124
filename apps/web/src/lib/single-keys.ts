import { useSyncExternalStore } from 'react';

const storageKey = 'singleKeys';
const listeners = new Set<() => void>();

/** Whether single characters act as keys in this browser; on unless somebody has switched them off. */
export const singleKeysAct = (): boolean => localStorage.getItem(storageKey) !== 'off';

/** Remembers the choice for this browser; it outlives the session and counts in all tabs. */
export function setSingleKeys(act: boolean): void {
  if (act) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  for (const listener of listeners) listener();
}

/** A key press that is a character alone (WCAG 2.1.4): speech input and slips of the hand make these. */
export const isSingleKey = (press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  press.key.length === 1 && !press.ctrlKey && !press.metaKey && !press.altKey;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeysAct);
