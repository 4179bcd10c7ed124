import { useCallback, useReducer } from 'react';
import { errorTitles } from '@incisive/contract/errors';
import type { ErrorCode } from '@incisive/contract/errors';
import { limits } from '@incisive/contract/limits';
import type { Duplicates, SameNote } from '@incisive/contract/notes';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { randomId } from '../../lib/random-id.ts';
import type { NoteKindPages } from './note-pages.ts';
import { sameNoteOf } from './same-note.tsx';

export interface UploadItem {
  readonly id: string;
  readonly file: File;
  /** `failed` may go another time; `refused` never will. */
  readonly state: 'waiting' | 'sending' | 'reading' | 'done' | 'failed' | 'refused' | 'same';
  /** Share sent, 0 to 1. */
  readonly share: number;
  readonly error: string | null;
  readonly noteId: string | null;
  /** The note that was made of the same file or text before, while the person has not decided. */
  readonly same: SameNote | null;
}

type Change =
  | { readonly type: 'add'; readonly items: readonly UploadItem[] }
  | { readonly type: 'remove'; readonly id: string }
  | { readonly type: 'set'; readonly id: string; readonly to: Partial<UploadItem> };

function reduce(items: readonly UploadItem[], change: Change): readonly UploadItem[] {
  if (change.type === 'add') return [...items, ...change.items];
  if (change.type === 'remove') return items.filter((item) => item.id !== change.id);
  return items.map((item) => (item.id === change.id ? { ...item, ...change.to } : item));
}

/** What can be said of a file before it is sent; the server looks inside and has the last word. */
export function refusalOf(file: File): string | null {
  const name = file.name.toLowerCase();
  if (name.endsWith('.doc')) return errorTitles['file-old-doc'];
  if (!limits.noteExtensions.some((extension) => name.endsWith(extension))) return errorTitles['file-unsupported-type'];
  if (file.size > limits.uploadBytes) return 'This is larger than 5.12 MB.';
  return file.size === 0 ? errorTitles['file-empty'] : null;
}

/** What the server says of a file itself: the same file gets the same answer each time. */
const lasting: ReadonlySet<string> = new Set<ErrorCode>([
  'too-large',
  'unsupported-media-type',
  'file-unsupported-type',
  'file-empty',
  'file-no-text',
  'file-password-protected',
  'file-old-doc',
  'file-broken',
  'file-too-complex',
  'file-text-too-long',
]);
const isLasting = (error: unknown): boolean => error instanceof ApiError && lasting.has(error.code);

const atOnce = 3;
const isWaiting = (item: UploadItem): boolean => item.state === 'waiting';
const isBusy = (item: UploadItem): boolean => item.state === 'sending' || item.state === 'reading';

/** Files on their way to notes: three at once, each with its own progress, error and retry; one bad file holds up no other. */
export function useUploads(pages: NoteKindPages, tenant: string) {
  const [items, change] = useReducer(reduce, []);

  const add = useCallback((files: readonly File[]) => {
    const fresh = files.map((file): UploadItem => {
      const refusal = refusalOf(file);
      return {
        id: randomId(),
        file,
        state: refusal === null ? 'waiting' : 'refused',
        share: 0,
        error: refusal,
        noteId: null,
        same: null,
      };
    });
    change({ type: 'add', items: fresh });
  }, []);
  const remove = useCallback((id: string) => change({ type: 'remove', id }), []);

  const send = useCallback(
    async (item: UploadItem, duplicates: Duplicates = 'refuse'): Promise<'done' | 'failed' | 'same'> => {
      const set = (to: Partial<UploadItem>): void => change({ type: 'set', id: item.id, to });
      set({ state: 'sending', share: 0, error: null, same: null });
      try {
        const noteId = await pages.upload({
          file: item.file,
          // Another decision is another request.
          idempotencyKey: duplicates === 'refuse' ? item.id : `${item.id} ${duplicates}`,
          fields: { duplicates, ...(tenant === '' ? {} : { tenant }) },
          onProgress: (share) => set(share < 1 ? { share } : { share: 1, state: 'reading' }),
        });
        set({ state: 'done', share: 1, noteId });
        return 'done';
      } catch (error) {
        const same = sameNoteOf(error);
        set(same ? { state: 'same', same } : { state: isLasting(error) ? 'refused' : 'failed', error: readableError(error) });
        return same ? 'same' : 'failed';
      }
    },
    [pages, tenant],
  );

  /** Sends what is waiting. @returns of the whole list: how many became notes, how many were there before, of how many. */
  const submit = useCallback(async (): Promise<{ done: number; same: number; of: number }> => {
    const queue = items.filter(isWaiting);
    const was = (state: UploadItem['state']): number => items.filter((item) => item.state === state).length;
    const sent = { done: was('done'), same: was('same'), failed: 0 };
    const worker = async (): Promise<void> => {
      for (let item = queue.shift(); item; item = queue.shift()) sent[await send(item)] += 1;
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, worker));
    return { done: sent.done, same: sent.same, of: items.length };
  }, [items, send]);

  return { items, add, remove, submit, retry: send, waiting: items.filter(isWaiting).length, busy: items.some(isBusy) };
}

/** A file the browser can no longer read fails like a lost connection; the words must not send anyone to check the network. */
const readableError = (error: unknown): string =>
  error instanceof ApiError && error.code === 'offline'
    ? 'The upload didn’t finish. Check your connection and that the file hasn’t moved, then retry.'
    : messageOf(error);
