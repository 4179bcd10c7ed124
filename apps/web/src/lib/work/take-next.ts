import type { QueryClient } from '@tanstack/react-query';
import { queue } from '@incisive/contract/queue';
import { toast, toastFailure } from '../../components/feedback/toasts.tsx';
import { call } from '../api/call.ts';
import { rememberedChoice } from '../remembered-choice.ts';
import { queueHomeQuery } from './work.queries.ts';

/** Whether the next case opens by itself when one is done with; the coder's own choice unless a lead has fixed it. */
export const autoLoad = rememberedChoice('autoLoadNext', true);

/** Cases that this page came to from the queue: these are taken by being opened, and the next one follows them. */
const fromQueue = new Set<string>();
export const openFromQueue = (noteId: string): void => void fromQueue.add(noteId);
export const isFromQueue = (noteId: string): boolean => fromQueue.has(noteId);

/** Takes the next case and opens it; says so when nothing waits. */
export async function takeNext(open: (noteId: string) => void, from?: string): Promise<void> {
  try {
    const { note_id } = await call(queue.next, { body: from === undefined ? {} : { queue: from } });
    if (note_id === null) {
      toast('Nothing waits in your queues', { type: 'info' });
      return;
    }
    openFromQueue(note_id);
    open(note_id);
  } catch (error) {
    toastFailure(error);
  }
}

/** Opens the next case once one from the queue is done with, where the coder or a lead wants that. */
export async function goOn(queries: QueryClient, done: string, open: (noteId: string) => void): Promise<void> {
  if (!isFromQueue(done)) return;
  const { auto_load_forced } = await queries.ensureQueryData(queueHomeQuery);
  if (auto_load_forced || autoLoad.get()) await takeNext(open);
}
