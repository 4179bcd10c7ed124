import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DocumentReading } from '@incisive/contract/code-links';
import { readingQuery } from '../workbench.queries.ts';
import type { CodeSheet } from './use-code-sheet.ts';

export interface WithheldCodes {
  /** What the note reads as, when nothing was done and suggestions are asked for. */
  readonly reading: DocumentReading | null;
  /** Suggestions are held back now. */
  readonly isHeld: boolean;
  readonly toggle: () => void;
}

/** Whether suggestions are held back: where nothing was done, until somebody asks for them all the same. */
export function useWithheld(noteId: string, sheet: CodeSheet): WithheldCodes {
  const [shown, setShown] = useState(false);
  const suggests = sheet.mode === null || sheet.mode === 'SUGGESTED';
  const { data } = useQuery({ ...readingQuery(noteId), enabled: suggests && !sheet.loading, retry: false });
  const reading = suggests && data && data.kind !== 'operative' ? data : null;
  return { reading, isHeld: reading !== null && !shown, toggle: () => setShown((before) => !before) };
}
