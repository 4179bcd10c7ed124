import { useEffect, useMemo } from 'react';
import { useKeyHints } from '../../../components/overlay/key-hints.tsx';
import { isSingleKey, singleKeysAct } from '../../../lib/keyboard/single-keys.ts';
import { focusOf } from '../keyboard.ts';
import { useLatest } from '../../../lib/use-latest.ts';

interface ClaimKey {
  readonly keys: readonly string[];
  readonly shown: readonly string[];
  readonly label: string;
  readonly command?: true;
  /** Left out for who may only look, and of a frozen claim. */
  readonly edits?: true;
}

/** The keys of the claim, for handling and for the `?` sheet. */
export const claimKeys = {
  tab: { keys: ['g'], shown: ['G'], label: 'Codes or claim' },
  next: { keys: ['j', 'arrowdown'], shown: ['J', '↓'], label: 'Next line' },
  previous: { keys: ['k', 'arrowup'], shown: ['K', '↑'], label: 'Previous line' },
  finding: { keys: ['v'], shown: ['V'], label: 'Next finding' },
  fix: { keys: ['.'], shown: ['.'], label: 'Take the first fix', edits: true },
  why: { keys: ['y'], shown: ['Y'], label: 'Say why', edits: true },
  modifiers: { keys: ['m'], shown: ['M'], label: 'Modifiers', edits: true },
  units: { keys: ['u'], shown: ['U'], label: 'Units', edits: true },
  day: { keys: ['i'], shown: ['I'], label: 'Another day for the line', edits: true },
  diagnoses: { keys: ['d'], shown: ['D'], label: 'Diagnoses', edits: true },
  pointer: { keys: '1 2 3 4 5 6 7 8 9'.split(' '), shown: ['1–9'], label: 'Point to a diagnosis', edits: true },
  up: { keys: ['['], shown: ['['], label: 'Move the line up', edits: true },
  down: { keys: [']'], shown: [']'], label: 'Move the line down', edits: true },
  order: { keys: ['o'], shown: ['O'], label: 'Order by value', edits: true },
  split: { keys: ['s'], shown: ['S'], label: 'Split by side or unit', edits: true },
  merge: { keys: ['b'], shown: ['B'], label: 'Merge with the line of the same code', edits: true },
  remove: { keys: ['backspace', 'delete'], shown: ['⌫'], label: 'Remove the line', edits: true },
  yes: { keys: ['a'], shown: ['A'], label: 'Add what the engine saw, or keep the code', edits: true },
  no: { keys: ['r'], shown: ['R'], label: 'Second look: leave out', edits: true },
  undo: { keys: ['z'], shown: ['Ctrl Z'], label: 'Undo the last change of the claim', command: true, edits: true },
  finish: { keys: ['enter'], shown: ['Ctrl ⏎'], label: 'Finish the claim', command: true, edits: true },
} as const satisfies Record<string, ClaimKey>;
export type ClaimKeyName = keyof typeof claimKeys;
export type ClaimKeyActs = Partial<Record<ClaimKeyName, (key: string) => void>>;

const entries = Object.entries(claimKeys) as [ClaimKeyName, ClaimKey][];

/** Listens for the claim's keys while its tab is open. A letter with Shift is another letter; in fields and dialogs no key acts. */
export function useClaimKeys(acts: ClaimKeyActs, edits: boolean): void {
  const latest = useLatest(acts);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if ((isSingleKey(event) && !singleKeysAct()) || event.defaultPrevented || event.altKey || event.isComposing) return;
      const place = focusOf(event.target, document);
      if (place.typing || place.dialog) return;
      const key = event.key.toLowerCase();
      if (event.shiftKey && /^[a-z]$/.test(key)) return;
      const commanded = event.ctrlKey || event.metaKey;
      const found = entries.find(([, one]) => one.keys.includes(key) && (one.command ?? false) === commanded);
      const act = found ? latest.current[found[0]] : undefined;
      if (!act) return;
      event.preventDefault();
      act(key);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [latest]);
  const hints = useMemo(
    () => entries.filter(([, one]) => edits || !one.edits).map(([, { shown, label }]) => ({ keys: shown, does: label })),
    [edits],
  );
  useKeyHints(hints);
}
