import * as z from 'zod/mini';
import { noteDetail, noteEndpoints } from './notes.ts';

/** EdNotes: the notes mechanism without codes. Single answers are wrapped in `data`. */
export const edNotes = noteEndpoints({
  path: 'ed-notes',
  label: 'EdNote',
  ids: 'ed_notes',
  detail: z.object({ data: noteDetail }),
  docxName: 'EdNotes.docx',
  zipName: 'EdNotes.zip',
});
