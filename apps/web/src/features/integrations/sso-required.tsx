import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { accounts } from '@incisive/contract/accounts';
import type { SsoConnection } from '@incisive/contract/single-sign-on';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { QueryStatus } from '../../components/feedback/query-status.tsx';
import { call } from '../../lib/api/call.ts';
import { useCan } from '../../lib/session/profile.ts';
import { Check } from './check-list.tsx';
import classes from './integrations.module.css';

/** Whether it is the only way in, and which administrators keep their passwords for the day that the provider is down. */
export function SsoRequired({
  connection,
  required,
  kept,
  error,
  onRequired,
  onKept,
}: {
  readonly connection: SsoConnection;
  readonly required: boolean;
  readonly kept: readonly string[];
  readonly error: ReactNode;
  readonly onRequired: (on: boolean) => void;
  readonly onKept: (ids: string[]) => void;
}) {
  const { id, name } = connection.tenant;
  const severalTenants = useCan('tenants.manage');
  const list = useQuery({
    queryKey: ['accounts', 'administrators', id],
    queryFn: ({ signal }) =>
      call(accounts.list, {
        // Only who looks after several tenants may, and has to, say which.
        query: { groups: 'Admin', status: 'active', per_page: 100, ...(severalTenants ? { tenant: name } : {}) },
        signal,
      }),
    enabled: required,
  });
  const admins = (list.data?.results ?? []).filter((one) => one.tenant === id && one.groups.includes('Admin'));
  return (
    <fieldset className={classes.scopes}>
      <legend>Passwords</legend>
      <Check checked={required} onChange={onRequired}>
        Nobody signs in by password any more. Whoever did is signed out now.
      </Check>
      {required ? (
        <>
          <p className={classes.quiet}>But these administrators, if the provider is ever down. Choose at least one.</p>
          <QueryStatus query={list} size="sm" />
          {admins.map((one) => (
            <Check
              key={one.id}
              checked={kept.includes(one.id)}
              onChange={(on) => onKept(on ? [...kept, one.id] : kept.filter((other) => other !== one.id))}
            >
              {one.username}
            </Check>
          ))}
        </>
      ) : null}
      {error ? <FailureNote>{error}</FailureNote> : null}
    </fieldset>
  );
}
