import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { analytics } from '@incisive/contract/analytics';
import type { Models as ModelsAnswer } from '@incisive/contract/analytics';
import { Fact, FactList, Part } from '../../components/layout/facts.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { TableHeads } from '../../components/layout/table-heads.tsx';
import { call } from '../../lib/api/call.ts';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { useRole } from '../../lib/session/profile.ts';
import { Acceptance, share } from './acceptance.tsx';
import classes from './administration.module.css';
import { BackupAge } from './backup-age.tsx';
import { Claims } from './claim-figures.tsx';
import { Accuracy, Speed } from './engine-figures.tsx';
import { RuleFiles } from './rule-files.tsx';
import { QueryStatus } from '../../components/feedback/query-status.tsx';

const none = 'None';

/** /models: versions, totals, how fast the engine is and how often its suggestions were approved. */
export function Models() {
  const models = useQuery({ queryKey: ['models'], queryFn: ({ signal }) => call(analytics.models, { signal }) });
  return (
    <div className="page">
      <PageHeader title="System information" crumbs={[{ label: 'System information' }]}>
        {models.data ? <CopyForSupport data={models.data} /> : null}
      </PageHeader>
      <QueryStatus query={models} />
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
  const { totals } = data;
  return (
    <>
      <div className={classes.halves}>
        <Speed data={data} />
        <Accuracy data={data} />
        <div>
          <Acceptance
            title="Acceptance by section"
            head="CPT section"
            rows={data.by_section.map((row) => ({ ...row, label: row.section, filter: { section: row.section } }))}
          />
        </div>
        <div>
          <Acceptance
            title="Acceptance over time"
            head="Week"
            rows={data.over_time.map((row) => ({ ...row, label: formatDay(row.week), filter: { week: row.week } }))}
          />
          {superAdmin ? (
            <Acceptance
              title="Acceptance by tenant"
              head="Tenant"
              rows={data.by_tenant.map((row) => ({ ...row, label: row.tenant, filter: { tenant: row.tenant } }))}
            />
          ) : null}
          <Claims data={data} />
          <Training steps={data.training} />
        </div>
      </div>
      <div className={classes.thirds}>
        <Part title="Versions" aside="what support will ask for">
          <FactList label="Versions">
            {data.versions.map((version) => (
              <Fact key={version.label} label={version.label}>
                {version.value}
              </Fact>
            ))}
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
            {totals.database_bytes === null ? null : (
              <Fact label="Database">{`${Math.round(totals.database_bytes / 1_000_000).toLocaleString('en-US')} MB`}</Fact>
            )}
            {superAdmin ? (
              <Fact label="Newest backup">
                <BackupAge />
              </Fact>
            ) : null}
          </FactList>
        </Part>
        <RuleFiles />
      </div>
    </>
  );
}

function Training({ steps }: { readonly steps: ModelsAnswer['training'] }) {
  if (steps.length === 0) return null;
  return (
    <Part title="Training" aside="what each changed, measured on held-back notes">
      <div className={classes.scrolls}>
        <table className={classes.table}>
          <TableHeads names={['When', 'Held-back notes', 'Rank 1 / 5 / 10 before', 'after']} />
          <tbody>
            {steps.map((row) => (
              <tr key={row.at}>
                <td>{formatDate(row.at)}</td>
                <td>{row.n}</td>
                <td>{[row.before.hit1, row.before.hit5, row.before.hit10].map(share).join(' / ')}</td>
                <td>{[row.after.hit1, row.after.hit5, row.after.hit10].map(share).join(' / ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
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
