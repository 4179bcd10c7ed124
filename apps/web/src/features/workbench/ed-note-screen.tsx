import { useState } from 'react';
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx';
import { toastFailure } from '../../components/feedback/toasts.tsx';
import { NoteFrame } from './note-frame.tsx';
import { HeadActions } from './note/head-actions.tsx';
import type { HeadAction } from './note/head-actions.tsx';
import { NoteHeader } from './note/note-header.tsx';
import { edNoteScreen } from './note-screens.ts';
import type { LoadedNote } from './note-screens.ts';
import { NoteLoader } from './note-loader.tsx';
import { NotePane } from './note/note-pane.tsx';
import { UnsavedGuard } from './note/unsaved-guard.tsx';
import { useNoteHints, useNoteKeys } from './use-note-keys.ts';
import { useNoteScreen } from './use-note-screen.ts';

const noCodes: ReadonlySet<string> = new Set();
const ignore = (): void => undefined;

/** /ednotes/{id}: the note screen without codes. */
export function EdNoteScreen({ id }: { readonly id: string }) {
  return (
    <NoteLoader screen={edNoteScreen} id={id}>
      {(loaded) => <EdNote key={id} loaded={loaded} />}
    </NoteLoader>
  );
}

function EdNote({ loaded }: { readonly loaded: LoadedNote }) {
  const { note } = loaded;
  const { editor, trail, find, remove, deleting, setDeleting, guard, cancel } = useNoteScreen(edNoteScreen, loaded);
  const [saving, setSaving] = useState(false);
  const editing = editor.text !== null;
  const editOff = note.abilities.edit ? null : 'Your role can’t change this text';
  useNoteHints({ codes: false, claim: false, decide: false, add: false, train: false, edit: note.abilities.edit });
  useNoteKeys({
    ...(editing || editOff !== null ? {} : { edit: editor.start }),
    ...(editing ? {} : { find: find.open }),
    'next-note': () => void trail.openNext(),
    'previous-note': trail.openPrevious,
  });
  const save = async (): Promise<void> => {
    setSaving(true);
    await edNoteScreen.download(note.id).catch((error: unknown) => toastFailure(error));
    setSaving(false);
  };
  const headActions: readonly HeadAction[] = [
    ...(note.abilities.delete ? [{ label: 'Delete', run: () => setDeleting(true) }] : []),
    { label: 'Download', run: () => void save(), loading: saving },
  ];
  return (
    <NoteFrame
      head={
        <NoteHeader screen={edNoteScreen} note={note} trail={trail} editor={editor} onCancel={cancel} editOff={editOff}>
          <HeadActions actions={headActions} />
        </NoteHeader>
      }
    >
      <NotePane
        note={note}
        label={edNoteScreen.label}
        editor={editor}
        find={find}
        evidence={[]}
        settled={noCodes}
        current={null}
        onMark={ignore}
      />
      <ConfirmDialog
        opened={deleting}
        onClose={() => setDeleting(false)}
        title="Delete"
        text={edNoteScreen.deleteText}
        onConfirm={remove}
      />
      <UnsavedGuard {...guard} />
    </NoteFrame>
  );
}
