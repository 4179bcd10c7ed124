import { useState } from 'react';
import { Button, Loader } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { analytics } from '@incisive/contract/analytics';
import type { Models as ModelsAnswer } from '@incisive/contract/analytics';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { Fact, FactList, Part } from '../../components/layout/facts.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { TableHeads } from '../../components/layout/table-heads.tsx';
import { call } from '../../lib/api/call.ts';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { useRole } from '../../lib/session/profile.ts';
import classes from './administration.module.css';
import { Claims } from './claim-figures.tsx';
import { WeeklyPlot } from './weekly-plot.tsx';
import { BackupAge } from './backup-age.tsx';
import { SuggestionFreshness } from './suggestion-freshness.tsx';

const none = 'None';
const share = (value: number | null | undefined): string =>
  value === null || value === undefined ? none : `${String(Math.round(value * 100))}%`;
const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : String(Math.round(value))} ms`;

/** /models: versions, totals, how fast the engine is and how often its suggestions were approved. */
export function Models() {
  const models = useQuery({ queryKey: ['models'], queryFn: ({ signal }) => call(analytics.models, { signal }) });
  return (
    <div className="page">
      <PageHeader title="System information" crumbs={[{ label: 'System information' }]}>
        {models.data ? <CopyForSupport data={models.data} /> : null}
      </PageHeader>
      {models.isPending ? <Loader aria-label="Loading" /> : null}
      {models.error ? <FailureNote error={models.error} onRetry={() => void models.refetch()} /> : null}
      {models.data ? <Facts data={models.data} /> : null}
    </div>
  );
}

function Total({ to, value }: { readonly to: string | null; readonly value: number | null }) {
  if (value === null) return <>{none}</>;
  const words = value.toLocaleString('en-US');
  return to ? <Link to={to as never}>{words}</Link> : <>{words}</>;
}

function Facts({ data }: { readonly data: ModelsAnswer }) {
  const superAdmin = useRole() === 'SuperAdmin';
  const { acceptance, speed, totals } = data;
  return (
    <>
      <div className={classes.thirds}>
        <Part title="Engine" aside="speed and agreement">
          <FactList label="Engine">
            <Fact label="ML/NLP speed" aside={speed ? null : 'Not measured yet: no note has suggestions.'}>
              {speed
                ? `${milliseconds(speed.median_ms)} median, ${milliseconds(speed.p95_ms)} p95 of the last ${speed.n === 1 ? 'note' : `${speed.n.toLocaleString('en-US')} notes`}`
                : none}
            </Fact>
            <Fact
              label="ML/NLP accuracy"
              aside={acceptance && acceptance.n > 0 ? null : 'Not measured yet: no note has been trained.'}
            >
              {acceptance && acceptance.n > 0 ? <Accuracy hits={acceptance} /> : none}
            </Fact>
            <Fact label="Suggestions up to date">
              <SuggestionFreshness />
            </Fact>
          </FactList>
        </Part>
        <Part title="Stored" aside="each number opens its list">
          <FactList label="Stored">
            <Fact label="OpNotes">
              <Total to="/opnotes" value={totals.op_notes} />
            </Fact>
            <Fact label="CPT codes">
              <Total to="/cptcodes" value={totals.cpt_codes} />
            </Fact>
            {totals.tenants === null ? null : (
              <Fact label="Tenants">
                <Total to={superAdmin ? '/tenants' : null} value={totals.tenants} />
              </Fact>
            )}
            <Fact label="Users">
              <Total to="/users" value={totals.users} />
            </Fact>
            {superAdmin ? (
              <Fact label="Newest backup">
                <BackupAge />
              </Fact>
            ) : null}
          </FactList>
        </Part>
        <Part title="Versions" aside="what support will ask for">
          <FactList label="Versions">
            {data.versions.map((version) => (
              <Fact key={version.label} label={version.label}>
                {version.value}
              </Fact>
            ))}
          </FactList>
        </Part>
      </div>
      {data.over_time.length > 1 ? <WeeklyPlot weeks={data.over_time} /> : null}
      <Acceptance
        title="Acceptance over time"
        head="Week"
        rows={data.over_time.map((row) => ({ ...row, label: formatDay(row.week), filter: { week: row.week } }))}
      />
      <Acceptance
        title="Acceptance by section"
        head="CPT section"
        rows={data.by_section.map((row) => ({ ...row, label: row.section, filter: { section: row.section } }))}
      />
      {superAdmin ? (
        <Acceptance
          title="Acceptance by tenant"
          head="Tenant"
          rows={data.by_tenant.map((row) => ({ ...row, label: row.tenant, filter: { tenant: row.tenant } }))}
        />
      ) : null}
      <Claims data={data} />
      {data.training.length === 0 ? null : (
        <section className={classes.block}>
          <h2>Training</h2>
          <p className={classes.explains}>What each training changed, measured on held-back notes.</p>
          <table className={classes.table}>
            <TableHeads names={['When', 'Held-back notes', 'Rank 1 / 5 / 10 before', 'after']} />
            <tbody>
              {data.training.map((row) => (
                <tr key={row.at}>
                  <td>{formatDate(row.at)}</td>
                  <td>{row.n}</td>
                  <td>{[row.before.hit1, row.before.hit5, row.before.hit10].map(share).join(' / ')}</td>
                  <td>{[row.after.hit1, row.after.hit5, row.after.hit10].map(share).join(' / ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

/** What support asks for: versions and counts, never a name. */
function CopyForSupport({ data }: { readonly data: ModelsAnswer }) {
  const [copied, setCopied] = useState<boolean>();
  const { totals } = data;
  const text = [
    ...data.versions.map(({ label, value }) => `${label} ${value}`),
    `OpNotes ${String(totals.op_notes)}, CPT codes ${String(totals.cpt_codes)}, tenants ${String(totals.tenants)}, users ${String(totals.users)}`,
  ].join('\n');
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <output className={classes.quiet}>
        {copied === true ? 'Copied' : copied === false ? 'Your browser blocked copying' : ''}
      </output>
      <Button variant="default" rightSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
        Copy for support
      </Button>
    </>
  );
}

type Filter = Readonly<Record<string, string>>;

/** A figure that leads to the settled codes, and their notes, that it counts. */
const Behind = ({ filter, children }: { readonly filter: Filter; readonly children: ReactNode }) => (
  <Link to="/models/codes" search={filter as never}>
    {children}
  </Link>
);

const Accuracy = ({ hits }: { readonly hits: Omit<AcceptanceRow, 'label' | 'filter'> }) => (
  <>
    <Behind filter={{ rank: '1' }}>{share(hits.hit1)}</Behind> / <Behind filter={{ rank: '5' }}>{share(hits.hit5)}</Behind> /{' '}
    <Behind filter={{ rank: '10' }}>{share(hits.hit10)}</Behind> of <Behind filter={{}}>{hits.n.toLocaleString('en-US')}</Behind>{' '}
    settled codes were suggested at rank 1 / 5 / 10;{' '}
    <Behind filter={{ rank: 'none' }}>{hits.misses.toLocaleString('en-US')}</Behind> added by hand
  </>
);

interface AcceptanceRow {
  readonly label: string;
  readonly filter: Filter;
  readonly n: number;
  readonly hit1: number | null;
  readonly hit5: number | null;
  readonly hit10: number | null;
  readonly misses: number;
}

function Acceptance({
  title,
  head,
  rows,
}: {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly AcceptanceRow[];
}) {
  if (rows.length === 0) return null;
  return (
    <section className={classes.block}>
      <h2>{title}</h2>
      <p className={classes.explains}>Settled codes that were among the first 1, 5 or 10 suggestions.</p>
      <table className={classes.table}>
        <TableHeads names={[head, 'Settled codes', 'Rank 1', 'Rank 5', 'Rank 10', 'Added by hand']} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <td>{row.label}</td>
              {figuresOf(row).map(([name, filter, words]) => (
                <td key={name}>
                  <Behind filter={{ ...row.filter, ...filter }}>{words}</Behind>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const figuresOf = (row: AcceptanceRow): readonly (readonly [name: string, filter: Filter, words: string])[] => [
  ['n', {}, row.n.toLocaleString('en-US')],
  ['hit1', { rank: '1' }, share(row.hit1)],
  ['hit5', { rank: '5' }, share(row.hit5)],
  ['hit10', { rank: '10' }, share(row.hit10)],
  ['misses', { rank: 'none' }, row.misses.toLocaleString('en-US')],
];
