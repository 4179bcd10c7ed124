import { Button } from '@mantine/core';
import { formatMoment } from '../../../lib/dates.ts';
import type { NoteEditor } from './use-note-editor.ts';
import classes from './note-editor.module.css';

/** A draft that was left on this note, told as soon as the note is open. */
export function DraftNotice({ editor, mayEdit }: { readonly editor: NoteEditor; readonly mayEdit: boolean }) {
  if (editor.waiting === null || !mayEdit) return null;
  return (
    <section className={classes.waiting} aria-label="Your unsaved draft">
      <p>You have an unsaved draft of this note from {formatMoment(editor.waiting.updated_at)}.</p>
      <Button size="xs" variant="default" onClick={editor.start}>
        Continue editing
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={editor.discard}>
        Discard draft
      </Button>
    </section>
  );
}
