import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { Checkbox } from '@mantine/core';
import { flexRender, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table';
import type { ColumnDef, RowSelectionState } from '@tanstack/react-table';
import { FailureNote } from '../failure-note.tsx';
import type { DataColumn } from './columns.ts';
import { HeaderCell } from './header-cell.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { TableFoot } from './table-foot.tsx';
import type { ListData } from './use-list-query.ts';
import type { ListState } from './use-list-state.ts';
import type { Selection } from './use-selection.ts';
import classes from './data-table.module.css';

export interface DataTableProps<Row> {
  /** Names the table to screen readers. */
  readonly label: string;
  /** Keep them stable: module scope or useMemo. The first one stays in view when the table scrolls sideways. */
  readonly columns: readonly DataColumn<Row>[];
  readonly idOf: (row: Row) => string;
  readonly list: ListState;
  readonly data: ListData<Row>;
  /** With it each row gets a checkbox, and the head one for the rows shown. */
  readonly selection?: Selection<Row>;
  /** Names a row's checkbox: `Select ${nameOf(row)}`. */
  readonly nameOf?: (row: Row) => string;
  /** Shown when there is nothing at all, to say what to do next. */
  readonly empty: ReactNode;
  /** Quietens rows that are out of use. */
  readonly isMuted?: (row: Row) => boolean;
  /** For lists inside another page: no scrolling region of its own. */
  readonly inline?: boolean;
}

const features = tableFeatures({ rowSelectionFeature });
const noSelection: RowSelectionState = {};

/**
 * The one table of all lists: sortable and filterable head that stays in view, first column that stays in view, selection that
 * survives paging, skeleton rows, empty and error states, and a foot with count, selection, rows per page, and load more or pager.
 * State lives in the address by `useListState`; rows come from `useMoreList` or `usePagedList`.
 * @example
 * const list = useListState(options);
 * const data = useMoreList(['op-notes', 'list'], opNotes.list, list);
 * const selection = useSelection(idOf);
 * <DataTable label="OpNotes" columns={columns} idOf={idOf} list={list} data={data} selection={selection} empty={<EmptyNote title="No OpNotes yet" />} />
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, idOf, list, data, selection, isMuted, inline } = props;
  const columnDefs = useMemo<ColumnDef<typeof features, Row>[]>(
    () => columns.map((column) => ({ id: column.id, cell: ({ row }) => column.cell(row.original) })),
    [columns],
  );
  const table = useTable({
    features,
    columns: columnDefs,
    data: data.rows as Row[],
    getRowId: idOf,
    state: { rowSelection: selection?.state ?? noSelection },
    onRowSelectionChange: (update) => {
      const before = selection?.state ?? noSelection;
      const after = typeof update === 'function' ? update(before) : update;
      selection?.replace(Object.keys(after), data.rows);
    },
  });
  const rows = table.getRowModel().rows;
  const loading = data.status === 'pending';
  const lastChecked = useRef<number | null>(null);
  const region = useRef<HTMLDivElement>(null);
  useRestoredScroll(region, rows.length > 0);

  const check = (at: number, on: boolean, range: boolean): void => {
    const from = range && lastChecked.current !== null ? lastChecked.current : at;
    const next: Record<string, boolean> = { ...selection?.state };
    for (let index = Math.min(from, at); index <= Math.max(from, at); index += 1) {
      const id = rows[index]?.id;
      if (id !== undefined) next[id] = on;
    }
    lastChecked.current = at;
    selection?.replace(
      Object.keys(next).filter((id) => next[id]),
      data.rows,
    );
  };

  return (
    <div className={classes.table} data-inline={inline} data-selecting={selection !== undefined}>
      <ActiveFilters columns={columns} list={list} />
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.scroll} tabIndex={0} aria-label={`${label}, table`} ref={region}>
        <table aria-label={label} aria-busy={loading || data.stale} aria-rowcount={data.countIsMinimum ? -1 : data.count}>
          <thead>
            <tr>
              {selection ? (
                <th scope="col" className={classes.tick}>
                  <Checkbox
                    size="xs"
                    aria-label="Select all rows shown"
                    checked={rows.length > 0 && table.getIsAllRowsSelected()}
                    indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                    disabled={rows.length === 0}
                    onChange={(event) => table.toggleAllRowsSelected(event.currentTarget.checked)}
                  />
                </th>
              ) : null}
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} list={list} />
              ))}
            </tr>
          </thead>
          <tbody data-stale={data.stale}>
            {loading ? <SkeletonRows columns={columns.length + (selection ? 1 : 0)} rows={list.pageRows} /> : null}
            {rows.map((row, at) => (
              <tr key={row.id} data-muted={isMuted?.(row.original)} data-selected={row.getIsSelected()}>
                {selection ? (
                  <td className={classes.tick}>
                    <Checkbox
                      size="xs"
                      aria-label={`Select ${props.nameOf?.(row.original) ?? row.id}`}
                      checked={row.getIsSelected()}
                      onChange={(event) =>
                        check(at, event.currentTarget.checked, (event.nativeEvent as unknown as MouseEvent).shiftKey)
                      }
                    />
                  </td>
                ) : null}
                {row.getAllCells().map((cell, index) => (
                  <td key={cell.id} data-grow={columns[index]?.grow}>
                    {flexRender(cell.column.columnDef.cell, cell.getContext())}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <TableMessage {...props} loading={loading} />
      </section>
      <TableFoot list={list} data={data} selected={selection?.size ?? 0} onClear={selection?.clear} />
    </div>
  );
}

function TableMessage<Row>({ data, list, empty, loading }: DataTableProps<Row> & { readonly loading: boolean }) {
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
      <p className={classes.nothing}>Nothing matches these filters. Change one above, or clear them all.</p>
    </div>
  );
}

const widths = [62, 84, 48, 71, 90, 55];

const bone = (at: number): ReactNode => (
  <span className={classes.bone} style={{ width: `${String(widths[at % widths.length])}%` }} />
);

function SkeletonRows({ columns, rows }: { readonly columns: number; readonly rows: number }) {
  return Array.from({ length: Math.min(rows, 25) }, (_row, at) => (
    <tr key={at} aria-hidden>
      {Array.from({ length: columns }, (_cell, index) => (
        <td key={index}>{bone(at + index)}</td>
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
