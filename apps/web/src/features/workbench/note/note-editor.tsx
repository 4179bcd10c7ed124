import { useEffect, useMemo, useRef } from 'react';
import { Button } from '@mantine/core';
import { codePointName, showHidden, withoutHidden } from '@incisive/contract/characters';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
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

/** Says that the text holds what the field cannot show: it may turn words round, so that they read otherwise than they are stored. */
function HiddenWarning({ text, onRemove }: { readonly text: string; readonly onRemove: (text: string) => void }) {
  const names = useMemo(() => showHidden(text).flatMap((part) => (part.hidden ? [codePointName(part.text)] : [])), [text]);
  if (names.length === 0) return null;
  return (
    <div className={classes.waiting}>
      <p>
        <output>
          {`This text has ${names.length === 1 ? 'a character' : `${names.length.toLocaleString('en-US')} characters`} that cannot be seen and may turn words around: ${[...new Set(names)].join(', ')}.`}
        </output>
      </p>
      <Button size="compact-sm" variant="default" onClick={() => onRemove(withoutHidden(text))}>
        Remove
      </Button>
    </div>
  );
}

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
