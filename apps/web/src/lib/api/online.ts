import { useSyncExternalStore } from 'react';
import { onlineManager } from '@tanstack/react-query';

const subscribe = (listener: () => void): (() => void) => onlineManager.subscribe(listener);

/** Whether the browser has a line. What is asked for without one waits, and goes on by itself when it is back. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => onlineManager.isOnline());
