import { loadFailureWords, useLoadFailure } from '../../lib/load-failure.ts';
import { FailureNote } from '../feedback/failure-note.tsx';
import { reload } from './load-failure.ts';

/** In the place of a part that could not be loaded: why, and the way to have it. */
export function LoadFailureNote({ onRetry }: { readonly onRetry: () => void }) {
  const why = useLoadFailure(onRetry);
  return <FailureNote onRetry={why === 'updated' ? reload : onRetry}>{loadFailureWords[why]}</FailureNote>;
}
