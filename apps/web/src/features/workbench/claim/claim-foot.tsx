import { Button } from '@mantine/core';
import { IconCheck, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { cases } from '@incisive/contract/cases';
import type { ClaimCase, ClaimFormat } from '@incisive/contract/cases';
import { can } from '@incisive/contract/roles';
import type { Role } from '@incisive/contract/roles';
import { toastFailure } from '../../../components/feedback/toasts.tsx';
import { download } from '../../../lib/api/download.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { claimKeys, type ClaimKeyName } from './claim-keys.ts';
import { kindNames } from './claim-words.ts';
import classes from './claim.module.css';

export function Count({ n, words, bad = false }: { readonly n: number; readonly words: string; readonly bad?: boolean }) {
  return (
    <span>
      <strong data-bad={(bad && n > 0) || undefined} data-none={n === 0 || undefined}>
        {n}
      </strong>{' '}
      {words}
    </span>
  );
}

/** What the lines are worth together, as far as every one is known. */
export function Total({ claim }: { readonly claim: ClaimCase }) {
  const values = Object.values(claim.values);
  return (
    <p className={classes.total}>
      <span>
        Relative value in all
        {claim.lines.length > 1 ? ', each line as Medicare’s rule for several procedures counts it' : ''}
      </span>
      <strong>
        {values.some((value) => value === null) ? '–' : values.reduce<number>((sum, value) => sum + (value ?? 0), 0).toFixed(2)}
      </strong>
    </p>
  );
}

/** In place of lines: what to do first, and why nothing can be entered where there is no claim at all. */
export function NoLines(props: { readonly claim: ClaimCase; readonly approves: boolean; readonly takes: boolean }) {
  const { claim, approves, takes } = props;
  return (
    <p className={classes.empty}>
      {approves ? 'No approved codes yet. Approve on Codes (G)' : 'No codes yet. Add them on Codes (G, then C)'}
      {takes ? ', or take what the engine saw (A).' : '.'}
      {claim.id === null ? ' Date, place, account and diagnoses can be entered once there is a code.' : null}
    </p>
  );
}

/** What the zeros rest on. Where a file is missing the strip says which checks did not run, and how to have them. */
export function CheckedBy({ claim, role }: { readonly claim: ClaimCase; readonly role: Role }) {
  const missing = claim.not_checked.map((kind) => kindNames[kind] ?? kind);
  return (
    <div className={classes.strip} data-missing={missing.length > 0 || undefined}>
      {claim.checked.length > 0 ? (
        <p>
          <IconCheck size={14} aria-hidden /> Checked by{' '}
          {claim.checked.map((one) => `${kindNames[one.kind] ?? one.kind} ${one.version}`).join(', ')}
        </p>
      ) : null}
      {missing.length > 0 ? (
        <p>
          Not checked{claim.header.service_date ? ' for this date' : ': the date of service is missing'}: {missing.join(', ')}.{' '}
          {claim.checked.length === 0 ? 'Findings are by Incisive’s knowledge alone. ' : ''}
          {can(role, 'edits.manage') ? (
            <Link to="/cptcodes/edit-files">Import the files</Link>
          ) : (
            'An administrator imports the files on CPT codes, Edit files.'
          )}
        </p>
      ) : null}
    </div>
  );
}

/** What newly imported files changed on the claim; told until somebody works on it. */
export function CheckedAgain({ recheck }: { readonly recheck: NonNullable<ClaimCase['recheck']> }) {
  const { kinds, keys, gone } = recheck;
  const are = (n: number): string => (n === 1 ? 'is' : 'are');
  return (
    <p className={classes.recheck}>
      Checked again by new files ({kinds.map((kind) => kindNames[kind] ?? kind).join(', ')}):{' '}
      {keys.length === 1 ? '1 finding' : `${keys.length} findings`} {are(keys.length)} new, {gone} {are(gone)} gone.
    </p>
  );
}

/** A reminder of keys; `?` has all of them. */
export function KeyLine({ keys }: { readonly keys: readonly ClaimKeyName[] }) {
  return (
    <p className={classes.keyLine} aria-hidden>
      {keys.map((name) => (
        <span key={name}>
          <kbd>{claimKeys[name].shown[0]}</kbd> {claimKeys[name].label}
        </span>
      ))}
      <span>
        <kbd>?</kbd> All keys
      </span>
    </p>
  );
}

export function FinishedBar(props: {
  readonly claim: ClaimCase;
  readonly noteId: string;
  readonly role: Role;
  readonly onReopen: () => void;
}) {
  const { claim, noteId, role, onReopen } = props;
  const save = (format: ClaimFormat): void => {
    download(cases.export, { params: { id: noteId }, query: { format } }).catch(toastFailure);
  };
  return (
    <div className={classes.finished}>
      <p>
        <IconLock size={15} aria-hidden /> <strong>Version {claim.claim_version}</strong>, finished{' '}
        {formatMoment(claim.finished_at)} by {claim.finished_by}{' '}
        <code title={claim.sha256 ?? undefined}>{claim.sha256?.slice(0, 12)}</code>
        {claim.file ? <>, in claim file {claim.file}</> : null}
      </p>
      {can(role, 'claims.export') ? (
        <>
          <Button size="compact-xs" variant="default" onClick={() => save('csv')}>
            Charges (.csv)
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => save('fhir')}>
            FHIR R4 (.json)
          </Button>
        </>
      ) : null}
      {can(role, 'claims.reopen') ? (
        <Button size="compact-xs" variant="default" onClick={onReopen}>
          Reopen
        </Button>
      ) : null}
    </div>
  );
}
