import { useEffect, useMemo } from 'react';
import { useKeyHints } from '../../components/overlay/key-hints.tsx';
import { actOf, keyBindings, focusOf } from './keyboard.ts';
import type { KeyAct } from './keyboard.ts';
import { isSingleKey, singleKeysAct } from '../../lib/keyboard/single-keys.ts';
import type { KeyHint } from '../../components/overlay/keys-sheet.tsx';
import { useLatest } from '../../lib/use-latest.ts';

export type KeyActs = Partial<Record<KeyAct, () => void>>;

/** Listens for the screen's keys; an act that is not given leaves its key alone. */
export function useNoteKeys(acts: KeyActs): void {
  const latest = useLatest(acts);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (isSingleKey(event) && !singleKeysAct()) return;
      const act = actOf(event, focusOf(event.target, document));
      const run = act ? latest.current[act] : undefined;
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [latest]);
}

/** For the `?` sheet: the keys of what the reader may do here, and no others. */
export function useNoteHints(may: Readonly<Record<KeyCapability, boolean>>, elsewhere = false): void {
  const { codes, claim, decide, add, train, edit } = may;
  const hints = useMemo<readonly KeyHint[]>(() => {
    // Another panel tells its own.
    if (elsewhere) return [];
    const allowed = { codes, claim, decide, add, train, edit };
    return [
      ...keyBindings
        .filter(({ act }) => {
          const needed = capabilityOf[act];
          return needed === null || allowed[needed];
        })
        .map(({ shown, label }) => ({ keys: shown, does: label })),
      { keys: ['Esc'], does: 'Close a dialog or the search' },
    ];
  }, [codes, claim, decide, add, train, edit, elsewhere]);
  useKeyHints(hints);
}

export type KeyCapability = 'codes' | 'claim' | 'decide' | 'add' | 'train' | 'edit';
const capabilityOf: Readonly<Record<KeyAct, KeyCapability | null>> = {
  'next-code': 'codes',
  'previous-code': 'codes',
  approve: 'decide',
  reject: 'decide',
  tick: 'decide',
  'open-alternatives': 'codes',
  'show-anyway': 'codes',
  undo: 'decide',
  'add-code': 'add',
  claim: 'claim',
  train: 'train',
  edit: 'edit',
  find: null,
  'next-note': null,
  'previous-note': null,
};
