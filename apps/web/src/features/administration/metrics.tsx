import { lazy } from 'react';
import { Button, Group } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { analytics } from '@incisive/contract/analytics';
import type { Metrics as Week } from '@incisive/contract/analytics';
import { limits } from '@incisive/contract/limits';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { call } from '../../lib/api/call.ts';
import { formatDay, timeZoneName } from '../../lib/dates.ts';
import { ChartCard } from './chart-card.tsx';
import type { Point, Total } from './chart-card.tsx';
import classes from './administration.module.css';
import { QueryStatus } from '../../components/feedback/query-status.tsx';

const UsMap = lazy(async () => ({ default: (await import('./us-map.tsx')).UsMap }));
const day = 'YYYY-MM-DD';
const weekQuery = (to: string) =>
  queryOptions({
    queryKey: ['metrics', to],
    queryFn: ({ signal }) => call(analytics.metrics, { query: { to, tz: timeZoneName() }, signal }),
  });
const weeksFrom = (to: string, weeks: number): string =>
  dayjs(to)
    .add(weeks * limits.chartDays, 'day')
    .format(day);
const sum = (points: readonly Point[]): number => points.reduce((whole, point) => whole + point.value, 0);
const most = (points: readonly Point[]): number => Math.max(0, ...points.map((point) => point.value));

/** /metrics: seven days of consented page views in five charts, and other weeks by their last day. */
export function Metrics({
  to: asked,
  onWeek,
}: {
  /** The last day shown, from the address; today without one. */
  readonly to?: string;
  /** Puts another last day into the address; none for today. */
  readonly onWeek: (to: string | undefined) => void;
}) {
  const today = dayjs().format(day);
  const to = asked && asked < today ? asked : today;
  const setTo = (next: string): void => onWeek(next < today ? next : undefined);
  const metrics = useQuery(weekQuery(to));
  const before = useQuery(weekQuery(weeksFrom(to, -1)));
  const move = (weeks: number): void => setTo(weeksFrom(to, weeks));
  const data = metrics.data;
  const total = (words: string, of: (week: Week) => number): Total => ({
    value: data ? of(data) : 0,
    words,
    before: before.data ? of(before.data) : undefined,
  });
  return (
    <div className="page">
      <PageHeader
        title="Metrics"
        crumbs={[{ label: 'Metrics' }]}
        aside={data ? `${formatDay(data.from)} to ${formatDay(data.to)}` : null}
      >
        <Group gap="xs">
          <Button variant="default" onClick={() => move(-1)}>
            Week before
          </Button>
          <label className={classes.picker}>
            Last day{' '}
            <input
              type="date"
              value={to}
              max={today}
              onChange={(event) => event.currentTarget.value && setTo(event.currentTarget.value)}
            />
          </label>
          <Button variant="default" disabled={to >= today} onClick={() => move(1)}>
            Week after
          </Button>
        </Group>
      </PageHeader>
      <QueryStatus query={metrics} />
      {data ? (
        <div className={classes.grid}>
          <ChartCard
            title="Page views"
            head="Path"
            points={data.page_views}
            total={total('views', (week) => sum(week.page_views))}
            named
            wide
          />
          <ChartCard
            title="Sessions by date"
            head="Date"
            total={total('sessions, day by day', (week) => sum(week.sessions_by_date))}
            points={data.sessions_by_date.map((point) => ({ ...point, label: formatDay(point.label) }))}
          />
          <ChartCard
            title="Sessions by hour"
            head={`Hour in ${timeZoneName()}`}
            aside={`Hours in ${timeZoneName()}`}
            points={data.sessions_by_hour}
            total={total('sessions in the busiest hour', (week) => most(week.sessions_by_hour))}
          />
          <ChartCard
            title="Active users"
            head="Date"
            total={total('users on the busiest day', (week) => most(week.active_users))}
            points={data.active_users.map((point) => ({ ...point, label: formatDay(point.label) }))}
          />
          <ChartCard
            title="Sessions by region"
            head="Region"
            points={data.regions}
            total={total('sessions', (week) => sum(week.regions))}
          >
            <UsMap points={data.regions} />
          </ChartCard>
        </div>
      ) : null}
      <p className={classes.quiet}>
        Only visits by people who accepted cookies are counted. Addresses are stored as patterns, never with an ID.
        {to === today ? ' Today is counted so far.' : ''}
      </p>
    </div>
  );
}
