import { useEffect, useState } from 'react';
import { type LoadFailure, loadFailureWords, whyNotLoaded } from '../../lib/load-failure.ts';
import { reload } from '../overlay/load-failure.ts';
import { FailureNote } from './failure-note.tsx';

interface LoadFailureNoteProps {
  readonly error?: unknown;
  /** What is said where neither the line nor a newer release is the reason. */
  readonly broken?: string;
  readonly onRetry: () => void;
}

/** In the place of what could not be loaded or drawn: why, and the way to have it. */
export function LoadFailureNote({ error, broken = loadFailureWords.broken, onRetry }: LoadFailureNoteProps) {
  const [why, setWhy] = useState<LoadFailure>('broken');
  useEffect(() => {
    let gone = false;
    void whyNotLoaded().then((found) => (gone ? undefined : setWhy(found)));
    return () => {
      gone = true;
    };
  }, [error]);
  return (
    <FailureNote error={error} onRetry={why === 'updated' ? reload : onRetry}>
      {why === 'broken' ? broken : loadFailureWords[why]}
    </FailureNote>
  );
}
