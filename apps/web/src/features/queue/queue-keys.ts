import { useEffect } from 'react';
import { useKeyHints } from '../../components/overlay/key-hints.tsx';
import { isSingleKey, singleKeysAct } from '../../lib/keyboard/single-keys.ts';
import { isTyping } from '../../lib/keyboard/typing.ts';
import { useLatest } from '../../lib/use-latest.ts';

export interface QueueKeyActs {
  readonly hold: (id: string) => void;
  readonly skip: (id: string) => void;
  readonly release: (id: string) => void;
  readonly resume: (id: string) => void;
  /** Opens or closes the peek of a row; once open it goes along with the focus. */
  readonly peek: (id: string) => void;
  readonly follow: (id: string) => void;
  /** Whether there was a peek to close. */
  readonly closePeek: () => boolean;
  /** 0: all queues. */
  readonly choose: (digit: number) => void;
}

/** Those of the rows are the table's. */
const hints = [
  { keys: ['T'], does: 'Take the next case' },
  { keys: ['Space'], does: 'Look at the case without taking it' },
  { keys: ['H'], does: 'Hold a case of yours, then a digit' },
  { keys: ['W'], does: 'Skip a case of yours, then a digit' },
  { keys: ['Shift H'], does: 'Let a case of yours go' },
  { keys: ['U'], does: 'Bring a held case back' },
  { keys: ['0–9'], does: 'Choose a queue' },
];

/** The keys of the queue act on the row that has the focus. */
export function useQueueKeys(acts: QueueKeyActs): void {
  const latest = useLatest(acts);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role="dialog"], [role="menu"]')) {
        if (latest.current.closePeek()) event.preventDefault();
        return;
      }
      if (event.defaultPrevented || !isSingleKey(event) || !singleKeysAct() || isTyping(event)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      const { hold, skip, release, resume, peek, choose } = latest.current;
      if (/^\d$/.test(event.key)) {
        event.preventDefault();
        choose(Number(event.key));
        return;
      }
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-row]') : null;
      const id = target?.dataset['row'];
      const run = { h: hold, w: skip, H: release, u: resume, ' ': peek }[event.key];
      if (id === undefined || !run) return;
      event.preventDefault();
      run(id);
    };
    const follow = ({ target }: FocusEvent): void => {
      const id = target instanceof Element ? target.closest<HTMLElement>('tr[data-row]')?.dataset['row'] : undefined;
      if (id !== undefined) latest.current.follow(id);
    };
    document.addEventListener('keydown', press);
    document.addEventListener('focusin', follow);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('focusin', follow);
    };
  }, [latest]);
  useKeyHints(hints);
}
