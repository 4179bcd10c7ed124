import { Suspense, lazy, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { TableHeads } from '../../components/layout/table-heads.tsx';
import classes from './administration.module.css';

export interface Point {
  readonly label: string;
  readonly value: number;
}

const Bars = lazy(async () => ({ default: (await import('./bars.tsx')).Bars }));

/** The one figure that a chart comes to. */
export interface Total {
  readonly value: number;
  /** What was counted, after the figure. */
  readonly words: string;
  /** The same of the week before; undefined while it is not known. */
  readonly before: number | undefined;
}

/** How a figure stands to that of the week before, in words. */
function changeWords({ value, before }: Total): string {
  if (before === undefined) return '';
  if (value === before) return 'as in the week before';
  const was = before.toLocaleString('en-US');
  if (before === 0) return 'none in the week before';
  const percent = Math.round(((value - before) / before) * 100);
  return `${percent > 0 ? '+' : '\u2212'}${Math.abs(percent).toLocaleString('en-US')}% to the week before (${was})`;
}

type View = 'Chart' | 'Table';

/** A chart or the table of its figures, under what they come to. Readers of the screen always have the table. */
export function ChartCard({
  title,
  points,
  head,
  total,
  named,
  wide = false,
  aside,
  children,
}: {
  readonly title: string;
  readonly points: readonly Point[];
  readonly head: string;
  readonly total: Total;
  readonly named?: boolean;
  /** Over all columns of the grid. */
  readonly wide?: boolean;
  /** What the labels mean, where they do not say it. */
  readonly aside?: string;
  readonly children?: ReactNode;
}) {
  const heading = useId();
  const [view, setView] = useState<View>('Chart');
  const any = points.some((point) => point.value > 0);
  return (
    <section className={wide ? `${classes.card} ${classes.wide}` : classes.card} aria-labelledby={heading}>
      <header className={classes.cardHead}>
        <h2 id={heading}>{title}</h2>
        {any ? (
          <SegmentedControl
            className={classes.switch ?? ''}
            size="xs"
            aria-label={`${title} as`}
            data={['Chart', 'Table'] satisfies View[]}
            value={view}
            onChange={(next) => setView(next as View)}
          />
        ) : null}
      </header>
      {any || total.before ? (
        <p className={classes.totals}>
          <strong>{total.value.toLocaleString('en-US')}</strong> {total.words} <span>{changeWords(total)}</span>
        </p>
      ) : null}
      {aside ? <p className={classes.explains}>{aside}</p> : null}
      {any ? null : <p className={classes.none}>No data for these seven days.</p>}
      {any && view === 'Chart' ? (
        <div className={classes.chart} aria-hidden>
          <Suspense fallback={null}>{children ?? <Bars points={points} named={named ?? false} />}</Suspense>
        </div>
      ) : null}
      {any ? (
        <div className={view === 'Chart' ? 'visually-hidden' : ''}>
          <table className={classes.table} aria-labelledby={heading}>
            <TableHeads names={[head, title]} />
            <tbody>
              {points.map((point) => (
                <tr key={point.label}>
                  <td>{point.label}</td>
                  <td>{point.value.toLocaleString('en-US')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </section>
  );
}
