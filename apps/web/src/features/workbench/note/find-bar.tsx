import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { mostHits } from './note-text-model.ts';
import classes from '../note-screen.module.css';

export interface FindBarProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly phrase: string;
  readonly onPhrase: (phrase: string) => void;
  /** By Escape. */
  readonly onLeave: () => void;
  readonly count: number;
  readonly at: number;
  readonly onStep: (step: 1 | -1) => void;
}

/** Find in the note's text; always in its place, so that nothing moves when it is used. */
export function FindBar({ input, phrase, onPhrase, onLeave, count, at, onStep }: FindBarProps) {
  const asked = phrase.trim() !== '';
  const words = !asked ? '' : count === 0 ? 'None' : `${at + 1} of ${count === mostHits ? `${mostHits}+` : count}`;
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && input.current && event.target === input.current) {
        onPhrase('');
        onLeave();
      }
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, [input, onLeave, onPhrase]);
  return (
    <search ref={bar} className={classes.find} data-asked={asked}>
      <TextInput
        ref={input}
        size="xs"
        className={classes.findField ?? ''}
        aria-label="Find in note"
        placeholder="Find in note"
        value={phrase}
        onChange={(event) => onPhrase(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onStep(event.shiftKey ? -1 : 1);
        }}
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={
          asked ? <CloseButton size="xs" aria-label="Clear the search" onClick={() => onPhrase('')} /> : <kbd aria-hidden>F</kbd>
        }
        autoComplete="off"
        spellCheck={false}
      />
      <output className={classes.findCount}>{words}</output>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        aria-label="Previous hit"
        disabled={count === 0}
        onClick={() => onStep(-1)}
      >
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size={26} aria-label="Next hit" disabled={count === 0} onClick={() => onStep(1)}>
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
    </search>
  );
}
