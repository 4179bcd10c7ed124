import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { KeyHint } from '../overlay/keys-sheet.tsx';
import { isSingleKey, singleKeysAct } from '../../lib/keyboard/single-keys.ts';
import { isTyping } from '../../lib/keyboard/typing.ts';

/** For the `?` sheet. */
export const rowHints: readonly KeyHint[] = [
  { keys: ['J'], does: 'Next row' },
  { keys: ['K'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
];

/** Of a list whose rows can be selected. */
export const selectionHints: readonly KeyHint[] = [
  ...rowHints,
  { keys: ['X'], does: 'Select the row' },
  { keys: ['Shift X'], does: 'Select all rows from the last selected one to this' },
  { keys: ['Esc'], does: 'Clear the selection' },
];

/** The row that was looked at last, by list, for the way back from what it opened. */
const lastRows = new Map<string, string>();

interface RowKeys {
  /** Of the list, the same whenever it is opened. */
  readonly label: string;
  /** At the last row: asks for those that follow; null when there are none. */
  readonly more: (() => void) | null;
  readonly tick: ((at: number, range: boolean) => void) | null;
  /** Null when nothing is selected. */
  readonly clear: (() => void) | null;
}

const rowsOf = (region: HTMLElement): HTMLElement[] => [...region.querySelectorAll<HTMLElement>('tbody tr[data-row]')];

/** Whether all of a row's height stands between the head of the table and the foot of its region, and in the window. */
function isSeen(row: HTMLElement, region: HTMLElement): boolean {
  const [box, frame] = [row.getBoundingClientRect(), region.getBoundingClientRect()];
  const head = region.querySelector('thead')?.getBoundingClientRect().bottom ?? frame.top;
  const [top, bottom] = [Math.max(head, frame.top, 0), Math.min(frame.bottom, window.innerHeight)];
  return box.top >= top - 1 && box.bottom <= bottom + 1;
}

const opener = 'a[href], button[data-opens]';

function reveal(row: HTMLElement): void {
  // The head sticks to the top of the region: `scroll-margin` of the row keeps it clear.
  row.scrollIntoView({ block: 'nearest' });
  (row.querySelector<HTMLElement>(opener) ?? row).focus({ preventScroll: true });
}

/**
 * J and K go through the rows, Enter opens one, X selects it. The row that has the focus is the one that keys act on, and only while it is
 * seen: one that was scrolled away is brought back first.
 * @returns what 'Load more' runs: as J at the last row it goes on to the first row that comes.
 */
export function useRowKeys(region: RefObject<HTMLElement | null>, keys: RowKeys): () => void {
  const latest = useRef(keys);
  const awaited = useRef(0);
  useEffect(() => {
    latest.current = keys;
    // What was asked for has come; who has gone elsewhere meanwhile stays there.
    const rows = region.current ? rowsOf(region.current) : [];
    if (awaited.current > 0 && rows.length > awaited.current) {
      if (isStillThere()) reveal(rows[awaited.current]!);
      awaited.current = 0;
    }
  });
  useEffect(() => {
    // Asked before anybody has acted on the key: Esc in a panel closes the panel, and nothing else.
    let covered = false;
    const look = (): void => {
      covered = document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
    };
    const press = (event: KeyboardEvent): void => {
      const table = region.current;
      if (!table || covered || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isSingleKey(event) && !singleKeysAct()) return;
      const target = event.target instanceof Element ? event.target : null;
      const inRow = target?.closest<HTMLElement>('tr[data-row]') ?? null;
      const box = target instanceof HTMLInputElement && target.type === 'checkbox' && inRow !== null;
      if (!box && isTyping(event)) return;
      // Of several lists on one page, keys go to the one that has the focus, else to the first.
      const lists = [...document.querySelectorAll('[data-row-keys]')];
      const owner = lists.find((list) => list.contains(document.activeElement)) ?? lists[0];
      if (owner !== table) return;
      const act = actOn(event, table, inRow !== null && table.contains(inRow) ? inRow : null);
      if (act) event.preventDefault();
    };
    const actOn = (event: KeyboardEvent, table: HTMLElement, current: HTMLElement | null): boolean => {
      const rows = rowsOf(table);
      const { label, more, tick, clear } = latest.current;
      const at = current ? rows.indexOf(current) : -1;
      const go = (to: number): boolean => {
        const row = rows[to];
        if (!row) return false;
        lastRows.set(label, row.dataset['row'] ?? '');
        reveal(row);
        return true;
      };
      switch (event.key.toLowerCase()) {
        case 'j': {
          if (at < 0) return go(startOf(rows, table, label));
          if (at < rows.length - 1) return go(at + 1);
          awaited.current = more ? rows.length : 0;
          more?.();
          return true;
        }
        case 'k':
          return go(at < 0 ? startOf(rows, table, label) : Math.max(at - 1, 0));
        case 'x':
          if (at < 0 || !tick) return false;
          if (isSeen(rows[at]!, table)) tick(at, event.shiftKey);
          else go(at);
          return true;
        case 'enter': {
          // Links and buttons open by themselves; what cannot be seen is shown first.
          if (at < 0 || isSeen(rows[at]!, table)) return openRow(event, rows[at]);
          return go(at);
        }
        case 'escape':
          clear?.();
          return clear !== null;
        default:
          return false;
      }
    };
    document.addEventListener('keydown', look, true);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', look, true);
      document.removeEventListener('keydown', press);
    };
  }, [region]);
  return () => {
    awaited.current = keys.more && region.current ? rowsOf(region.current).length : 0;
    keys.more?.();
  };
}

/** The focus is on a row or on 'Load more', or it went with that button when the last rows came. */
function isStillThere(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.closest('[data-more], tr[data-row]') !== null;
}

/** Where J and K begin: at the row that was looked at last, else at the first that is seen. */
function startOf(rows: readonly HTMLElement[], table: HTMLElement, label: string): number {
  const last = rows.findIndex((row) => row.dataset['row'] === lastRows.get(label));
  if (last >= 0) return last;
  return Math.max(
    rows.findIndex((row) => isSeen(row, table)),
    0,
  );
}

/** Enter on the row itself or on its tick box opens what its first link leads to, or its button that opens it in place. */
function openRow(event: KeyboardEvent, row: HTMLElement | undefined): boolean {
  const link = row?.querySelector<HTMLElement>(opener);
  const own = event.target === row || (event.target instanceof HTMLInputElement && event.target.type === 'checkbox');
  if (!link || !own) return false;
  link.click();
  return true;
}
