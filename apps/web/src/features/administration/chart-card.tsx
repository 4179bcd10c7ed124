import { Suspense, lazy, useId } from 'react';
import type { ReactNode } from 'react';
import classes from './administration.module.css';

export interface Point {
  readonly label: string;
  readonly value: number;
}

const Bars = lazy(async () => ({ default: (await import('./bars.tsx')).Bars }));

/** A chart with the table behind it: the same figures for everybody. */
export function ChartCard({
  title,
  points,
  head,
  named,
  aside,
  children,
}: {
  readonly title: string;
  readonly points: readonly Point[];
  readonly head: string;
  readonly named?: boolean;
  /** What the labels mean, where they do not say it. */
  readonly aside?: string;
  readonly children?: ReactNode;
}) {
  const heading = useId();
  const any = points.some((point) => point.value > 0);
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {aside ? <p className={classes.explains}>{aside}</p> : null}
      <div className={classes.chart} aria-hidden>
        {any ? (
          <Suspense fallback={null}>{children ?? <Bars points={points} named={named ?? false} />}</Suspense>
        ) : (
          <p className={classes.none}>Nothing was measured in these seven days.</p>
        )}
      </div>
      <details>
        <summary>Table</summary>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label}>
                <td>{point.label}</td>
                <td>{point.value.toLocaleString('en-US')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
