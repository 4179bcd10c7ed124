import { useEffect, useRef } from 'react';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { HiddenWarning } from '../../../components/form/hidden-warning.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import type { DraftState } from '../../../lib/drafts/draft-saver.ts';
import type { NoteEditor } from './use-note-editor.ts';
import classes from './note-editor.module.css';

const draftWords: Record<DraftState, string> = {
  none: '',
  waiting: 'Saving your draft',
  kept: 'Draft kept',
  failed: 'Your draft couldn’t be saved yet. Your text is still here, and saving will be retried.',
};

/** The note's text as one field; what is typed is kept as a draft on the server. */
export function NoteEditorField({ editor, label }: { readonly editor: NoteEditor; readonly label: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <div className={classes.editor}>
      {editor.error === null ? null : <FailureNote error={editor.error} />}
      <textarea
        ref={field}
        className={classes.field}
        aria-label={label}
        value={editor.text ?? ''}
        onChange={(event) => editor.change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          if (editor.text?.trim() && editor.theirs === null && !editor.saving) void editor.submit();
        }}
        disabled={editor.saving}
        spellCheck
      />
      <HiddenWarning text={editor.text ?? ''} onRemove={editor.change} />
      <output className={classes.status}>
        {editor.restored !== null && editor.draft === 'none'
          ? `Restored your unsaved draft of ${formatMoment(editor.restored)}. Cancel discards it.`
          : draftWords[editor.draft]}
      </output>
    </div>
  );
}
