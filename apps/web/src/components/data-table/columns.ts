import type { ReactNode } from 'react';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

export interface OptionsFilter {
  readonly kind: 'options';
  readonly field?: string;
  readonly useOptions: (typed: string) => readonly FilterOption[];
  /** Of values that are not words themselves. */
  readonly wordsOf?: (value: string) => string;
}

/** How a column is filtered; `field` is the API's parameter, the column's id unless given. */
export type ColumnFilter =
  /** Matches anywhere, or with `whole` the whole value alone. */
  | { readonly kind: 'text'; readonly field?: string; readonly whole?: boolean }
  /** Sends `X_after` and `X_before`. */
  | { readonly kind: 'date'; readonly field?: string }
  /** Matches a whole value; `useOptions` is a hook, called with what is typed, only while the popover is open. */
  | OptionsFilter;

/** What is said of a value; a value that is not known, from an older or newer server, says itself. */
export const wordsOr = (words: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(words, value) ? words[value]! : value;

/** A filter over a closed set of values, each with its words. */
export const wordsFilter = (words: Readonly<Record<string, string>>): ColumnFilter => {
  const options = Object.entries(words).map(([value, label]) => ({ value, label }));
  return { kind: 'options', useOptions: () => options, wordsOf: (value) => wordsOr(words, value) };
};

export interface DataColumn<Row> {
  /** Also the API's ordering field. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Default true. */
  readonly sortable?: boolean;
  readonly filter?: ColumnFilter;
  /** Cut by an ellipsis down to so many pixels where the window is narrow; without it the column takes what its content needs. The cell's `title` holds the whole. */
  readonly cutTo?: number;
  /** Pixels that are kept from the first moment, so that nothing moves sideways when the rows come. */
  readonly width?: number;
  /** The widest column: long text. In a narrow window it follows the first one, so that a row can be told by it. */
  readonly grow?: boolean;
  /** Stands on a row's card on a telephone. Without any such column in a list, its first four do. */
  readonly glance?: boolean;
}

const glances = 4;

/** What a row's card says on a telephone, where a whole row has no room: what it is told by, and what one looks for first. */
export function glanceIds<Row>(columns: readonly DataColumn<Row>[]): ReadonlySet<string> {
  const marked = columns.filter((column) => column.glance);
  return new Set((marked.length > 0 ? marked : columns.slice(0, glances)).map((column) => column.id));
}

/** The order for a narrow window: what a row is about stands beside its name, not a screen's width away. */
export function narrowOrder<Row>(columns: readonly DataColumn<Row>[]): readonly DataColumn<Row>[] {
  const [first, ...rest] = columns;
  if (!first || first.grow) return columns;
  return [first, ...rest.filter((column) => column.grow), ...rest.filter((column) => !column.grow)];
}

/** The API's parameter names of a column's filter. */
export function filterFields<Row>(column: DataColumn<Row>): readonly string[] {
  if (!column.filter) return [];
  const field = column.filter.field ?? column.id;
  return column.filter.kind === 'date' ? [`${field}_after`, `${field}_before`] : [field];
}

/** How a filter compares, as its panel and its chip say it. */
export const matchVerb = <Row>({ filter }: DataColumn<Row>): 'is' | 'contains' =>
  filter?.kind === 'options' || (filter?.kind === 'text' && filter.whole) ? 'is' : 'contains';
