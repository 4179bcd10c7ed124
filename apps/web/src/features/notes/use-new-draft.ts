import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api/call.ts';
import type { DraftState } from '../../lib/drafts/draft-saver.ts';
import { useProfile } from '../../lib/session/profile.ts';
import { useDraftSaver } from '../../lib/drafts/use-draft-saver.ts';
import { newDraftKey } from './new-draft-key.ts';
import type { NoteKindPages } from './note-pages.ts';

export type NewDraftState = DraftState | 'restored';

/**
 * The text of a note that is not made yet, kept as the user's own draft on the server (never in the browser), so that a reload
 * or a sign-out loses nothing. Each window has a draft of its own.
 */
export function useNewDraft({ kind, drafts }: NoteKindPages) {
  const { id: userId } = useProfile();
  const key = useCallback(
    () => newDraftKey(kind, userId, async () => (await call(drafts.newDrafts)).drafts.map((draft) => draft.key)),
    [drafts, kind, userId],
  );
  const {
    state,
    left,
    change: keep,
    stop,
  } = useDraftSaver<string>(`new:${kind}`, async (text) => {
    const params = { key: await key() };
    if (text.trim() === '') await call(drafts.removeDraft, { params });
    else await call(drafts.putDraft, { params, body: { text } });
  });
  const [text, setText] = useState(left ?? '');
  const [restored, setRestored] = useState(left !== undefined);
  const touched = useRef(left !== undefined);

  useEffect(() => {
    let gone = false;
    const restore = async (): Promise<void> => {
      const { draft } = await call(drafts.getDraft, { params: { key: await key() } });
      // Typing began before the draft came: what is typed now wins.
      if (gone || touched.current || !draft?.text) return;
      setText(draft.text);
      setRestored(true);
    };
    if (!touched.current) restore().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [drafts, key]);

  // What came over the end of a session goes to the server too.
  useEffect(() => {
    if (left !== undefined) keep(left);
  }, [keep, left]);

  const change = useCallback(
    (value: string): void => {
      touched.current = true;
      setText(value);
      setRestored(false);
      keep(value);
    },
    [keep],
  );

  /** Once the note is made, or thrown away. */
  const forget = useCallback((): void => {
    setText('');
    setRestored(false);
    stop()
      .then(async () => call(drafts.removeDraft, { params: { key: await key() } }))
      .catch(() => undefined);
  }, [drafts, key, stop]);

  const shown: NewDraftState = restored ? 'restored' : state === 'kept' && text.trim() === '' ? 'none' : state;
  return { text, change, state: shown, forget };
}
