import { useEffect, useRef } from 'react';
import { actOf, keyBindings, placeOf } from './keyboard.ts';
import type { KeyAct } from './keyboard.ts';
import { isSingleKey, singleKeysAct } from '../../lib/single-keys.ts';
import type { KeyHint } from '../../components/overlay/keys-sheet.tsx';

export type KeyActs = Partial<Record<KeyAct, () => void>>;

/** Listens for the screen's keys; an act that is not given leaves its key alone. */
export function useNoteKeys(acts: KeyActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (isSingleKey(event) && !singleKeysAct()) return;
      const act = actOf(event, placeOf(event.target, document));
      const run = act ? latest.current[act] : undefined;
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

const hints = (codes: boolean): KeyHint[] => [
  ...keyBindings.filter((binding) => codes || !binding.codes).map((binding) => ({ keys: binding.shown, does: binding.label })),
  { keys: ['Esc'], does: 'Close a dialog or the search' },
];

/** For the `?` sheet; at module scope so that they keep their identity. */
export const opNoteHints: readonly KeyHint[] = hints(true);
export const edNoteHints: readonly KeyHint[] = hints(false);
