/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a field with a list of what it finds, after ARIA's combobox: the list's keys are the field's */
import { useEffect, useId, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ClaimCase, ClaimHeader, ClaimLine, ClaimOperation } from '@incisive/contract/cases';
import { formatDay } from '../../../lib/dates.ts';
import { diagnosisQuery } from './claim.queries.ts';
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
  onTake,
  onLeave,
  note = null,
}: {
  readonly label: string;
  readonly hint: string;
  readonly longest: number;
  readonly listLabel: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly choices: readonly { readonly value: string; readonly code: string; readonly words: string }[];
  /** What Enter takes where nothing is listed. */
  readonly otherwise?: string | null;
  readonly onTake: (value: string) => void;
  readonly onLeave: () => void;
  readonly note?: React.ReactNode;
}) {
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  useEffect(() => field.current?.focus(), []);
  const listed = choices[Math.min(at, choices.length - 1)];
  const chosen = listed?.value ?? otherwise;
  return (
    <div className={classes.modifiers}>
      <input
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
        }}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onLeave();
          if (event.key === 'Enter' && chosen !== null) onTake(chosen);
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            setAt((before) => Math.max(0, Math.min(choices.length - 1, before + (event.key === 'ArrowDown' ? 1 : -1))));
          }
        }}
      />
      {note}
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
          </div>
        ))}
      </div>
    </div>
  );
}

const usual = ['59', 'XS', 'XE', 'LT', 'RT', '50', '22', '52', '53', '26', '58', '78', '79', '62', '80', 'AS', '51', '76', '77'];

/** Proposals of the note first, then what two letters name. Enter takes it, with its words; a modifier that stands is taken off. */
export function ModifierField({
  line,
  text,
  onChoose,
  onLeave,
}: {
  readonly line: ClaimLine;
  readonly text: string;
  readonly onChoose: (modifier: string) => void;
  readonly onLeave: () => void;
}) {
  const [typed, setTyped] = useState('');
  const asked = typed.trim().toUpperCase();
  const proposed = line.proposed.map((one) => one.modifier);
  const known = [...new Set([...proposed, ...line.modifiers, ...usual])].filter((one) => one.startsWith(asked));
  const shown = /^[A-Z0-9]{2}$/.test(asked) && !known.includes(asked) ? [asked] : known.slice(0, 8);
  const wordsOf = (modifier: string): string =>
    (line.proposed.find((one) => one.modifier === modifier)?.words ?? [])
      .map(({ start, end }) => `“${text.slice(start, end)}”`)
      .join(' ');
  return (
    <FindField
      label={`Modifiers of ${line.code}`}
      hint="Two characters, then Enter"
      longest={2}
      listLabel="Modifiers"
      typed={typed}
      onType={setTyped}
      choices={shown.map((modifier) => ({
        value: modifier,
        code: modifier,
        words: line.modifiers.includes(modifier) ? 'take off' : wordsOf(modifier),
      }))}
      onTake={onChoose}
      onLeave={onLeave}
    />
  );
}

/** Adds a diagnosis by its code or by words of the imported file; without a file codes are typed, and are not checked. */
export function DiagnosisField({
  claim,
  onAdd,
  onLeave,
}: {
  readonly claim: ClaimCase;
  readonly onAdd: (icd: string) => void;
  readonly onLeave: () => void;
}) {
  const [typed, setTyped] = useState('');
  const found = useQuery(diagnosisQuery(typed, claim.header.service_date)).data;
  const plain = typed.trim().toUpperCase().replace('.', '');
  const isCode = /^[A-Z]\d[0-9A-Z]{1,5}$/.test(plain);
  return (
    <FindField
      label="Add a diagnosis"
      hint="Code or words, then Enter"
      longest={100}
      listLabel="Diagnoses found"
      typed={typed}
      onType={setTyped}
      choices={(found?.results ?? [])
        .slice(0, 8)
        .map(({ code, description }) => ({ value: code, code: shownIcd(code), words: description }))}
      otherwise={found?.imported === false && isCode ? plain : null}
      onTake={onAdd}
      onLeave={onLeave}
      note={
        found?.imported === false ? (
          <p className={classes.quiet}>No ICD-10-CM file covers this date: a typed code is taken and not checked.</p>
        ) : null
      }
    />
  );
}

/** With its point after the third character. */
export const shownIcd = (code: string): string => (code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code);

const places: Readonly<Record<string, string>> = {
  '11': 'Office',
  '19': 'Off-campus outpatient',
  '21': 'Inpatient hospital',
  '22': 'Outpatient hospital',
  '23': 'Emergency room',
  '24': 'Surgery center',
};

/** Facts of the claim, edited in place; a missing one says so. */
export function ClaimFacts({
  header,
  frozen,
  dateField,
  onChange,
}: {
  readonly header: ClaimHeader;
  readonly frozen: boolean;
  readonly dateField: React.RefObject<HTMLInputElement | null>;
  readonly onChange: (operation: Extract<ClaimOperation, { do: 'header' }>) => void;
}) {
  if (frozen)
    return (
      <dl className={classes.facts}>
        <Fact label="Date of service">{header.service_date ? formatDay(header.service_date) : 'None'}</Fact>
        <Fact label="Place">{`${header.pos} ${places[header.pos] ?? ''}`}</Fact>
        <Fact label="Payer">{header.payer === 'medicare' ? 'Medicare' : 'Other'}</Fact>
        <Fact label="Account">{header.patient_number || 'None'}</Fact>
      </dl>
    );
  return (
    <dl className={classes.facts}>
      <Fact label="Date of service">
        <input
          ref={dateField}
          type="date"
          aria-label="Date of service"
          key={header.service_date}
          defaultValue={header.service_date ?? ''}
          data-missing={header.service_date === null || undefined}
          onBlur={({ currentTarget: { value } }) => {
            if (value !== (header.service_date ?? '')) onChange({ do: 'header', service_date: value === '' ? null : value });
          }}
        />
      </Fact>
      <Fact label="Place">
        <select
          aria-label="Place of service"
          value={header.pos}
          onChange={(event) => onChange({ do: 'header', pos: event.currentTarget.value })}
        >
          {[...new Set([...Object.keys(places), header.pos])].map((pos) => (
            <option key={pos} value={pos}>
              {pos} {places[pos] ?? ''}
            </option>
          ))}
        </select>
      </Fact>
      <Fact label="Payer">
        <select
          aria-label="Payer"
          value={header.payer}
          onChange={(event) => onChange({ do: 'header', payer: event.currentTarget.value as ClaimHeader['payer'] })}
        >
          <option value="medicare">Medicare</option>
          <option value="other">Other</option>
        </select>
      </Fact>
      <Fact label="Account">
        <input
          aria-label="Account"
          defaultValue={header.patient_number}
          placeholder="Add"
          maxLength={40}
          onBlur={(event) => {
            const value = event.currentTarget.value.trim();
            if (value !== header.patient_number) onChange({ do: 'header', patient_number: value });
          }}
        />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
