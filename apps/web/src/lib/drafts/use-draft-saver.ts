import { useCallback, useEffect, useState } from 'react';
import { createDraftSaver } from './draft-saver.ts';
import type { DraftState } from './draft-saver.ts';
import { useProfile } from '../session/profile.ts';
import { isSignedIn, storedUserId } from '../session/session.ts';
import { forgetText, rememberText, rememberedText } from './remembered-text.ts';
import { registerUnsaved } from './unsaved.ts';

/**
 * Keeps what is typed into one field: as a draft on the server, and, over the end of a session, in this tab for its writer.
 * @param name of the field, the same when the screen is opened again.
 * @param put sends the draft; the first one given is used, and not while somebody else is signed in.
 */
export function useDraftSaver<Value>(name: string, put: (value: Value) => Promise<unknown>) {
  const { id: userId } = useProfile();
  const [state, setState] = useState<DraftState>('none');
  const [saver] = useState(() =>
    createDraftSaver<Value>(async (value) => {
      // Another tab may have signed somebody else in: this text is not theirs.
      if (storedUserId() === userId) await put(value);
    }, setState),
  );
  /** What was in the field when the session ended. */
  const [left] = useState(() => rememberedText<Value>(name, userId));

  useEffect(() => {
    const forget = registerUnsaved(saver.flush);
    return () => {
      forget();
      saver.flush().catch(() => undefined);
      if (isSignedIn()) forgetText(name);
    };
  }, [name, saver]);

  const change = useCallback(
    (value: Value): void => {
      rememberText(name, userId, value);
      saver.change(value);
    },
    [name, saver, userId],
  );
  /** Saved or thrown away. @returns when nothing of it is under way any more. */
  const stop = useCallback((): Promise<void> => {
    forgetText(name);
    setState('none');
    return saver.stop();
  }, [name, saver]);
  return { state, left, change, stop };
}
