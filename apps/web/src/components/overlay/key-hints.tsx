import { createContext, use, useEffect } from 'react';
import type { KeyHint } from './keys-sheet.tsx';

/** Adds hints to those of the screen; answers how they are taken out again. */
export const KeyHintsContext = createContext<(hints: readonly KeyHint[]) => () => void>(() => () => undefined);

/**
 * Tells the shell which keys the screen, or a part of it, has, for the `?` sheet. Keep `hints` at module scope.
 * @example useKeyHints(workbenchKeys);
 */
export function useKeyHints(hints: readonly KeyHint[]): void {
  const tell = use(KeyHintsContext);
  useEffect(() => tell(hints), [hints, tell]);
}
