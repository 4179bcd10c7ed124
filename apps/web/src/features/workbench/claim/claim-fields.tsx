/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a field with a list of what it finds, after ARIA's combobox: the list's keys are the field's */
import { useEffect, useId, useRef, useState } from 'react';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClaimCase, ClaimLine, FoundDiagnosis, WordRange } from '@incisive/contract/cases';
import { messageOf } from '../../../lib/api/api-error.ts';
import { diagnosisQuery, proposedDiagnosesQuery } from './claim.queries.ts';
import { quote, wordsFor, wrongWords } from './claim-words.ts';
import { modifierWords } from './modifier-words.ts';
import classes from './claim.module.css';

/** One field in place of the fixes: the reason, then Enter. */
export function WhyField({
  first,
  onSay,
  onLeave,
}: {
  readonly first: string;
  readonly onSay: (why: string) => void;
  readonly onLeave: () => void;
}) {
  const [why, setWhy] = useState(first);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <input
      ref={field}
      className={classes.why}
      aria-label="Why"
      placeholder="Say why, then Enter"
      maxLength={500}
      value={why}
      onChange={(event) => setWhy(event.currentTarget.value)}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave();
        if (event.key === 'Enter' && why.trim() !== '') onSay(why.trim());
      }}
    />
  );
}

/** A field with a list of what it finds: arrows go through the list, Enter takes, Escape leaves. */
function FindField({
  label,
  hint,
  longest,
  listLabel,
  typed,
  onType,
  choices,
  otherwise = null,
  waiting = false,
  wrong,
  onTake,
  onLeave,
  onTab,
  note = null,
}: {
  readonly label: string;
  readonly hint: string;
  readonly longest: number;
  readonly listLabel: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly choices: readonly {
    readonly value: string;
    readonly code: string;
    readonly words: string;
    /** Words of the note that it stands on. */
    readonly said: string;
  }[];
  /** What Enter takes where nothing is listed. */
  readonly otherwise?: string | null;
  /** What is found for the typed words is on its way: Enter is taken when it is here. */
  readonly waiting?: boolean;
  /** What to do where Enter finds nothing to take. */
  readonly wrong: string;
  readonly onTake: (value: string) => void;
  readonly onLeave: () => void;
  /** Tab goes through what the listed choice may stand on; without it, it leaves the field. */
  readonly onTab?: (value: string, by: 1 | -1) => void;
  readonly note?: React.ReactNode;
}) {
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [refused, setRefused] = useState(false);
  // What the field finds or refuses stands below it, where the panel may end.
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [choices.length, refused]);
  const listed = choices[Math.min(at, choices.length - 1)];
  const chosen = listed?.value ?? otherwise;
  const take = (): void => {
    if (chosen === null) setRefused(true);
    else onTake(chosen);
  };
  const entered = useRef<string | null>(null);
  useEffect(() => {
    if (waiting || entered.current === null) return;
    const stands = entered.current === typed;
    entered.current = null;
    if (stands) take();
  });
  return (
    <div ref={box} className={classes.modifiers}>
      <TextInput
        unstyled
        classNames={{ error: classes.refusal }}
        error={refused ? wrong : undefined}
        ref={field}
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={list}
        aria-activedescendant={listed ? `${list}-${listed.value}` : undefined}
        aria-label={label}
        placeholder={hint}
        maxLength={longest}
        value={typed}
        onChange={(event) => {
          onType(event.currentTarget.value);
          setAt(0);
          setRefused(false);
        }}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onLeave();
          if (event.key === 'Enter' && waiting) entered.current = typed;
          else if (event.key === 'Enter') take();
          if (event.key === 'Tab' && onTab && listed) {
            event.preventDefault();
            onTab(listed.value, event.shiftKey ? -1 : 1);
          }
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            setAt((before) => Math.max(0, Math.min(choices.length - 1, before + (event.key === 'ArrowDown' ? 1 : -1))));
          }
        }}
      />
      {refused ? null : note}
      <div id={list} role="listbox" aria-label={listLabel}>
        {choices.map((choice) => (
          <div
            key={choice.value}
            id={`${list}-${choice.value}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice === listed}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(choice.value)}
          >
            <code>{choice.code}</code> {choice.words}
            {choice.said ? (
              <>
                {' '}
                <q className={classes.quiet}>{choice.said}</q>
              </>
            ) : null}
          </div>
        ))}
      </div>
    </div>
  );
}

const usual = ['59', 'XS', 'XE', 'LT', 'RT', '50', '22', '52', '53', '26', '58', '78', '79', '62', '80', 'AS', '51', '76', '77'];

/** Proposals of the note first, then what two letters name. Enter takes it, with its words, Tab chooses others; a modifier that stands is taken off. */
export function ModifierField({
  line,
  text,
  onChoose,
  onLeave,
  onWords,
}: {
  readonly line: ClaimLine;
  readonly text: string;
  readonly onChoose: (modifier: string, words: readonly WordRange[] | undefined) => void;
  readonly onLeave: () => void;
  /** The words that were chosen are to be seen in the note. */
  readonly onWords: (words: { readonly modifier: string; readonly ranges: readonly WordRange[] } | null) => void;
}) {
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<{ modifier: string; at: number } | null>(null);
  const shownWords = useRef(onWords);
  useEffect(() => () => shownWords.current(null), []);
  const wordsChosen = (modifier: string): readonly WordRange[] | undefined =>
    picked?.modifier === modifier ? wordsFor(text, line, modifier)[picked.at] : undefined;
  const pick = (modifier: string, by: 1 | -1): void => {
    if (line.modifiers.includes(modifier)) return;
    const choices = wordsFor(text, line, modifier);
    const before = picked?.modifier === modifier ? picked.at : 0;
    const steps = choices.length;
    let at = (before + by + steps) % steps;
    // Without a proposal the first choice has no words.
    if (choices[at]!.length === 0) at = (at + by + steps) % steps;
    setPicked({ modifier, at });
    onWords({ modifier, ranges: choices[at]! });
  };
  const asked = typed.trim().toUpperCase();
  const proposed = line.proposed.map((one) => one.modifier);
  const known = [...new Set([...proposed, ...line.modifiers, ...usual, ...Object.keys(modifierWords)])].filter((one) =>
    one.startsWith(asked),
  );
  const shown = /^[A-Z0-9]{2}$/.test(asked) && !known.includes(asked) ? [asked] : known.slice(0, 8);
  const said = (modifier: string): string =>
    quote(text, wordsChosen(modifier) ?? line.proposed.find((one) => one.modifier === modifier)?.words ?? []);
  return (
    <FindField
      label={`Modifiers of ${line.code}`}
      hint="Two characters, then Enter"
      longest={2}
      listLabel="Modifiers"
      typed={typed}
      onType={setTyped}
      choices={shown.map((modifier) => {
        const off = line.modifiers.includes(modifier);
        return {
          value: modifier,
          code: modifier,
          words: [...(off ? ['take off'] : []), modifierWords[modifier] ?? []].flat().join(': '),
          said: off ? '' : said(modifier),
        };
      })}
      onTake={(modifier) => onChoose(modifier, wordsChosen(modifier))}
      onLeave={onLeave}
      onTab={pick}
      wrong={wrongWords.modifier}
      note={<p className={classes.quiet}>Enter takes it with its words, Tab chooses other words.</p>}
    />
  );
}

/**
 * Adds a diagnosis by its code or by words of the imported file, first what the note's own diagnoses may be; without a file codes are typed,
 * and are not checked.
 */
export function DiagnosisField({
  claim,
  text,
  onAdd,
  onLeave,
}: {
  readonly claim: ClaimCase;
  readonly text: string;
  readonly onAdd: (icd: string) => void;
  readonly onLeave: () => void;
}) {
  const [typed, setTyped] = useState('');
  const date = claim.header.service_date;
  const { data: found, error, isLoading } = useQuery(diagnosisQuery(typed, date));
  const proposed = useQuery(proposedDiagnosesQuery(claim.note_id, date)).data?.results ?? [];
  const plain = typed.trim().toUpperCase().replace('.', '');
  const isCode = /^[A-Z]\d[0-9A-Z]{1,5}$/.test(plain);
  const taken = new Set(claim.diagnoses.map((one) => one.icd));
  const listed: readonly (FoundDiagnosis & { readonly words?: readonly WordRange[] })[] =
    typed.trim() === '' ? proposed.filter((one) => !taken.has(one.code)) : (found?.results ?? []).slice(0, 8);
  return (
    <FindField
      label="Add a diagnosis"
      hint="Code or words, then Enter"
      longest={100}
      listLabel="Diagnoses found"
      typed={typed}
      onType={setTyped}
      choices={listed.map((one) => ({
        value: one.code,
        code: shownIcd(one.code),
        words: one.description,
        said: quote(text, one.words ?? []),
      }))}
      waiting={isLoading}
      otherwise={found?.imported === false && isCode ? plain : null}
      wrong={
        error
          ? messageOf(error)
          : found?.imported === false
            ? wrongWords.notCode
            : wrongWords[found ? 'noDiagnosis' : 'diagnosis']
      }
      onTake={onAdd}
      onLeave={onLeave}
      note={
        found?.imported === false ? (
          <p className={classes.quiet}>No ICD-10-CM file covers this date: a typed code is taken and not checked.</p>
        ) : typed.trim() !== '' && found?.results.length === 0 ? (
          <p className={classes.quiet}>{wrongWords.noDiagnosis}</p>
        ) : null
      }
    />
  );
}

/** With its point after the third character. */
export const shownIcd = (code: string): string => (code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code);
