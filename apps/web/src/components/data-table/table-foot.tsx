import { Button } from '@mantine/core';
import { messageOf } from '../../lib/api/api-error.ts';
import { Pager } from './pager.tsx';
import type { ListData } from './use-list-query.ts';
import type { ListState } from './use-list-state.ts';
import classes from './data-table.module.css';

interface TableFootProps<Row> {
  readonly list: ListState;
  readonly data: ListData<Row>;
  readonly onMore: () => void;
}

const countWords = (shown: number, count: number, isMinimum: boolean): string => {
  const total = `${count.toLocaleString('en-US')}${isMinimum ? '+' : ''} ${count === 1 ? 'row' : 'rows'}`;
  return shown >= count && !isMinimum ? total : `${shown.toLocaleString('en-US')} of ${total}`;
};

/** Below every list: how much is shown, rows per page, and the way to more. */
export function TableFoot<Row>({ list, data, onMore }: TableFootProps<Row>) {
  const { paging } = data;
  return (
    <div className={classes.foot}>
      <output className={classes.count}>
        {data.count === undefined ? '' : countWords(data.rows.length, data.count, data.countIsMinimum)}
      </output>
      {paging.mode === 'more' ? (
        <div className={classes.more}>
          {paging.error ? <span role="alert">{messageOf(paging.error)}</span> : null}
          {paging.hasMore ? (
            // Off by aria-disabled: a button that turns off under the focus must not lose it.
            <Button
              size="xs"
              variant="default"
              data-more
              data-disabled={paging.loading}
              aria-disabled={paging.loading}
              // A pointer has not gone from where it was: only who came by the key goes on to the rows.
              onClick={({ detail }) => (paging.loading ? undefined : detail === 0 ? onMore() : paging.more())}
            >
              {paging.loading ? 'Loading' : paging.error ? 'Retry' : 'Load more'}
            </Button>
          ) : null}
        </div>
      ) : (
        <Pager page={paging.page} pages={paging.pages} go={paging.go} />
      )}
      <label className={classes.rows}>
        Rows per page
        <select value={list.pageRows} onChange={(event) => list.setPageRows(Number(event.currentTarget.value))}>
          {list.pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
