import { useEffect, useRef, useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { limits } from '@incisive/contract/limits';
import { Popup } from '../overlay/popup.tsx';
import { filterFields, matchVerb } from './columns.ts';
import type { DataColumn, OptionsFilter } from './columns.ts';
import type { ListState } from './use-list-state.ts';
import classes from './column-filter.module.css';
import { useLatest } from '../../lib/use-latest.ts';

/** The filter button of a column header and its panel. Text and dates are sent 1000 ms after the last key, or by Enter. */
export function ColumnFilterButton<Row>({ column, list }: { readonly column: DataColumn<Row>; readonly list: ListState }) {
  const active = filterFields(column).some((field) => list.filters[field] !== undefined);
  const Icon = active ? IconFilterFilled : IconFilter;
  return (
    <Popup
      label={`Filter ${column.header}`}
      width={250}
      trigger={(props) => (
        <button
          type="button"
          className={classes.button}
          data-active={active}
          aria-label={active ? `Filter ${column.header}, active` : `Filter ${column.header}`}
          {...props}
        >
          <Icon size={14} aria-hidden />
        </button>
      )}
    >
      {(close) => <FilterForm column={column} list={list} close={close} />}
    </Popup>
  );
}

interface FormProps<Row> {
  readonly column: DataColumn<Row>;
  readonly list: ListState;
  readonly close: () => void;
}

function FilterForm<Row>(props: FormProps<Row>) {
  const { filter } = props.column;
  if (!filter) return null;
  if (filter.kind === 'options') return <OptionsForm {...props} filter={filter} />;
  return <FieldsForm {...props} dated={filter.kind === 'date'} />;
}

/** Sends changes a second after the last one; what is still waiting when the popover closes is sent then. */
function useDebouncedFilters(list: ListState) {
  const waiting = useRef<Record<string, string> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useLatest(list);
  const flush = useRef(() => {
    clearTimeout(timer.current);
    if (waiting.current) latest.current.setFilters(waiting.current);
    waiting.current = null;
  });
  useEffect(() => flush.current, []);
  const send = (changes: Record<string, string>): void => {
    waiting.current = { ...waiting.current, ...changes };
    clearTimeout(timer.current);
    timer.current = setTimeout(flush.current, limits.filterDebounceMs);
  };
  const drop = (): void => {
    clearTimeout(timer.current);
    waiting.current = null;
  };
  return { send, drop };
}

const rangeError = 'From cannot be after To';

function FieldsForm<Row>({ column, list, close, dated }: FormProps<Row> & { readonly dated: boolean }) {
  const fields = filterFields(column);
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map((field) => [field, list.filters[field] ?? ''])),
  );
  const { send, drop } = useDebouncedFilters(list);
  const [after = '', before = ''] = fields.map((field) => values[field] ?? '');
  const crossed = dated && after !== '' && before !== '' && after > before;
  const change = (field: string, value: string): void => {
    const next = { ...values, [field]: value };
    setValues(next);
    const [from = '', to = ''] = fields.map((name) => next[name] ?? '');
    // A crossed range is not sent, and neither is the half that was typed before it.
    if (dated && from !== '' && to !== '' && from > to) drop();
    else send(next);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!crossed) close();
      }}
    >
      <div className={classes.fields}>
        {fields.map((field, at) => (
          <TextInput
            key={field}
            size="sm"
            label={dated ? (at === 0 ? 'From' : 'To') : `${column.header} ${matchVerb(column)}`}
            type={dated ? 'date' : 'text'}
            {...(dated ? dateBounds(at, after, before) : {})}
            value={values[field] ?? ''}
            onChange={(event) => change(field, event.currentTarget.value)}
            error={crossed && at === 0 ? rangeError : undefined}
            maxLength={200}
            {...(at === 0 ? { 'data-autofocus': true } : {})}
          />
        ))}
        <FilterButtons
          onClear={() => {
            drop();
            list.setFilters(Object.fromEntries(fields.map((field) => [field, ''])));
            close();
          }}
        />
      </div>
    </form>
  );
}

/** From cannot be after To; To cannot be before From: the browser's own calendar grays such days out. */
const dateBounds = (at: number, after: string, before: string): { min?: string; max?: string } =>
  at === 0 ? (before ? { max: before } : {}) : after ? { min: after } : {};

const FilterButtons = ({ onClear }: { readonly onClear: () => void }) => (
  <div className={classes.buttons}>
    <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
      Clear
    </Button>
    <Button size="xs" type="submit">
      Apply
    </Button>
  </div>
);

function OptionsForm<Row>({
  column,
  list,
  close,
  filter: { useOptions, wordsOf },
}: FormProps<Row> & { readonly filter: OptionsFilter }) {
  const [field = column.id] = filterFields(column);
  const active = list.filters[field] ?? '';
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), 250);
  const options = useOptions(asked);
  const wanted = typed.trim().toLowerCase();
  const shown = options.filter((option) => option.label.toLowerCase().includes(wanted)).slice(0, 200);
  const choose = (value: string): void => {
    list.setFilters({ [field]: value });
    close();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // Nothing typed: what was chosen before stands.
        if (wanted === '') close();
        else choose(shown[0]?.value ?? typed.trim());
      }}
    >
      <div className={classes.fields}>
        <TextInput
          size="sm"
          label={`${column.header} is`}
          placeholder={active === '' ? 'Type to search' : (wordsOf?.(active) ?? active)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={200}
          data-autofocus
        />
        <ul className={classes.options}>
          {shown.map((option) => (
            <li key={option.value}>
              <button type="button" aria-pressed={option.value === active} onClick={() => choose(option.value)}>
                {option.label}
              </button>
            </li>
          ))}
          {options.length > 0 && shown.length === 0 ? <li className={classes.none}>No matching names.</li> : null}
        </ul>
        <FilterButtons onClear={() => choose('')} />
      </div>
    </form>
  );
}
