import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Button, TextInput } from '@mantine/core';
import { Modal } from '../overlay/modal.tsx';
import { dayAhead, dueWords } from '../../lib/work/due-words.ts';
import classes from './work.module.css';

export interface OfferedReason {
  readonly key: string;
  readonly label: string;
  /** Days until it is due again; shown before it is chosen. */
  readonly days?: number | undefined;
  /** Words are asked for. */
  readonly words?: boolean | undefined;
}

export interface ReasonDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly reasons: readonly OfferedReason[];
  readonly onChoose: (reason: OfferedReason, words?: string) => void;
}

/** Asks for a reason by one key: a digit, or arrows and Enter. */
export function ReasonDialog({ opened, onClose, title, reasons, onChoose }: ReasonDialogProps) {
  const [saying, setSaying] = useState<OfferedReason | null>(null);
  const close = (): void => {
    setSaying(null);
    onClose();
  };
  const choose = (reason: OfferedReason, words?: string): void => {
    if (reason.words && words === undefined) return setSaying(reason);
    close();
    onChoose(reason, words);
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const chosen = /^[1-9]$/.test(event.key) ? reasons[Number(event.key) - 1] : undefined;
    if (chosen && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      return choose(chosen);
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };
  return (
    <Modal opened={opened} onClose={close} title={saying ? saying.label : title}>
      {saying ? (
        <SayWords onSay={(words) => choose(saying, words)} />
      ) : (
        // Digits are heard wherever in the list the focus is.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <ul className={classes.reasons} onKeyDown={press}>
          {reasons.map((reason, at) => (
            <li key={reason.key}>
              <button type="button" data-autofocus={at === 0 || undefined} onClick={() => choose(reason)}>
                <kbd aria-hidden>{at < 9 ? at + 1 : ''}</kbd>
                <span>{reason.label}</span>
                {reason.days === undefined ? null : <Back days={reason.days} />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}

function Back({ days }: { readonly days: number }) {
  const { day, distance } = dueWords(dayAhead(days));
  return (
    <span className={classes.back}>
      {day} {distance}
    </span>
  );
}

function SayWords({ onSay }: { readonly onSay: (words: string) => void }) {
  const [words, setWords] = useState('');
  return (
    <form
      className={classes.words}
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim() !== '') onSay(words.trim());
      }}
    >
      <TextInput
        label="What it waits for"
        value={words}
        maxLength={500}
        data-autofocus
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Button type="submit" disabled={words.trim() === ''}>
        Hold
      </Button>
    </form>
  );
}
