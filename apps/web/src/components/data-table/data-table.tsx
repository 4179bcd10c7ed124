import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { FailureNote } from '../feedback/failure-note.tsx';
import { Checkbox } from '../form/checkbox.tsx';
import { useKeyHints } from '../overlay/key-hints.tsx';
import { glanceIds, gridOf, narrowOrder } from './columns.ts';
import type { DataColumn, Glance, ListGrid } from './columns.ts';
import { HeaderCell } from './header-cell.tsx';
import type { CellPlace } from './header-cell.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TableFoot } from './table-foot.tsx';
import type { ListData } from './use-list-query.ts';
import type { ListState } from './use-list-state.ts';
import { useNarrow } from './use-narrow.ts';
import { rowHints, selectionHints, useRowKeys } from './use-row-keys.ts';
import type { Selection } from './use-selection.ts';
import classes from './data-table.module.css';
import cards from './row-cards.module.css';

export interface DataTableProps<Row> {
  /** Names the table to screen readers. */
  readonly label: string;
  /** Keep them stable: module scope or useMemo. The first one stays in view when the table scrolls sideways. */
  readonly columns: readonly DataColumn<Row>[];
  readonly list: ListState;
  readonly data: ListData<Row>;
  /** With it each row gets a checkbox, and the head one for the rows shown. */
  readonly selection?: Selection<Row>;
  /** What can be done with the rows that are selected, in the row above the table. */
  readonly bulk?: ReactNode;
  /** Stands in that row while nothing is selected. */
  readonly tabs?: ReactNode;
  /** Names a row's checkbox: `Select ${nameOf(row)}`. */
  readonly nameOf?: (row: Row) => string;
  /** Shown when there is nothing at all, to say what to do next. */
  readonly empty: ReactNode;
  /** Quietens rows that are out of use. */
  readonly isMuted?: (row: Row) => boolean;
  /** For lists inside another page: no scrolling region of its own. */
  readonly inline?: boolean;
  /** Rows of one group stand together under its name. Such a list comes in one piece: it has no foot. */
  readonly groupOf?: (row: Row) => RowGroup;
}

export interface RowGroup {
  readonly key: string;
  readonly label: string;
  /** Of all its rows, shown or not. */
  readonly count: string;
}

/**
 * The one table of all lists: sortable and filterable head that stays in view, first column that stays in view, selection that
 * survives paging, skeleton rows, empty and error states, and a foot with count, selection, rows per page, and load more or pager.
 * State lives in the address by `useListState`; rows come from `useMoreList` or `usePagedList`.
 * @example
 * const list = useListState(options);
 * const data = useMoreList(['op-notes', 'list'], opNotes.list, list);
 * const selection = useSelection<NoteRow>();
 * <DataTable label="OpNotes" columns={columns} list={list} data={data} selection={selection} empty={<EmptyNote title="No OpNotes yet" />} />
 */
export function DataTable<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const { label, list, data, selection, isMuted, inline, groupOf } = props;
  const narrow = useNarrow();
  const columns = useMemo(() => (narrow ? narrowOrder(props.columns) : props.columns), [narrow, props.columns]);
  const ticks = selection !== undefined;
  const grid = useMemo(() => gridOf(columns, ticks), [columns, ticks]);
  const glance = glanceIds(columns);
  const { rows } = data;
  const loading = data.status === 'pending';
  const [headOpen, setHeadOpen] = useState(false);
  const head = useId();
  const [lastChecked, setLastChecked] = useState<number | null>(null);
  const region = useRef<HTMLDivElement>(null);
  useRestoredScroll(region, rows.length > 0);
  useKeyHints(selection ? selectionHints : rowHints);

  const chosen = selection?.state ?? none;
  const shownChosen = rows.filter((row) => chosen[row.id]).length;
  const choose = (ids: readonly string[], on: boolean): void => {
    const next: Record<string, boolean> = { ...chosen };
    for (const id of ids) next[id] = on;
    selection?.replace(
      Object.keys(next).filter((id) => next[id]),
      rows,
    );
  };
  const check = (at: number, on: boolean, range: boolean): void => {
    const from = range && lastChecked !== null ? lastChecked : at;
    setLastChecked(at);
    choose(
      rows.slice(Math.min(from, at), Math.max(from, at) + 1).map((row) => row.id),
      on,
    );
  };

  const { paging } = data;
  const askForMore = useRowKeys(region, {
    label,
    more: paging.mode === 'more' && paging.hasMore && !paging.loading ? paging.more : null,
    tick: selection ? (at, range) => check(at, !chosen[rows[at]!.id], range) : null,
    clear: selection && selection.size > 0 ? selection.clear : null,
  });

  return (
    <div
      className={`${classes.table} ${cards.cards}`}
      data-inline={inline}
      data-selecting={ticks}
      data-head-open={headOpen}
      style={variables({ '--columns': grid.template, '--least': `${String(grid.least)}px` })}
    >
      <SelectionBar selection={selection} bulk={props.bulk} tabs={props.tabs}>
        {groupOf ? null : (
          <button
            type="button"
            className={cards.headToggle}
            aria-expanded={headOpen}
            aria-controls={head}
            onClick={() => setHeadOpen(!headOpen)}
          >
            Sort and filter
          </button>
        )}
      </SelectionBar>
      <ActiveFilters columns={columns} list={list} />
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.scroll} tabIndex={0} aria-label={`${label}, table`} ref={region} data-row-keys>
        <table aria-label={label} aria-busy={loading || data.stale} aria-rowcount={data.countIsMinimum ? -1 : data.count}>
          <thead id={head}>
            <tr>
              {selection ? (
                <th scope="col" className={classes.tick}>
                  <Checkbox
                    label="Select all rows shown"
                    checked={rows.length > 0 && shownChosen === rows.length}
                    indeterminate={shownChosen > 0 && shownChosen < rows.length}
                    disabled={rows.length === 0}
                    onChange={(on) =>
                      choose(
                        rows.map((row) => row.id),
                        on,
                      )
                    }
                  />
                </th>
              ) : null}
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} list={list} place={placeOf(grid, column.id)} />
              ))}
            </tr>
          </thead>
          <tbody data-stale={data.stale}>
            {loading ? <SkeletonRows columns={columns} glance={glance} grid={grid} ticks={ticks} rows={list.pageRows} /> : null}
            {rows.flatMap((row, at) => [
              ...groupHead(groupOf, row, rows[at - 1]),
              <tr key={row.id} tabIndex={-1} data-row={row.id} data-muted={isMuted?.(row)} data-selected={chosen[row.id]}>
                {selection ? (
                  <td className={classes.tick}>
                    {tick(props.nameOf?.(row) ?? row.id, chosen[row.id] ?? false, (on, range) => check(at, on, range))}
                  </td>
                ) : null}
                {columns.map((column) => (
                  <td
                    key={column.id}
                    data-grow={column.grow}
                    data-wraps={column.wraps}
                    data-glance={glance.get(column.id)}
                    data-label={column.header}
                    {...placeOf(grid, column.id)}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>,
            ])}
          </tbody>
        </table>
        <TableMessage {...props} loading={loading} />
      </section>
      {groupOf ? null : <TableFoot list={list} data={data} onMore={askForMore} />}
    </div>
  );
}

/** The name of a group over the first of its rows. */
function groupHead<Row>(groupOf: DataTableProps<Row>['groupOf'], row: Row, before: Row | undefined): ReactNode[] {
  const group = groupOf?.(row);
  if (!group || (before !== undefined && groupOf?.(before).key === group.key)) return [];
  return [
    <tr key={`group ${group.key}`} className={classes.group}>
      <th scope="rowgroup">
        {group.label} <span>{group.count}</span>
      </th>
    </tr>,
  ];
}

const none: Record<string, true> = {};
const variables = (values: Readonly<Record<`--${string}`, string | number>>): CSSProperties => values as CSSProperties;
/** Where a column's cells stand: in which track, on which of its lines, and whether they stay in view. */
const placeOf = ({ place }: ListGrid, id: string): CellPlace => {
  const { track, line, stays } = place.get(id)!;
  return { style: variables({ '--track': track }), 'data-line': line, 'data-stays': stays };
};
const tick = (name: string, checked: boolean, onChange: (on: boolean, range: boolean) => void): ReactNode => (
  <Checkbox label={`Select ${name}`} checked={checked} onChange={onChange} />
);

function TableMessage<Row>({ data, list, empty, loading }: DataTableProps<Row> & { readonly loading: boolean }) {
  if (data.waiting)
    return (
      <div className={classes.message}>
        <FailureNote>
          {loading
            ? 'You’re offline. The list will load when you reconnect.'
            : 'You’re offline. These rows were loaded earlier; the list will update when you reconnect.'}
        </FailureNote>
      </div>
    );
  if (loading) return <output className="visually-hidden">Loading</output>;
  if (data.status === 'error')
    return (
      <div className={classes.message}>
        <FailureNote error={data.error} onRetry={data.retry} />
      </div>
    );
  if (data.rows.length > 0) return null;
  if (Object.keys(list.filters).length === 0) return <div className={classes.message}>{empty}</div>;
  return (
    <div className={classes.message}>
      <p className={classes.nothing}>
        {Object.keys(list.filters).length > 1
          ? 'Nothing matches these filters. Change one above, or clear all.'
          : 'Nothing matches this filter. Change it, or remove it above.'}
      </p>
    </div>
  );
}

const widths = [62, 84, 48, 71, 90, 55];

const bone = (at: number): ReactNode => (
  <span className={classes.bone} style={{ width: `${String(widths[at % widths.length])}%` }} />
);

interface SkeletonProps {
  readonly columns: readonly Pick<DataColumn<never>, 'id' | 'grow'>[];
  readonly glance: ReadonlyMap<string, Glance>;
  readonly grid: ListGrid;
  readonly ticks: boolean;
  readonly rows: number;
}

/** As tall as the rows that come: long text takes two lines. */
function SkeletonRows({ columns, glance, grid, ticks, rows }: SkeletonProps) {
  return Array.from({ length: Math.min(rows, 25) }, (_row, at) => (
    <tr key={at} aria-hidden>
      {ticks ? <td className={classes.tick}>{bone(at)}</td> : null}
      {columns.map((column, index) => (
        <td key={column.id} data-grow={column.grow} data-glance={glance.get(column.id)} {...placeOf(grid, column.id)}>
          {bone(at + index)}
          {column.grow ? bone(at + index + 3) : null}
        </td>
      ))}
    </tr>
  ));
}

/** Coming back from a note finds the list where it was left: the place of the scrolling region is kept with the history entry. */
function useRestoredScroll(region: React.RefObject<HTMLElement | null>, ready: boolean): void {
  const key = useRef<string>(undefined);
  useEffect(() => {
    const element = region.current;
    if (!element) return undefined;
    key.current = `listScroll:${String((window.history.state as { __TSR_key?: string } | null)?.__TSR_key ?? '')}`;
    const keep = (): void => {
      if (key.current) sessionStorage.setItem(key.current, String(element.scrollTop));
    };
    element.addEventListener('scrollend', keep, { passive: true });
    return () => element.removeEventListener('scrollend', keep);
  }, [region]);
  useEffect(() => {
    const top = Number(key.current ? sessionStorage.getItem(key.current) : 0);
    if (ready && top > 0) region.current?.scrollTo({ top });
  }, [region, ready]);
}
