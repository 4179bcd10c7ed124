import { loadFailureWords, whyNotLoaded } from '../../lib/load-failure.ts';
import { reloadKept } from '../../lib/drafts/unsaved.ts';
import { toast, toastError } from '../feedback/toasts.tsx';

/** Loads the page again, after what was typed is kept. */
export const reload = (): void =>
  void reloadKept().catch(() => toastError('Your text couldn’t be saved, so the page wasn’t reloaded. Try again.'));

/** Says why a dialog does not come, and what to do; the screen stays as it is. */
export async function tellLoadFailure(): Promise<void> {
  const why = await whyNotLoaded();
  if (why === 'updated')
    toast(loadFailureWords.updated, { type: 'info', persist: true, action: { label: 'Reload', run: reload } });
  else toastError(loadFailureWords[why]);
}
