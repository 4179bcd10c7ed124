import { IconX } from '@tabler/icons-react';
import { formatDay } from '../../lib/dates.ts';
import { filterFields, matchVerb } from './columns.ts';
import type { DataColumn } from './columns.ts';
import type { ListState } from './use-list-state.ts';
import classes from './data-table.module.css';

interface Chip {
  readonly key: string;
  readonly words: string;
  readonly fields: readonly string[];
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function chipOf<Row>(column: DataColumn<Row>, list: ListState): Chip | null {
  const fields = filterFields(column);
  const values = fields.map((field) => list.filters[field]);
  if (values.every((value) => value === undefined)) return null;
  if (column.filter?.kind === 'date') {
    const [from, to] = values;
    const words = [from ? `from ${formatDay(from)}` : '', to ? `to ${formatDay(to)}` : ''].filter(Boolean).join(' ');
    return { key: column.id, words: `${column.header} ${words}`, fields };
  }
  const value = values[0] ?? '';
  const shown = column.filter?.kind === 'options' ? (column.filter.wordsOf?.(value) ?? value) : value;
  const words = matchVerb(column) === 'is' ? `${column.header}: ${shown}` : `${column.header} contains “${shown}”`;
  return { key: column.id, words, fields };
}

/** What the list is filtered by, each with a way to take it off; also filters of columns that are not shown. */
export function ActiveFilters<Row>({
  columns,
  list,
}: {
  readonly columns: readonly DataColumn<Row>[];
  readonly list: ListState;
}) {
  const known = columns.map((column) => chipOf(column, list)).filter((chip) => chip !== null);
  const shown = new Set(known.flatMap((chip) => chip.fields));
  const others = Object.entries(list.filters)
    .filter(([field]) => !shown.has(field))
    .map(([field, value]): Chip => ({
      key: field,
      words: `${capitalized(field.replaceAll('_', ' '))}: ${value}`,
      fields: [field],
    }));
  const chips = [...known, ...others];
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {chips.map(({ key, words, fields }) => (
        <li key={key}>
          {words}
          <button
            type="button"
            aria-label={`Remove filter: ${words}`}
            onClick={() => list.setFilters(Object.fromEntries(fields.map((field) => [field, ''])))}
          >
            <IconX size={13} aria-hidden />
          </button>
        </li>
      ))}
      {chips.length > 1 ? (
        <li className={classes.clearAll}>
          <button type="button" onClick={list.clearFilters}>
            Clear all
          </button>
        </li>
      ) : null}
    </ul>
  );
}
