import type { ClaimHeader, ClaimOperation, Performer } from '@incisive/contract/cases';
import { formatDay } from '../../../lib/dates.ts';
import { dayOrNone, wrongWords } from './claim-words.ts';
import { TypedField } from './typed-field.tsx';
import classes from './claim.module.css';

const places: Readonly<Record<string, string>> = {
  '11': 'Office',
  '19': 'Off-campus outpatient',
  '21': 'Inpatient hospital',
  '22': 'Outpatient hospital',
  '23': 'Emergency room',
  '24': 'Surgery center',
};
const payers: Readonly<Record<ClaimHeader['payer'], string>> = { medicare: 'Medicare', other: 'Other' };
const performers: Readonly<Record<Performer, string>> = {
  surgeon: 'Surgeon',
  assistant: 'Assistant',
  'co-surgeon': 'Co-surgeon',
  team: 'Team',
};

interface ClaimFactsProps {
  readonly header: ClaimHeader;
  readonly frozen: boolean;
  readonly dateField: React.RefObject<HTMLInputElement | null>;
  readonly onChange: (operation: Extract<ClaimOperation, { do: 'header' }>) => void;
  /** Enter and Escape leave a field: keys go on where they were. */
  readonly onLeave: () => void;
}

/** Facts of the claim, edited in place; a missing one says so. */
export function ClaimFacts({ header, frozen, dateField, onChange, onLeave }: ClaimFactsProps) {
  if (frozen)
    return (
      <dl className={classes.facts}>
        <Fact label="Date of service">{header.service_date ? formatDay(header.service_date) : 'None'}</Fact>
        <Fact label="Place">{`${header.pos} ${places[header.pos] ?? ''}`}</Fact>
        <Fact label="Payer">{payers[header.payer]}</Fact>
        <Fact label="Account">{header.patient_number || 'None'}</Fact>
        <Fact label="Performer">{performers[header.performer]}</Fact>
      </dl>
    );
  const pos = { ...places, [header.pos]: places[header.pos] ?? '' };
  return (
    <dl className={classes.facts}>
      <Fact label="Date of service">
        <TypedField
          key={header.service_date}
          label="Date of service"
          hint="MM/DD/YYYY"
          field={dateField}
          value={header.service_date ? formatDay(header.service_date) : ''}
          missing={header.service_date === null}
          read={dayOrNone}
          wrong={wrongWords.date}
          onDone={(day) => (day === undefined ? undefined : onChange({ do: 'header', service_date: day }))}
          onLeave={onLeave}
        />
      </Fact>
      <Fact label="Place">
        <ChoiceFact
          label="Place of service"
          value={header.pos}
          choices={Object.entries(pos).map(([code, words]) => [code, `${code} ${words}`])}
          onSet={(value) => onChange({ do: 'header', pos: value })}
        />
      </Fact>
      <Fact label="Payer">
        <ChoiceFact
          label="Payer"
          value={header.payer}
          choices={Object.entries(payers)}
          onSet={(value) => onChange({ do: 'header', payer: value as ClaimHeader['payer'] })}
        />
      </Fact>
      <Fact label="Account">
        <TypedField
          key={header.patient_number}
          label="Account"
          hint="Add"
          value={header.patient_number}
          read={(typed) => typed}
          onDone={(number) => (number === undefined ? undefined : onChange({ do: 'header', patient_number: number }))}
          onLeave={onLeave}
        />
      </Fact>
      <Fact label="Performer">{performers[header.performer]}</Fact>
    </dl>
  );
}

const ChoiceFact = ({
  label,
  value,
  choices,
  onSet,
}: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
  readonly onSet: (value: string) => void;
}) => (
  <select aria-label={label} value={value} onChange={(event) => onSet(event.currentTarget.value)}>
    {choices.map(([each, words]) => (
      <option key={each} value={each}>
        {words}
      </option>
    ))}
  </select>
);

const Fact = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
