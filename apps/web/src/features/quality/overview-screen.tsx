import { NativeSelect } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { periods, quality } from '@incisive/contract/quality';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { call } from '../../lib/api/call.ts';
import { formatMoment } from '../../lib/dates.ts';
import { useCan } from '../../lib/session/profile.ts';
import { selectableTenantsQuery } from '../../lib/session/tenants.ts';
import { OverviewFigures } from './overview-figures.tsx';
import { OverviewNow } from './overview-now.tsx';
import { OverviewTables } from './overview-tables.tsx';
import { type Scope, useScope, useSetScope } from './use-scope.ts';
import classes from './overview.module.css';
import { QueryStatus } from '../../components/feedback/query-status.tsx';

const overviewQuery = ({ days, tenant }: Scope) =>
  queryOptions({
    queryKey: ['quality', 'overview', days, tenant ?? ''],
    queryFn: ({ signal }) => call(quality.overview, { query: { days, ...(tenant === undefined ? {} : { tenant }) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

/** /overview: what is stuck, who waits for whom, what will be late; each number opens its cases. */
export function OverviewScreen() {
  const scope = useScope();
  const setScope = useSetScope();
  const choosesTenant = useCan('notes.choose-tenant');
  const tenants = useQuery({ ...selectableTenantsQuery, enabled: choosesTenant });
  const query = useQuery(overviewQuery(scope));
  const { data } = query;
  return (
    <div className={`page ${classes.screen}`} data-stale={query.isPlaceholderData}>
      <PageHeader title="Overview" crumbs={[{ label: 'Overview' }]}>
        <div className={classes.choices}>
          {choosesTenant ? (
            <NativeSelect
              aria-label="Tenant"
              value={scope.tenant ?? ''}
              data={[
                { value: '', label: 'All tenants' },
                ...(tenants.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(event) => setScope({ tenant: event.currentTarget.value })}
            />
          ) : null}
          <NativeSelect
            aria-label="Period"
            value={scope.days}
            data={periods.map((days) => ({ value: days, label: `Last ${days} days` }))}
            onChange={(event) => setScope({ days: event.currentTarget.value })}
          />
        </div>
      </PageHeader>
      <QueryStatus query={query} />
      {data ? (
        <>
          <OverviewNow data={data} />
          <OverviewFigures data={data} />
          <OverviewTables data={data} period={scope.days} />
          <p className={classes.foot}>Figures as of {formatMoment(data.as_of)}, of the cases that you may see; days are UTC.</p>
        </>
      ) : null}
    </div>
  );
}
