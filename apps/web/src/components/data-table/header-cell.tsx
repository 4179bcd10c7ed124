import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { ColumnFilterButton } from './column-filter.tsx';
import type { DataColumn } from './columns.ts';
import type { ListState } from './use-list-state.ts';
import classes from './data-table.module.css';

/** A column's head: its name, which sorts, and its filter. */
export function HeaderCell<Row>({ column, list }: { readonly column: DataColumn<Row>; readonly list: ListState }) {
  const sorted = list.sort.field === column.id ? list.sort.dir : undefined;
  const Arrow = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort;
  const sortable = column.sortable ?? true;
  return (
    <th
      scope="col"
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
      data-grow={column.grow}
      style={{ minWidth: column.width }}
    >
      <span className={classes.head}>
        {sortable ? (
          <button
            type="button"
            className={classes.sort}
            data-sorted={sorted !== undefined}
            onClick={() => list.setSort({ field: column.id, dir: sorted === 'asc' ? 'desc' : 'asc' })}
          >
            {column.header}
            <Arrow size={13} aria-hidden />
          </button>
        ) : (
          <span className={classes.plain}>{column.header}</span>
        )}
        {column.filter ? <ColumnFilterButton column={column} list={list} /> : null}
      </span>
    </th>
  );
}
