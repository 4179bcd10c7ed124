import { useState } from 'react';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { billing, type BillingCase } from '@incisive/contract/billing';
import { EmptyNote, FailureNote } from '../../components/feedback/failure-note.tsx';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { toast, toastFailure } from '../../components/feedback/toasts.tsx';
import { Part } from '../../components/layout/facts.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { call } from '../../lib/api/call.ts';
import { download } from '../../lib/api/download.ts';
import { formatDay, formatMoment } from '../../lib/dates.ts';
import { useCan } from '../../lib/session/profile.ts';
import { billingCasesQuery, claimFilesQuery } from './billing.queries.ts';
import classes from './billing.module.css';
import { InsuranceForm } from './insurance-form.tsx';
import { QueryStatus } from '../../components/feedback/query-status.tsx';

/** /claims: finished claims that wait for a file, and the files that were made. */
export function ClaimFiles() {
  const manages = useCan('integrations.manage');
  return (
    <div className="page">
      <PageHeader title="Claim files" crumbs={[{ label: 'Claim files' }]}>
        {manages ? (
          <>
            <Button component={Link} to="/claims/practice" variant="default">
              Practice
            </Button>
            <Button component={Link} to="/claims/payers" variant="default">
              Payers
            </Button>
          </>
        ) : null}
      </PageHeader>
      <p className="dialog-text">
        Finished claims as X12 837P files for a clearinghouse. A file is made only of claims that lack nothing, and its structure
        is checked; whether a payer takes it, the payer says.
      </p>
      <Waiting />
      <Files />
    </div>
  );
}

function Waiting() {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useQuery(billingCasesQuery);
  const ready = (list.data?.results ?? []).filter((one) => one.missing.length === 0);
  const picked = ready.filter(({ id }) => chosen.has(id));
  const make = useMutation({
    mutationFn: () => call(billing.makeFile, { body: { cases: picked.map(({ id }) => id) } }),
    onSuccess: async ({ number }) => {
      setChosen(new Set());
      toast(`File ${number} made`);
      await queries.invalidateQueries({ queryKey: ['billing'] });
    },
  });
  const pick = (ids: readonly string[], on: boolean): void =>
    setChosen((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  return (
    <Part title="Waiting" aside={list.data ? `${ready.length} of ${list.data.results.length} lack nothing` : null}>
      <QueryStatus query={list} size="sm" />
      {list.data?.results.length === 0 ? (
        <EmptyNote title="No claims wait for a file">
          Finished claims come here once claim files are turned on under Practice.
        </EmptyNote>
      ) : null}
      {ready.length > 0 ? (
        <div className={classes.acts}>
          <Button size="xs" disabled={picked.length === 0} loading={make.isPending} onClick={() => make.mutate()}>
            Make file of {picked.length}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              pick(
                ready.map(({ id }) => id),
                picked.length < ready.length,
              )
            }
          >
            {picked.length < ready.length ? 'Choose all that lack nothing' : 'Choose none'}
          </Button>
        </div>
      ) : null}
      {make.error ? <FailureNote error={make.error} /> : null}
      {list.data?.results.map((one) => (
        <Waits key={one.id} of={one} chosen={chosen.has(one.id)} onPick={(on) => pick([one.id], on)} />
      ))}
    </Part>
  );
}

const nameOf = ({ patient_number, encounter_number, service_date, id }: BillingCase): string =>
  [
    patient_number && `Patient ${patient_number}`,
    encounter_number && `encounter ${encounter_number}`,
    service_date && formatDay(service_date),
  ]
    .filter(Boolean)
    .join(', ') || `Claim ${id.slice(0, 8)}`;

function Waits({ of, chosen, onPick }: { of: BillingCase; chosen: boolean; onPick: (on: boolean) => void }) {
  const [editing, setEditing] = useState(false);
  const seesTenants = useCan('notes.choose-tenant');
  const name = nameOf(of);
  const whole = of.missing.length === 0;
  return (
    <section className={classes.claim} aria-label={name}>
      <h3>
        <label>
          <input
            type="checkbox"
            checked={chosen && whole}
            disabled={!whole}
            onChange={({ currentTarget: { checked } }) => onPick(checked)}
          />
          {name}
        </label>
        <StatusTag tone={whole ? 'done' : 'waiting'}>{whole ? 'Ready' : 'Lacks something'}</StatusTag>
      </h3>
      <p className={classes.quiet}>
        {seesTenants ? `${of.tenant.name}. ` : ''}
        {of.lines === 1 ? '1 line' : `${of.lines} lines`}, version {of.version}, finished {formatMoment(of.finished_at)}.
      </p>
      {whole ? null : (
        <ul className={classes.missing} aria-label="Missing">
          {of.missing.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {editing ? (
        <InsuranceForm of={of} onDone={() => setEditing(false)} />
      ) : (
        <div className={classes.acts}>
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            Insurance
          </Button>
          <Button component={Link} to={`/opnotes/${of.note_id}`} size="xs" variant="default">
            Open note
          </Button>
        </div>
      )}
    </section>
  );
}

function Files() {
  const list = useQuery(claimFilesQuery);
  const save = useMutation({
    mutationFn: (id: string) => download(billing.download, { params: { id } }),
    onError: toastFailure,
  });
  return (
    <Part title="Files">
      <QueryStatus query={list} size="sm" />
      {list.data?.results.length === 0 ? <p className={classes.quiet}>None yet.</p> : null}
      <ul className={classes.files} aria-label="Files">
        {list.data?.results.map((file) => (
          <li key={file.id}>
            <strong>{file.number}</strong>
            <span>
              {file.claims === 1 ? '1 claim' : `${file.claims} claims`}, made {formatMoment(file.made_at)} by {file.made_by}
              {file.mode === 'test' ? ', a test' : ''}
            </span>
            {file.emptied_at ? (
              <span className={classes.quiet}>
                Removed {formatMoment(file.emptied_at)}, with a note that was removed for good.
              </span>
            ) : (
              <Button
                size="xs"
                variant="default"
                aria-label={`Download ${file.number}`}
                loading={save.isPending && save.variables === file.id}
                onClick={() => save.mutate(file.id)}
              >
                Download
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
