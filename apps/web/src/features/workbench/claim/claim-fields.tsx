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
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  useEffect(() => field.current?.focus(), []);
  const asked = typed.trim().toUpperCase();
  const proposed = line.proposed.map((one) => one.modifier);
  const known = [...new Set([...proposed, ...line.modifiers, ...usual])].filter((one) => one.startsWith(asked));
  const shown = /^[A-Z0-9]{2}$/.test(asked) && !known.includes(asked) ? [asked] : known.slice(0, 8);
  const [at, setAt] = useState(0);
  const chosen = shown[Math.min(at, shown.length - 1)];
  const wordsOf = (modifier: string): string =>
    (line.proposed.find((one) => one.modifier === modifier)?.words ?? [])
      .map(({ start, end }) => `“${text.slice(start, end)}”`)
      .join(' ');
  return (
    <div className={classes.modifiers}>
      <input
        ref={field}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={chosen ? `${list}-${chosen}` : undefined}
        aria-label={`Modifiers of ${line.code}`}
        placeholder="Two characters, then Enter"
        maxLength={2}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onLeave();
          if (event.key === 'Enter' && chosen) onChoose(chosen);
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            setAt((before) => Math.max(0, Math.min(shown.length - 1, before + (event.key === 'ArrowDown' ? 1 : -1))));
          }
        }}
      />
      <div id={list} role="listbox" aria-label="Modifiers">
        {shown.map((modifier) => (
          <div
            key={modifier}
            id={`${list}-${modifier}`}
            role="option"
            tabIndex={-1}
            aria-selected={modifier === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(modifier)}
          >
            <code>{modifier}</code>{' '}
            {line.modifiers.includes(modifier) ? 'take off' : proposed.includes(modifier) ? wordsOf(modifier) : ''}
          </div>
        ))}
      </div>
    </div>
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
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  useEffect(() => field.current?.focus(), []);
  const found = useQuery(diagnosisQuery(typed, claim.header.service_date));
  const results = found.data?.results.slice(0, 8) ?? [];
  const plain = typed.trim().toUpperCase().replace('.', '');
  const isCode = /^[A-Z]\d[0-9A-Z]{1,5}$/.test(plain);
  const chosen = results[Math.min(at, results.length - 1)]?.code ?? (found.data?.imported === false && isCode ? plain : null);
  return (
    <div className={classes.modifiers}>
      <input
        ref={field}
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={list}
        aria-label="Add a diagnosis"
        placeholder="Code or words, then Enter"
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onLeave();
          if (event.key === 'Enter' && chosen) onAdd(chosen);
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            setAt((before) => Math.max(0, Math.min(results.length - 1, before + (event.key === 'ArrowDown' ? 1 : -1))));
          }
        }}
      />
      {found.data?.imported === false ? (
        <p className={classes.quiet}>No ICD-10-CM file covers this date: a typed code is taken and not checked.</p>
      ) : null}
      <div id={list} role="listbox" aria-label="Diagnoses found">
        {results.map(({ code, description }, n) => (
          <div
            key={code}
            role="option"
            tabIndex={-1}
            aria-selected={n === Math.min(at, results.length - 1)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onAdd(code)}
          >
            <code>{shownIcd(code)}</code> {description}
          </div>
        ))}
      </div>
    </div>
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
