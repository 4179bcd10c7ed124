import type { Models } from '@incisive/contract/analytics';
import { formatDay } from '../../lib/dates.ts';
import classes from './administration.module.css';

const width = 600;
const height = 150;
const left = 40;
const bottom = 20;

/** How often the first suggestion was the settled code, week by week; the table below says the same. */
export function WeeklyPlot({ weeks }: { readonly weeks: Models['over_time'] }) {
  const shown = weeks.toSorted((a, b) => (a.week < b.week ? -1 : 1)).filter((week) => week.hit1 !== null);
  const first = shown[0];
  const last = shown.at(-1);
  if (!first || !last || shown.length < 2) return null;
  const x = (at: number): number => left + (at * (width - left - 10)) / (shown.length - 1);
  const y = (value: number): number => 8 + (1 - value) * (height - bottom - 8);
  const points = shown.map((week, at) => `${String(x(at))},${String(y(week.hit1 ?? 0))}`);
  return (
    <figure className={classes.plot}>
      <figcaption>First suggestion settled, by week</figcaption>
      <svg viewBox={`0 0 ${String(width)} ${String(height)}`} aria-hidden>
        {[0, 0.5, 1].map((value) => (
          <g key={value}>
            <line x1={left} x2={width} y1={y(value)} y2={y(value)} />
            <text x={left - 8} y={y(value) + 4} textAnchor="end">
              {`${String(value * 100)}%`}
            </text>
          </g>
        ))}
        <polyline points={points.join(' ')} />
        {shown.map((week, at) => (
          <circle key={week.week} cx={x(at)} cy={y(week.hit1 ?? 0)} r={3} />
        ))}
        <text x={left} y={height - 4}>
          {formatDay(first.week)}
        </text>
        <text x={width} y={height - 4} textAnchor="end">
          {formatDay(last.week)}
        </text>
      </svg>
    </figure>
  );
}
