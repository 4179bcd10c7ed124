import { useCallback, useEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Draft } from '@incisive/contract/notes';
import { toast, toastFailure } from '../../../components/feedback/toasts.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { LoadedNote, NoteKindScreen } from '../note-screens.ts';
import { useDraftSaver } from '../../../lib/drafts/use-draft-saver.ts';
import type { DraftState } from '../../../lib/drafts/draft-saver.ts';
import { codesKey, draftQuery, noteQuery, putDraft, removeDraft } from '../workbench.queries.ts';

/** Somebody else's text, which a stale save is answered with. */
export interface Theirs {
  readonly text: string;
  readonly etag: string | null;
  readonly updatedBy: string | null;
  readonly updatedAt: string;
}

export interface NoteEditor {
  /** Null in view mode. */
  readonly text: string | null;
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly error: unknown;
  readonly theirs: Theirs | null;
  readonly draft: DraftState;
  /** When the text that was restored had been kept; null when nothing was. */
  readonly restored: string | null;
  /** A draft that waits to be gone on with, while the note is only read. */
  readonly waiting: Draft | null;
  /** Throws the draft away that waits. */
  readonly discard: () => void;
  readonly start: () => void;
  readonly change: (text: string) => void;
  /** Leaves edit mode and forgets the draft; the caller asks first when there are changes. */
  readonly leave: () => void;
  readonly submit: () => Promise<void>;
  /** Takes the other's text. */
  readonly reload: () => Promise<void>;
  readonly overwrite: () => Promise<void>;
  /** Back to the editor, with one's own text. */
  readonly keepEditing: () => void;
}

interface Edit {
  readonly text: string;
  readonly etag: string | null;
  readonly baseUpdatedAt: string;
}

/** What the server sent beside `stale`: the text as it is now. */
function theirsOf(error: unknown): Theirs | null {
  if (!(error instanceof ApiError) || (error.code !== 'stale' && error.code !== 'stale-version')) return null;
  const current = (error.current ?? {}) as Partial<Record<'text' | 'etag' | 'updated_by' | 'updated_at', unknown>>;
  return typeof current.text === 'string'
    ? {
        text: current.text,
        etag: typeof current.etag === 'string' ? current.etag : null,
        updatedBy: typeof current.updated_by === 'string' ? current.updated_by : null,
        updatedAt: typeof current.updated_at === 'string' ? current.updated_at : '',
      }
    : null;
}

/** Edit mode: the text, its draft on the server, saving with a guard against stale saves, and what to do about one. */
export function useNoteEditor(screen: NoteKindScreen, loaded: LoadedNote, username: string): NoteEditor {
  const queries = useQueryClient();
  const { note, etag } = loaded;
  const name = `note:${screen.kind}:${note.id}`;
  const drafts = useDraftSaver<Edit>(name, (typed) => putDraft(screen, note.id, typed.text, typed.baseUpdatedAt));
  // What was in the field when the session ended is there again for its writer.
  const [edit, setEdit] = useState<Edit | null>(drafts.left ?? null);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const [restored, setRestored] = useState<string | null>(null);
  const touched = useRef(edit !== null);
  const waiting = useQuery(draftQuery(screen, note.id)).data ?? null;
  const dirty = edit !== null && edit.text !== note.text;

  const { stop } = drafts;
  const forgetDraft = useCallback((): void => {
    queries.setQueryData(draftQuery(screen, note.id).queryKey, null);
    stop()
      .then(() => removeDraft(screen, note.id))
      .catch(() => undefined);
  }, [note.id, queries, screen, stop]);

  const close = useCallback((): void => {
    setEdit(null);
    setError(null);
    setTheirs(null);
    setRestored(null);
    touched.current = false;
    void stop();
  }, [stop]);

  // The note changed under the reader: without changes of one's own edit mode is left, else both texts are shown.
  useEffect(() => {
    if (edit === null || saving || theirs !== null || edit.etag === etag) return;
    if (touched.current && edit.text !== note.text)
      setTheirs({ text: note.text, etag, updatedBy: note.updated_by, updatedAt: note.updated_at });
    else close();
  }, [close, edit, etag, note, saving, theirs]);

  const change = (next: string): void => {
    if (edit === null) return;
    touched.current = true;
    setEdit({ ...edit, text: next });
    drafts.change({ ...edit, text: next });
  };
  // Text that came over the end of a session goes to the server too.
  const { change: keep, left } = drafts;
  useEffect(() => {
    if (left) keep(left);
  }, [keep, left]);

  const start = (): void => {
    touched.current = false;
    setEdit({ text: note.text, etag, baseUpdatedAt: note.updated_at });
    queries.fetchQuery({ ...draftQuery(screen, note.id), staleTime: Infinity }).then(
      (kept) => {
        if (!kept || kept.text === note.text || touched.current) return;
        touched.current = true;
        setEdit((current) => (current ? { ...current, text: kept.text } : current));
        setRestored(kept.updated_at);
        // The draft began from an older text: both are shown before anything can be saved over the newer one.
        if (kept.base_updated_at !== null && kept.base_updated_at !== note.updated_at)
          setTheirs({ text: note.text, etag, updatedBy: note.updated_by, updatedAt: note.updated_at });
      },
      // Without the draft the note's own text is there to edit.
      () => undefined,
    );
  };

  const take = (saved: LoadedNote): void => {
    queries.setQueryData(noteQuery(screen, note.id).queryKey, saved);
    void queries.invalidateQueries({ queryKey: codesKey(note.id) });
    void queries.invalidateQueries({ queryKey: ['note-history', note.id] });
  };

  const save = async (version: string | null): Promise<void> => {
    if (edit === null || saving) return;
    setSaving(true);
    setError(null);
    try {
      const saved = await screen.save({ id: note.id, text: edit.text.trim(), updatedBy: username, etag: version });
      forgetDraft();
      close();
      take(saved);
      toast(screen.updated);
    } catch (problem) {
      const other = theirsOf(problem);
      if (other) setTheirs(other);
      else {
        setError(problem);
        toastFailure(problem);
      }
    } finally {
      setSaving(false);
    }
  };

  return {
    text: edit?.text ?? null,
    dirty,
    saving,
    error,
    theirs,
    draft: drafts.state,
    restored,
    waiting: edit === null && waiting !== null && waiting.text !== note.text ? waiting : null,
    discard: forgetDraft,
    start,
    change,
    leave: () => {
      if (touched.current) forgetDraft();
      close();
    },
    submit: () => save(edit?.etag ?? null),
    reload: async () => {
      forgetDraft();
      close();
      await queries.invalidateQueries({ queryKey: noteQuery(screen, note.id).queryKey });
      await queries.invalidateQueries({ queryKey: codesKey(note.id) });
    },
    overwrite: () => save(theirs?.etag ?? null),
    keepEditing: () => {
      // The next save is meant against what the reader has seen now.
      setEdit((current) =>
        current && theirs ? { ...current, etag: theirs.etag, baseUpdatedAt: theirs.updatedAt || current.baseUpdatedAt } : current,
      );
      setTheirs(null);
    },
  };
}
