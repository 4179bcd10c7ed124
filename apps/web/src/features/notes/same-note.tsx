import { Link } from '@tanstack/react-router';
import { sameNote } from '@incisive/contract/notes';
import type { SameNote } from '@incisive/contract/notes';
import { shortId } from '../../components/data-table/note-cells.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatMoment } from '../../lib/dates.ts';
import type { NoteKindPages } from './note-pages.ts';

/** The note that was there before, of a refusal that says so; null for any other failure. */
export function sameNoteOf(error: unknown): SameNote | null {
  if (!(error instanceof ApiError) || error.code !== 'same-note') return null;
  const read = sameNote.safeParse(error.current);
  return read.success ? read.data : null;
}

/** Says which note has the same text or file, with the way to it in a window of its own: what is here stays. */
export const SameNoteWords = ({ first, pages }: { readonly first: SameNote; readonly pages: NoteKindPages }) => (
  <>
    {pages.label}{' '}
    <Link to={pages.notePath} params={{ id: first.id }} target="_blank">
      {first.filename ?? shortId(first.id)}
    </Link>{' '}
    has the same text or file. It was added {formatMoment(first.created_at)}.
  </>
);
