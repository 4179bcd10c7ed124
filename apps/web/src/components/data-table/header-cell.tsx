import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { ColumnFilterButton } from './column-filter.tsx';
import type { DataColumn } from './columns.ts';
import type { ListState } from './use-list-state.ts';
import classes from './data-table.module.css';

export interface CellPlace {
  readonly style: CSSProperties;
  readonly 'data-line': string;
  readonly 'data-stays': boolean;
}

/** A column's head: its name, which sorts, and its filter. */
export function HeaderCell<Row>({
  column,
  list,
  place,
}: {
  readonly column: DataColumn<Row>;
  readonly list: ListState;
  readonly place: CellPlace;
}) {
  const sorted = list.sort?.field === column.id ? list.sort.dir : undefined;
  const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown;
  const sortable = column.sortable ?? true;
  return (
    <th scope="col" aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined} {...place}>
      <span className={classes.head}>
        {sortable ? (
          <button
            type="button"
            className={classes.sort}
            data-sorted={sorted !== undefined}
            onClick={() => list.setSort({ field: column.id, dir: sorted === 'asc' ? 'desc' : 'asc' })}
          >
            <span>{column.header}</span>
            {sorted ? <Arrow size={13} aria-hidden /> : null}
          </button>
        ) : (
          <span className={classes.plain}>{column.header}</span>
        )}
        {column.filter ? <ColumnFilterButton column={column} list={list} /> : null}
      </span>
    </th>
  );
}
