import { type ReactNode, useState } from 'react';
import { Button, Loader } from '@mantine/core';
import { type QueryKey, useMutation, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { toastFailure } from '../../components/feedback/toasts.tsx';
import { Fact, FactList } from '../../components/layout/facts.tsx';
import { TableHeads } from '../../components/layout/table-heads.tsx';
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx';
import { formatDate } from '../../lib/dates.ts';
import { useRole } from '../../lib/session/profile.ts';
import { eventOf } from './integration-words.ts';
import classes from './integrations.module.css';

/** What every connection has, whichever way it goes. */
interface Connected {
  readonly name: string;
  readonly state: 'active' | 'revoked';
  readonly tenant: { readonly name: string };
  readonly created_at: string;
  readonly created_by: string;
  readonly revoked_at: string | null;
  readonly revoked_by: string | null;
  readonly last_message: { readonly at: string; readonly event: string } | null;
  readonly last_error: { readonly at: string } | null;
}

/** The two acts that change nothing. */
export const TestAndMessages = (props: {
  /** Absent for what was revoked: it would be refused. */
  readonly testing: { readonly isPending: boolean; readonly mutate: () => void } | undefined;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}) => (
  <>
    {props.testing ? (
      <Button size="xs" variant="default" loading={props.testing.isPending} onClick={() => props.testing?.mutate()}>
        Test
      </Button>
    ) : null}
    <Button size="xs" variant="default" aria-expanded={props.open} onClick={() => props.setOpen(!props.open)}>
      Messages
    </Button>
  </>
);

/**
 * One connection: its facts, and what can be done with it. `children` are the facts of its kind, `after` those that stand behind
 * the last error, `lastError` says that error in plain words.
 */
export function Connection({
  of,
  queryKey,
  lastError,
  test,
  rotate,
  revoke,
  revokeText,
  messages,
  after,
  acts,
  children,
}: {
  readonly of: Connected;
  readonly queryKey: QueryKey;
  readonly lastError: string;
  readonly test: () => Promise<{ words: string }>;
  /** Absent where there is no secret of ours to make anew. */
  readonly rotate?: (() => Promise<void>) | undefined;
  readonly revoke: () => Promise<unknown>;
  readonly revokeText: string;
  readonly messages: ReactNode;
  readonly after?: ReactNode;
  /** What else can be done with it while it is active. */
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}) {
  const queries = useQueryClient();
  const superAdmin = useRole() === 'SuperAdmin';
  const [asking, setAsking] = useState(false);
  const [open, setOpen] = useState(false);
  const settle = { onError: toastFailure, onSettled: () => queries.invalidateQueries({ queryKey }) };
  const testing = useMutation({ mutationFn: test, ...settle });
  const rotating = useMutation({ mutationFn: async () => rotate?.(), ...settle });
  const revoking = useMutation({ mutationFn: revoke, ...settle });
  const active = of.state === 'active';
  return (
    <section className={classes.client} aria-label={of.name}>
      <h3>
        {of.name}
        <StatusTag tone={active ? 'done' : 'off'}>{active ? 'Active' : 'Revoked'}</StatusTag>
      </h3>
      <FactList>
        {superAdmin ? <Fact label="Tenant">{of.tenant.name}</Fact> : null}
        {children}
        <Fact label="Set up" aside={of.revoked_at ? `Revoked ${formatDate(of.revoked_at)} by ${of.revoked_by ?? ''}` : null}>
          {formatDate(of.created_at)} by {of.created_by}
        </Fact>
        <Fact label="Last message" aside={of.last_message ? formatDate(of.last_message.at) : null}>
          {of.last_message ? eventOf(of.last_message.event) : 'None yet'}
        </Fact>
        <Fact label="Last error" aside={of.last_error ? formatDate(of.last_error.at) : null}>
          {lastError}
        </Fact>
        {after}
      </FactList>
      <div className={classes.acts}>
        <TestAndMessages testing={active ? testing : undefined} open={open} setOpen={setOpen} />
        {active && rotate ? (
          <Button size="xs" variant="default" loading={rotating.isPending} onClick={() => rotating.mutate()}>
            New secret
          </Button>
        ) : null}
        {active ? acts : null}
        {active ? (
          <Button size="xs" variant="default" color="red" onClick={() => setAsking(true)}>
            Revoke
          </Button>
        ) : null}
      </div>
      <output className={classes.quiet}>{testing.data ? testing.data.words : ''}</output>
      {open ? messages : null}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await revoking.mutateAsync();
        }}
        text={revokeText}
      />
    </section>
  );
}

/** Connections of a kind: those that are active, and folded away under them those that were revoked. */
export function Connections<C extends { readonly id: string; readonly state: Connected['state'] }>({
  all,
  one,
  none = 'None yet.',
}: {
  readonly all: readonly C[];
  readonly one: (connection: C) => ReactNode;
  /** What is said where there is none. */
  readonly none?: string;
}) {
  const revoked = all.filter(({ state }) => state === 'revoked');
  if (all.length === 0) return <p className={classes.quiet}>{none}</p>;
  return (
    <>
      {all.filter(({ state }) => state === 'active').map(one)}
      {revoked.length > 0 ? (
        <details className={classes.folded}>
          <summary>{revoked.length} revoked</summary>
          {revoked.map(one)}
        </details>
      ) : null}
    </>
  );
}

/** The last messages of a connection: ids and outcomes, no text. */
export function MessageTable<Message>({
  name,
  query,
  heads,
  row,
}: {
  readonly name: string;
  readonly query: UseQueryResult<{ results: readonly Message[] }>;
  readonly heads: readonly string[];
  readonly row: (message: Message) => ReactNode;
}) {
  if (query.isPending) return <Loader size="sm" aria-label="Loading" />;
  if (query.error) return <FailureNote error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.results.length === 0) return <p className={classes.quiet}>No messages yet.</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <section className={classes.tableBox} tabIndex={0} aria-label={`Messages of ${name}`}>
      <table className={classes.table}>
        <TableHeads names={heads} />
        <tbody>{query.data.results.map(row)}</tbody>
      </table>
    </section>
  );
}
