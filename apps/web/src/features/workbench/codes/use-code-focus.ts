import { useCallback, useEffect, useRef, useState } from 'react';
import { codeAt } from './code-sheet.ts';
import type { SheetRow } from './code-sheet.ts';

const wide = '(min-width: 900px)';
const isWide = (): boolean => window.matchMedia(wide).matches;
const rowOf = (code: string): HTMLElement | null => document.querySelector(`tr[data-code="${CSS.escape(code)}"]`);
const marksOf = (code: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`mark[data-codes~="${CSS.escape(code)}"]`),
];

/** In sight between the sticky bars and the window's end. */
function inSight(mark: HTMLElement): boolean {
  const { top, bottom } = mark.getBoundingClientRect();
  const margin = Number.parseFloat(getComputedStyle(mark).scrollMarginTop) || 0;
  return top >= margin && bottom <= window.innerHeight;
}

function focusRow(code: string): void {
  const row = rowOf(code);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

/**
 * Which code is focused. Going to a code brings its words into sight when none of them is; acting on one never moves the note.
 */
export function useCodeFocus(rows: readonly SheetRow[]) {
  const [chosen, setChosen] = useState<string | null>(null);
  const current = rows.some((row) => row.link.code === chosen) ? chosen : (rows[0]?.link.code ?? null);

  const arriving = useRef<string | null>(null);
  // A code that was just added is on the table only once it has been drawn, and the dialog that added it gives the focus back.
  useEffect(() => {
    const code = arriving.current;
    if (code === null || !rows.some((row) => row.link.code === code)) return;
    arriving.current = null;
    requestAnimationFrame(() => focusRow(code));
  });

  const showInNote = useCallback((code: string): void => {
    const marks = marksOf(code);
    if (marks.length > 0 && !marks.some(inSight)) marks[0]?.scrollIntoView({ block: 'center' });
  }, []);

  return {
    current,
    /** By pointer or focus. */
    point: setChosen,
    showInNote,
    /** By clicking a row: its words come into sight where both stand side by side. */
    visit: useCallback(
      (code: string): void => {
        setChosen(code);
        if (isWide()) showInNote(code);
      },
      [showInNote],
    ),
    /** By J and K. */
    step: (by: 1 | -1): void => {
      const code = codeAt(rows, current, by);
      if (code === null) return;
      setChosen(code);
      focusRow(code);
      if (isWide()) showInNote(code);
    },
    /** By a click on its words. */
    fromMark: useCallback((code: string): void => {
      setChosen(code);
      focusRow(code);
    }, []),
    /** Codes that were just added: the first of them comes into sight. */
    arriveAt: (codes: readonly string[]): void => {
      setChosen(codes[0] ?? null);
      arriving.current = codes[0] ?? null;
    },
  };
}
