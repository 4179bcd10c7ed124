import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accounts } from '@incisive/contract/accounts';
import type { ResponseOf } from '@incisive/contract/endpoint';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { toastFailure } from '../../../components/feedback/toasts.tsx';
import { call } from '../../../lib/api/call.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { sessionsQuery } from '../accounts.queries.ts';
import classes from '../accounts.module.css';

/** `Firefox on Linux` out of a user agent, as far as it can be told. */
export function deviceOf(agent: string): string {
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrome\//.test(agent)
        ? 'Chrome'
        : /Safari\//.test(agent)
          ? 'Safari'
          : '';
  const system = /Windows/.test(agent)
    ? 'Windows'
    : /Android/.test(agent)
      ? 'Android'
      : /iPhone|iPad/.test(agent)
        ? 'iOS'
        : /Mac OS X/.test(agent)
          ? 'macOS'
          : /Linux/.test(agent)
            ? 'Linux'
            : '';
  return [browser, system].filter(Boolean).join(' on ') || 'Another app';
}

/** Whether somebody else may have been at one's account. */
function LastSignIn({
  last_sign_in: last,
  refused_since: refused,
}: Pick<ResponseOf<typeof accounts.sessions>, 'last_sign_in' | 'refused_since'>) {
  return (
    <p>
      {last
        ? `Your previous sign-in was on ${formatMoment(last.at)}${last.address ? ` from ${last.address}` : ''}.`
        : 'This is your first sign-in.'}
      {refused > 0
        ? ` ${refused} ${refused === 1 ? 'attempt was' : 'attempts were'} refused${last ? ' since then' : ''}. If that wasn’t you, change your password.`
        : ''}
    </p>
  );
}

/** Where one is signed in, and a way to end each of the other sessions. */
export function OwnSessions() {
  const queries = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: (id: string) => call(accounts.removeSession, { params: { id } }),
    onSuccess: () => queries.invalidateQueries(sessionsQuery),
    onError: toastFailure,
  });
  return (
    <section className={classes.section} aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">Where you are signed in</h2>
      {sessions.isPending ? <Loader size="sm" aria-label="Loading" /> : null}
      {sessions.data ? <LastSignIn {...sessions.data} /> : null}
      {sessions.error ? <FailureNote error={sessions.error} onRetry={() => void sessions.refetch()} /> : null}
      <ul className={classes.list}>
        {(sessions.data?.results ?? []).map((session) => (
          <li key={session.id}>
            <span>
              {deviceOf(session.user_agent)}{' '}
              <span className={classes.quiet}>
                {session.address}, last used {formatMoment(session.last_used_at)}
              </span>
            </span>
            {session.current ? (
              <span className={classes.quiet}>This session</span>
            ) : (
              <Button
                variant="default"
                size="xs"
                loading={end.isPending && end.variables === session.id}
                aria-label={`End session on ${deviceOf(session.user_agent)}`}
                onClick={() => end.mutate(session.id)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
