import type { ReactNode } from 'react';
import type { Selection } from './use-selection.ts';
import classes from './data-table.module.css';
import cards from './row-cards.module.css';

interface SelectionBarProps<Row> {
  readonly selection: Selection<Row> | undefined;
  readonly bulk: ReactNode;
  readonly tabs: ReactNode;
  readonly children: ReactNode;
}

/** The row above every list: always as tall, so that the table never moves when rows are selected. */
export function SelectionBar<Row>({ selection, bulk, tabs, children }: SelectionBarProps<Row>) {
  if (!selection && !bulk && !tabs && !children) return null;
  const size = selection?.size ?? 0;
  const words = size > 0 ? `${size.toLocaleString('en-US')} selected, ` : bulk && !tabs ? 'None selected' : '';
  return (
    <div className={`${classes.bar} ${cards.bar}`} data-selected={size > 0} data-empty={!selection && !tabs}>
      <output className={size > 0 ? classes.chosen : words ? classes.unchosen : 'visually-hidden'}>
        {words}
        {size > 0 ? (
          <button type="button" className={classes.clear} onClick={selection?.clear}>
            clear
          </button>
        ) : null}
      </output>
      {size > 0 ? null : tabs}
      {bulk ? <div className={`${classes.bulk} ${cards.bulk}`}>{bulk}</div> : null}
      {children}
    </div>
  );
}
