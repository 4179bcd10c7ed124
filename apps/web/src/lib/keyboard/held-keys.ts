import { takesText } from './typing.ts';

/** Somebody who waits for a dialog: whether it has the focus now, and what Escape does meanwhile. */
export interface KeyHolder {
  readonly arrived: () => boolean;
  readonly giveUp: () => void;
}

const holders = new Set<KeyHolder>();
let typed = '';

/** Types into a field as a person would, so that the screen hears of it. */
function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const end = field.value.length;
  field.setRangeText(text, field.selectionStart ?? end, field.selectionEnd ?? end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/** Once a dialog has the focus, what was typed on the way goes into its field, and keys are free again. */
function deliver(): boolean {
  const there = [...holders].filter((holder) => holder.arrived());
  if (there.length === 0) return false;
  const [text, field] = [typed, document.activeElement];
  letGo(there);
  if (text !== '' && takesText(field)) typeInto(field, text);
  return true;
}

function press(event: KeyboardEvent): void {
  // Who still writes in a field of the page goes on: nothing of that is taken.
  if (deliver() || takesText(event.target)) return;
  event.stopImmediatePropagation();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (event.key === 'Escape') {
    const waiting = [...holders];
    letGo(waiting);
    for (const holder of waiting) holder.giveUp();
  } else if (event.key === 'Backspace') typed = Array.from(typed).slice(0, -1).join('');
  else if (Array.from(event.key).length === 1) typed += event.key;
}

function paste(event: ClipboardEvent): void {
  if (takesText(event.target)) return;
  event.stopImmediatePropagation();
  typed += event.clipboardData?.getData('text/plain') ?? '';
}

// After the focus has settled: a dialog may move it once more while it opens.
const focus = (): void => queueMicrotask(deliver);
const pointer = (): void => letGo([...holders]);

function letGo(which: readonly KeyHolder[]): void {
  for (const holder of which) holders.delete(holder);
  if (holders.size > 0) return;
  typed = '';
  window.removeEventListener('keydown', press, true);
  window.removeEventListener('paste', paste, true);
  window.removeEventListener('focusin', focus, true);
  window.removeEventListener('pointerdown', pointer, true);
}

/**
 * Holds the keys for a dialog that is on its way: no key acts on the page below, and letters are kept for the dialog's field.
 * @returns the way to stop; what was typed is kept when another holder follows at once.
 */
export function holdKeys(holder: KeyHolder): () => void {
  holders.add(holder);
  window.addEventListener('keydown', press, true);
  window.addEventListener('paste', paste, true);
  window.addEventListener('focusin', focus, true);
  window.addEventListener('pointerdown', pointer, true);
  return () =>
    queueMicrotask(() => {
      if (holders.has(holder)) letGo([holder]);
    });
}
