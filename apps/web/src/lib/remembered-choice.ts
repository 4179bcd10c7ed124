import { useSyncExternalStore } from 'react';

export interface RememberedChoice {
  readonly get: () => boolean;
  readonly set: (on: boolean) => void;
  readonly use: () => boolean;
}

/** A switch that is remembered in this browser; it outlives the session and counts in all tabs. */
export function rememberedChoice(storageKey: string, otherwise: boolean): RememberedChoice {
  const listeners = new Set<() => void>();
  const away = otherwise ? 'off' : 'on';
  const get = (): boolean => (localStorage.getItem(storageKey) === away) !== otherwise;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  };
  return {
    get,
    set: (on) => {
      if (on === otherwise) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, away);
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
