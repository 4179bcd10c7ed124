import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast, toastFailure } from '../../components/feedback/toasts.tsx';
import { focusHeading } from '../../components/layout/focus-heading.ts';
import { dropFromTrail, listAddress, useTrail } from '../../lib/note-trail.ts';
import { useProfile } from '../../lib/session/profile.ts';
import type { LoadedNote, NoteKindScreen } from './note-screens.ts';
import { findInText } from './note/note-text-model.ts';
import { useNoteEditor } from './note/use-note-editor.ts';
import { codesKey, noteQuery } from './workbench.queries.ts';

/** Find in the note: the phrase, its hits and which one is looked at. */
export function useFind(text: string) {
  const [phrase, setPhrase] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const before = useRef<HTMLElement | null>(null);
  const hits = useMemo(() => findInText(text, phrase), [text, phrase]);
  const current = hits.length === 0 ? 0 : Math.min(at, hits.length - 1);
  useEffect(() => {
    if (hits.length === 0) return;
    const mark = document.querySelector('mark[data-hit="current"]');
    mark?.scrollIntoView({ block: 'center' });
  }, [hits, current]);
  return {
    input,
    phrase,
    hits,
    at: current,
    setPhrase: useCallback((next: string) => {
      setPhrase(next);
      setAt(0);
    }, []),
    step: (by: 1 | -1) => setAt((current + by + hits.length) % Math.max(hits.length, 1)),
    /** Back to what had the focus before the search. */
    leave: useCallback(() => {
      const back = before.current?.isConnected ? before.current : document.querySelector<HTMLElement>('tr[aria-current="true"]');
      if (back) back.focus({ preventScroll: true });
      else focusHeading();
    }, []),
    open: () => {
      before.current =
        document.activeElement instanceof HTMLElement && document.activeElement !== document.body ? document.activeElement : null;
      input.current?.focus();
      input.current?.select();
    },
  };
}

/** What the screens of both kinds share: editing, position in the list, find, delete, and leaving. */
export function useNoteScreen(screen: NoteKindScreen, loaded: LoadedNote) {
  const { note } = loaded;
  const profile = useProfile();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const editor = useNoteEditor(screen, loaded, profile.username);
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const trail = useTrail(
    screen.kind,
    note.id,
    (id) => void navigate({ to: `${screen.listPath}/${id}` }),
    (error) => toastFailure(error),
  );
  const find = useFind(note.text);

  const remove = async (): Promise<void> => {
    try {
      await screen.remove(note.id);
    } catch (error) {
      toastFailure(error);
      throw error;
    }
    editor.leave();
    dropFromTrail(screen.kind, note.id);
    toast(screen.deleted);
    // Where SPEC says "to /", the application's first screen is the list.
    await navigate(listAddress('op') as never);
    queries.removeQueries({ queryKey: noteQuery(screen, note.id).queryKey });
    queries.removeQueries({ queryKey: codesKey(note.id) });
  };

  return {
    profile,
    editor,
    trail,
    find,
    remove,
    deleting,
    setDeleting,
    guard: {
      dirty: editor.dirty,
      asking,
      onStay: () => setAsking(false),
      onLeave: () => {
        setAsking(false);
        editor.leave();
      },
    },
    cancel: () => {
      if (editor.dirty) setAsking(true);
      else editor.leave();
    },
  };
}
