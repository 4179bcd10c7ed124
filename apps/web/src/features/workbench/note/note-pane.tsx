import type { ReactNode } from 'react';
import type { NoteDetail } from '@incisive/contract/notes';
import { DraftNotice } from './draft-notice.tsx';
import { FindBar } from './find-bar.tsx';
import { NoteConflict } from './note-conflict.tsx';
import { NoteEditorField } from './note-editor.tsx';
import { NoteText } from './note-text.tsx';
import type { NoteTextProps } from './note-text.tsx';
import type { useFind } from '../use-note-screen.ts';
import type { NoteEditor } from './use-note-editor.ts';
import classes from '../note-screen.module.css';

export interface NotePaneProps extends Pick<NoteTextProps, 'evidence' | 'settled' | 'current' | 'onMark'> {
  readonly note: NoteDetail;
  readonly label: string;
  readonly editor: NoteEditor;
  readonly find: ReturnType<typeof useFind>;
  /** Quiet words beside the count of words. */
  readonly aside?: ReactNode;
}

const typeWords = { text: 'Typed', txt: 'Text file', docx: 'Word file', pdf: 'PDF file' } as const;
const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0;

/** The note's side of the screen: its text, or the editor, or both versions after a stale save. */
export function NotePane({ note, label, editor, find, aside, ...text }: NotePaneProps) {
  return (
    <section aria-label={`${label} text`}>
      <div className={classes.toolbar}>
        <span className={classes.toolbarWords}>
          <span>
            {typeWords[note.type]}, {wordsIn(note.text).toLocaleString('en-US')} words
          </span>
          {aside}
        </span>
        {editor.text === null ? (
          <FindBar
            input={find.input}
            phrase={find.phrase}
            onPhrase={find.setPhrase}
            onLeave={find.leave}
            count={find.hits.length}
            at={find.at}
            onStep={find.step}
          />
        ) : null}
      </div>
      <div className={classes.note}>
        <DraftNotice editor={editor} mayEdit={note.abilities.edit} />
        {editor.theirs ? (
          <NoteConflict editor={editor} theirs={editor.theirs} />
        ) : editor.text === null ? (
          <NoteText note={note} hits={find.hits} currentHit={find.hits.length > 0 ? find.at : null} {...text} />
        ) : (
          <NoteEditorField editor={editor} label={`Text of the ${label}`} />
        )}
      </div>
    </section>
  );
}
