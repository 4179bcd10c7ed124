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

/** A filter over a closed set of values that are words themselves. */
export const valuesFilter = (values: readonly string[]): ColumnFilter => {
  const options = values.map((value) => ({ value, label: value }));
  return { kind: 'options', useOptions: () => options };
};

export interface DataColumn<Row> {
  /** Also the API's ordering field. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Default true. */
  readonly sortable?: boolean;
  readonly filter?: ColumnFilter;
  /** Pixels that the column has at the least; it is as wide from the first moment, so that nothing moves when the rows come. */
  readonly width?: number;
  /** Stands on a second line under the column of this id, in its width: two short ones share a place, each with its own head. */
  readonly under?: string;
  /** Up to three lines; else one, cut by an ellipsis, and the cell's `title` holds the whole. */
  readonly wraps?: boolean;
  /** The widest column: long text. In a narrow window it follows the first one, so that a row can be told by it. */
  readonly grow?: boolean;
  /** Stands on a row's card on a telephone. Without any such column in a list, its first four do. */
  readonly glance?: boolean;
}

const glances = 4;

/** What a row is told by stands first on its card and needs no label. */
export type Glance = 'lead' | 'line';

/** What a row's card says on a telephone, where a whole row has no room: what it is told by, and what one looks for first. */
export function glanceIds<Row>(columns: readonly DataColumn<Row>[]): ReadonlyMap<string, Glance> {
  const marked = columns.filter((column) => column.glance);
  const shown = marked.length > 0 ? marked : columns.slice(0, glances);
  return new Map(shown.map(({ id }, at) => [id, at === 0 ? 'lead' : 'line']));
}

/** The order for a narrow window: what a row is about stands beside its name, not a screen's width away. */
export function narrowOrder<Row>(columns: readonly DataColumn<Row>[]): readonly DataColumn<Row>[] {
  const [first, ...rest] = columns;
  if (!first || first.grow) return columns;
  return [first, ...rest.filter((column) => column.grow), ...rest.filter((column) => !column.grow)];
}

const usualWidth = 110;
const leastGrow = 220;
const tickWidth = 36;

export interface ColumnPlace {
  readonly track: number;
  /** Over or under the column that it shares its place with; `whole` where it has one of its own. */
  readonly line: 'over' | 'under' | 'whole';
  /** The first one stays in view when the list scrolls sideways. */
  readonly stays: boolean;
}

export interface ListGrid {
  /** For `grid-template-columns`; every row has the same, so that columns are in line. */
  readonly template: string;
  /** Pixels below which the list scrolls sideways. */
  readonly least: number;
  /** Where each column stands, by its id. */
  readonly place: ReadonlyMap<string, ColumnPlace>;
}

/**
 * The places of a list's columns. What the window has beyond the least goes to the long text, or without one to all in proportion.
 * @example gridOf([{ id: 'id', width: 80, ... }, { id: 'text', grow: true, ... }], true).template // '36px 80px minmax(220px, 1fr)'
 */
export function gridOf<Row>(columns: readonly DataColumn<Row>[], ticks: boolean): ListGrid {
  const ids = new Set(columns.map((column) => column.id));
  const isUnder = ({ under }: DataColumn<Row>): boolean => under !== undefined && ids.has(under);
  const tracks = columns.filter((column) => !isUnder(column));
  const grows = tracks.some((column) => column.grow);
  const first = ticks ? 2 : 1;
  const pixels = tracks.map(({ grow, width }) => (grow ? leastGrow : (width ?? usualWidth)));
  const sizes = tracks.map(({ grow }, at) => {
    const least = `${String(pixels[at])}px`;
    if (grow) return `minmax(${least}, 1fr)`;
    return grows ? least : `minmax(${least}, ${String(pixels[at])}fr)`;
  });
  const shared = new Set(columns.filter(isUnder).map((column) => column.under));
  const place = new Map(
    columns.map((column): [string, ColumnPlace] => {
      const under = isUnder(column);
      const at = tracks.findIndex(({ id }) => id === (under ? column.under : column.id));
      const line = under ? 'under' : shared.has(column.id) ? 'over' : 'whole';
      return [column.id, { track: first + at, line, stays: at === 0 }];
    }),
  );
  return {
    template: [...(ticks ? [`${String(tickWidth)}px`] : []), ...sizes].join(' '),
    least: pixels.reduce((sum, each) => sum + each, ticks ? tickWidth : 0),
    place,
  };
}

/** The API's parameter names of a column's filter. */
export function filterFields<Row>(column: DataColumn<Row>): readonly string[] {
  if (!column.filter) return [];
  const field = column.filter.field ?? column.id;
  return column.filter.kind === 'date' ? [`${field}_after`, `${field}_before`] : [field];
}

/** All that a list may be filtered by: what its columns offer, and what only an address asks. */
export const filtersOf = <Row>(columns: readonly DataColumn<Row>[], ...more: readonly string[]): readonly string[] => [
  ...columns.flatMap(filterFields),
  ...more,
];

/** How a filter compares, as its panel and its chip say it. */
export const matchVerb = <Row>({ filter }: DataColumn<Row>): 'is' | 'contains' =>
  filter?.kind === 'options' || (filter?.kind === 'text' && filter.whole) ? 'is' : 'contains';
