import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import type { NoteKindPages } from './note-kinds.ts';

export type DraftState = 'none' | 'restored' | 'waiting' | 'kept' | 'failed';
const keepAfterMs = 1000;
const params = { key: 'new' as const };

/**
 * The text of a note that is not made yet, kept as the user's own draft on the server (never in the browser), so that a reload
 * or a sign-out loses nothing.
 */
export function useNewDraft({ drafts }: NoteKindPages) {
  const [text, setText] = useState('');
  const [state, setState] = useState<DraftState>('none');
  const touched = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsent = useRef<string | null>(null);

  useEffect(() => {
    let gone = false;
    call(drafts.getDraft, { params })
      .then(({ draft }) => {
        // Typing began before the draft came: what is typed now wins.
        if (gone || touched.current || !draft?.text) return undefined;
        setText(draft.text);
        return setState('restored');
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [drafts]);

  const send = useCallback(async (): Promise<void> => {
    const value = unsent.current;
    unsent.current = null;
    clearTimeout(timer.current);
    if (value === null) return;
    try {
      if (value.trim() === '') await call(drafts.removeDraft, { params });
      else await call(drafts.putDraft, { params, body: { text: value } });
      setState(value.trim() === '' ? 'none' : 'kept');
    } catch {
      setState('failed');
    }
  }, [drafts]);

  useEffect(
    () => () => {
      void send();
    },
    [send],
  );

  const change = useCallback(
    (value: string): void => {
      touched.current = true;
      setText(value);
      setState('waiting');
      unsent.current = value;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void send(), keepAfterMs);
    },
    [send],
  );

  /** Once the note is made, or thrown away. */
  const forget = useCallback((): void => {
    clearTimeout(timer.current);
    unsent.current = null;
    setText('');
    setState('none');
    call(drafts.removeDraft, { params }).catch(() => undefined);
  }, [drafts]);

  return { text, change, state, forget };
}
