import type { ReactNode } from 'react';
import type { Selection } from './use-selection.ts';
import classes from './data-table.module.css';

interface SelectionBarProps<Row> {
  readonly selection: Selection<Row> | undefined;
  readonly bulk: ReactNode;
  readonly tabs: ReactNode;
}

/** The row above every list that has something to select: always as tall, so that the table never moves. */
export function SelectionBar<Row>({ selection, bulk, tabs }: SelectionBarProps<Row>) {
  const size = selection?.size ?? 0;
  return (
    <div className={classes.bar} data-selected={size > 0}>
      <output className={size > 0 ? classes.chosen : 'visually-hidden'}>
        {size > 0 ? `${size.toLocaleString('en-US')} selected, ` : ''}
        {size > 0 ? (
          <button type="button" className={classes.clear} onClick={selection?.clear}>
            clear
          </button>
        ) : null}
      </output>
      {size > 0 ? null : tabs}
      {bulk ? <div className={classes.bulk}>{bulk}</div> : null}
    </div>
  );
}
