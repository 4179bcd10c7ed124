import { Suspense, lazy } from 'react';
import type { Models } from '@incisive/contract/analytics';
import { wilsonInterval } from '@incisive/contract/intervals';
import { Part } from '../../components/layout/facts.tsx';
import { formatDay } from '../../lib/dates.ts';
import { Behind, share } from './acceptance.tsx';
import classes from './administration.module.css';
import { Figure, Figures } from './figures.tsx';
import type { HistoryPoint } from './history-plot.tsx';
import { SuggestionFreshness } from './suggestion-freshness.tsx';

const HistoryPlot = lazy(async () => ({ default: (await import('./history-plot.tsx')).HistoryPlot }));
const exact = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

/** Two points make a line; fewer are told by the figures alone. */
function History({ points, top }: { readonly points: readonly HistoryPoint[]; readonly top?: number }) {
  if (points.length < 2) return null;
  return (
    <div className={classes.history} aria-hidden>
      <Suspense fallback={null}>
        <HistoryPlot points={points} {...(top ? { top } : {})} />
      </Suspense>
    </div>
  );
}

const Unmeasured = ({ children }: { readonly children: string }) => (
  <p className={classes.none}>
    None <span className={classes.explains}>{children}</span>
  </p>
);

/** How long the engine takes, and whether its answers are of now. */
export function Speed({ data: { speed, speed_by_day: days } }: { readonly data: Pick<Models, 'speed' | 'speed_by_day'> }) {
  return (
    <Part title="ML/NLP speed" aside="ms from text to suggestions, 30 days">
      {speed ? null : <Unmeasured>Not measured yet: no note has suggestions.</Unmeasured>}
      <Figures label="ML/NLP speed">
        {speed ? (
          <>
            <Figure label="median" unit="ms" line="full">
              {exact(speed.median_ms)}
            </Figure>
            <Figure label="p95" unit="ms" line="dashed">
              {exact(speed.p95_ms)}
            </Figure>
            <Figure label={speed.n === 1 ? 'note timed last' : 'notes timed last'}>{speed.n.toLocaleString('en-US')}</Figure>
          </>
        ) : null}
        <Figure label="notes with suggestions up to date">
          <SuggestionFreshness />
        </Figure>
      </Figures>
      <History
        points={days.map(({ day, median_ms, p95_ms }) => ({
          label: formatDay(day).slice(0, 5),
          value: median_ms,
          upper: p95_ms,
        }))}
      />
    </Part>
  );
}

/** How often the first suggestion was the settled code, with what the number of codes makes of it. */
export function Accuracy({
  data: { acceptance, over_time: weeks },
}: {
  readonly data: Pick<Models, 'acceptance' | 'over_time'>;
}) {
  const of = (hits: { n: number; hit1: number | null }): readonly [number, number] => {
    const [low, high] = wilsonInterval(Math.round((hits.hit1 ?? 0) * hits.n), hits.n);
    return [low * 100, high * 100];
  };
  const interval = acceptance ? of(acceptance).map(Math.round).join(' to ') : '';
  return (
    <Part title="ML/NLP accuracy" aside="% of settled codes suggested first, by week; band: 95 % interval">
      {acceptance && acceptance.n > 0 ? (
        <Figures label="ML/NLP accuracy">
          <Figure label={`suggested first, interval ${interval}`} line="full">
            <Behind filter={{ rank: '1' }}>{share(acceptance.hit1)}</Behind>
          </Figure>
          <Figure label="among five">
            <Behind filter={{ rank: '5' }}>{share(acceptance.hit5)}</Behind>
          </Figure>
          <Figure label="among ten">
            <Behind filter={{ rank: '10' }}>{share(acceptance.hit10)}</Behind>
          </Figure>
          <Figure label="settled codes">
            <Behind filter={{}}>{acceptance.n.toLocaleString('en-US')}</Behind>
          </Figure>
          <Figure label="added by hand">
            <Behind filter={{ rank: 'none' }}>{acceptance.misses.toLocaleString('en-US')}</Behind>
          </Figure>
        </Figures>
      ) : (
        <Unmeasured>Not measured yet: no note has been trained.</Unmeasured>
      )}
      <History
        top={100}
        points={weeks
          .toSorted((a, b) => (a.week < b.week ? -1 : 1))
          .map((week) => ({ label: formatDay(week.week).slice(0, 5), value: (week.hit1 ?? 0) * 100, band: of(week) }))}
      />
    </Part>
  );
}
