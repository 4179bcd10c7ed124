import { takesText } from '../../lib/keyboard/typing.ts';

/** The acts of the note screen that have a key. */
export type KeyAct =
  | 'next-code'
  | 'previous-code'
  | 'approve'
  | 'reject'
  | 'tick'
  | 'open-alternatives'
  | 'show-anyway'
  | 'train'
  | 'add-code'
  | 'edit'
  | 'undo'
  | 'claim'
  | 'next-note'
  | 'previous-note'
  | 'find';

export interface KeyBinding {
  readonly act: KeyAct;
  /** `KeyboardEvent.key`, small letters. */
  readonly keys: readonly string[];
  /** As printed in tooltips and in the sheet. */
  readonly shown: readonly string[];
  readonly label: string;
  /** Pressed with Ctrl or Command; letters with a modifier belong to the browser otherwise. */
  readonly command?: true;
}

/** One table for handling, tooltips and the `?` sheet. */
export const keyBindings: readonly KeyBinding[] = [
  { act: 'next-code', keys: ['j', 'arrowdown'], shown: ['J', '↓'], label: 'Next code' },
  { act: 'previous-code', keys: ['k', 'arrowup'], shown: ['K', '↑'], label: 'Previous code' },
  { act: 'approve', keys: ['a'], shown: ['A'], label: 'Approve the code, or all selected codes' },
  { act: 'reject', keys: ['r'], shown: ['R'], label: 'Reject the code, or all selected codes' },
  { act: 'tick', keys: ['x'], shown: ['X'], label: 'Select the code' },
  {
    act: 'open-alternatives',
    keys: ['arrowright'],
    shown: ['→'],
    label: 'Open or fold the alternatives to the code',
  },
  { act: 'show-anyway', keys: ['s'], shown: ['S'], label: 'Show or hide codes of a note where nothing was done' },
  { act: 'add-code', keys: ['c', '/'], shown: ['C', '/'], label: 'Add CPT Code' },
  { act: 'train', keys: ['enter'], shown: ['Ctrl ⏎'], label: 'Train with the approved codes', command: true },
  { act: 'undo', keys: ['z'], shown: ['Ctrl Z'], label: 'Undo the last code action', command: true },
  { act: 'claim', keys: ['g'], shown: ['G'], label: 'Codes or claim' },
  { act: 'edit', keys: ['e'], shown: ['E'], label: 'Edit the text' },
  { act: 'find', keys: ['f'], shown: ['F'], label: 'Find in the note' },
  { act: 'next-note', keys: ['n'], shown: ['N'], label: 'Next note of the list' },
  { act: 'previous-note', keys: ['p'], shown: ['P'], label: 'Previous note of the list' },
];

/** The key of an act as tooltips print it. */
export const keyOf = (act: KeyAct): string => keyBindings.find((binding) => binding.act === act)?.shown[0] ?? '';

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey?: boolean;
  readonly isComposing?: boolean;
  readonly defaultPrevented?: boolean;
}

export interface KeyFocus {
  /** In a field that takes text: no key acts there. */
  readonly typing: boolean;
  /** In a widget with arrow keys of its own. */
  readonly arrows: boolean;
  /** A dialog is open: its keys are its own. */
  readonly dialog: boolean;
}

/** The act that a key press asks for, or null. While typing and in a dialog there is none. */
export function actOf(press: KeyPress, focus: KeyFocus): KeyAct | null {
  if (focus.typing || focus.dialog || press.isComposing === true || press.defaultPrevented === true || press.altKey) return null;
  const key = press.key.toLowerCase();
  // With Shift a letter is another letter; with Caps Lock it is the same.
  if (press.shiftKey === true && /^[a-z]$/.test(key)) return null;
  const commanded = press.ctrlKey || press.metaKey;
  if (focus.arrows && key.startsWith('arrow')) return null;
  const binding = keyBindings.find(({ keys }) => keys.includes(key));
  if (!binding || (binding.command ?? false) !== commanded) return null;
  return binding.act;
}

/** Where the focus is, as far as keys care. */
export function focusOf(target: EventTarget | null, document: Document): KeyFocus {
  const element = target instanceof Element ? target : null;
  const field = element?.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') ?? null;
  const typing = field !== null && (!(field instanceof HTMLInputElement) || takesText(field));
  const radio = field instanceof HTMLInputElement && field.type === 'radio';
  return {
    typing,
    arrows: radio || Boolean(element?.closest('[role="listbox"], [role="menu"], [role="radiogroup"], [role="tablist"]')),
    dialog: document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null,
  };
}
