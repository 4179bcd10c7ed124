import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { ResponseOf } from '@incisive/contract/endpoint';
import { limits } from '@incisive/contract/limits';
import { notices } from '@incisive/contract/notices';
import { opNotes } from '@incisive/contract/op-notes';
import { clearToasts, toast, toastFailure } from '../../../components/feedback/toasts.tsx';
import { call } from '../../../lib/api/call.ts';
import { listAddress } from '../../../lib/note-trail.ts';
import type { NoteTrail } from '../../../lib/note-trail.ts';
import { openNextAfterTrain } from '../../../lib/open-next.ts';

type Change = ResponseOf<typeof opNotes.submit>['changed'];

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** What Train says: that it was done, and what it changed once there are enough settled notes to tell. */
export function trainingWords(changed: Change): string {
  if (!changed || changed.n < limits.trainToastExamples) return notices.submitted();
  const step = (before: number, after: number): string =>
    percent(before) === percent(after) ? `${percent(after)} as before` : `${percent(before)} to ${percent(after)}`;
  return (
    `${notices.submitted()}. On ${changed.n.toLocaleString('en-US')} settled notes the right code now comes first in ` +
    `${step(changed.before.hit1, changed.after.hit1)}, among five in ${step(changed.before.hit5, changed.after.hit5)}.`
  );
}

/** Train: settles the note with its approved codes, then opens the list as it was, or the next note of it where the person wants so. */
export function useTraining(noteId: string, trail: NoteTrail) {
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);
  const takeBack = async (trainingId: string): Promise<void> => {
    try {
      await call(opNotes.undoSubmit, { params: { id: noteId }, body: { training_id: trainingId } });
      toast('Training undone', { type: 'info' });
    } catch (error) {
      toastFailure(error);
    }
  };
  const train = async (codes: readonly string[]): Promise<void> => {
    if (running) return;
    if (codes.length === 0) {
      toast('Approve a code first, then train.', { type: 'info' });
      return;
    }
    setRunning(true);
    try {
      const answer = await call(opNotes.submit, { params: { id: noteId }, body: { cpt_codes: [...codes] } });
      // What could be taken back one by one is settled now: Undo takes the training back.
      clearToasts();
      const undo = { label: 'Undo', run: () => void takeBack(answer.training_id) };
      const onward = { label: 'Next note', run: () => void trail.openNext() };
      const goesOn = trail.position !== null && (trail.position.next !== null || trail.position.more);
      const opensNext = goesOn && openNextAfterTrain.get();
      if (goesOn && !opensNext) toast('Added to training', { type: 'info', action: undo });
      toast(trainingWords(answer.changed), { action: goesOn && !opensNext ? onward : undo });
      if (!(opensNext && (await trail.openNext()))) await navigate(listAddress('op') as never);
    } catch (error) {
      toastFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return { train, running };
}
