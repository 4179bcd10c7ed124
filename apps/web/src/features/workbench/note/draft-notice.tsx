import { Button } from '@mantine/core';
import { WarningStrip } from '../../../components/feedback/warning-strip.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import type { NoteEditor } from './use-note-editor.ts';

/** A draft that was left on this note, told as soon as the note is open. */
export function DraftNotice({ editor, mayEdit }: { readonly editor: NoteEditor; readonly mayEdit: boolean }) {
  if (editor.waiting === null || !mayEdit) return null;
  return (
    <WarningStrip
      label="Your unsaved draft"
      words={`You have an unsaved draft of this note from ${formatMoment(editor.waiting.updated_at)}.`}
    >
      <Button size="xs" variant="default" onClick={editor.start}>
        Continue editing
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={editor.discard}>
        Discard draft
      </Button>
    </WarningStrip>
  );
}
