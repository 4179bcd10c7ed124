import { useState } from 'react';
import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accounts } from '@incisive/contract/accounts';
import { auth } from '@incisive/contract/auth';
import type { Profile } from '@incisive/contract/auth';
import { failureNotices, notices } from '@incisive/contract/notices';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { NotFound } from '../../../components/feedback/not-found.tsx';
import { PageHeader } from '../../../components/layout/page-header.tsx';
import { ResendVerification } from '../profile/resend-verification.tsx';
import { toast, toastError } from '../../../components/feedback/toasts.tsx';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { useProfile } from '../../../lib/profile.ts';
import { userQuery } from '../accounts.queries.ts';
import { UserForm, bodyOf } from './user-form.tsx';
import type { UserValues } from './user-form.tsx';
import classes from '../accounts.module.css';

/** /users/{id}: view and edit, and what an administrator may do with the account. */
export function UserPage({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  const user = useQuery(userQuery(id));
  const save = useMutation({
    mutationFn: (values: UserValues) => call(auth.update, { body: { ...bodyOf('edit', values), username: values.username } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['users'] });
      toast(notices.profileUpdated());
    },
    onError: () => toastError(failureNotices.createOrUpdateUser),
  });
  if (user.error instanceof ApiError && (user.error.code === 'not-found' || user.error.status === 422)) return <NotFound />;
  return (
    <div className="page">
      <PageHeader
        title={user.data?.username ?? 'User'}
        crumbs={[{ label: 'Users', to: '/users' }, { label: user.data?.username ?? 'User' }]}
      />
      {user.isPending ? <Loader aria-label="Loading" /> : null}
      {user.error ? <FailureNote error={user.error} onRetry={() => void user.refetch()} /> : null}
      {user.data ? (
        <>
          <UserForm key={user.data.updated_at} mode="edit" user={user.data} submit={(values) => save.mutateAsync(values)} />
          <AccountActions user={user.data} />
        </>
      ) : null}
    </div>
  );
}

const verbs = { activate: 'Activate', deactivate: 'Deactivate', endSessions: 'End sessions', unlock: 'Unlock' } as const;
type Verb = keyof typeof verbs;

const explained: Record<Verb, string> = {
  activate: 'The user can sign in again.',
  deactivate: 'The user is signed out at once and cannot sign in until activated again.',
  endSessions: 'The user is signed out everywhere and signs in again.',
  unlock: 'Wrong tries are forgotten; the user can try again at once.',
};

function AccountActions({ user }: { readonly user: Profile }) {
  const queries = useQueryClient();
  const own = useProfile();
  const [asked, setAsked] = useState<Verb | 'otp'>();
  const act = useMutation({
    mutationFn: async (verb: Verb | 'otp'): Promise<void> => {
      if (verb === 'otp') await call(auth.totpDisable, { body: { user: user.id } });
      else await call(accounts[verb], { body: { users: [user.id] } });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['users'] });
      toast(notices.profileUpdated());
    },
    onError: (error) => toastError(messageOf(error)),
  });
  if (user.id === own.id) return null;
  const offered: Verb[] = [
    user.status === 'active' ? 'deactivate' : 'activate',
    'endSessions',
    ...(user.locked ? (['unlock'] as const) : []),
  ];
  return (
    <section className={classes.section} aria-labelledby="account-heading">
      <h2 id="account-heading">Account</h2>
      <ul className={classes.list}>
        {offered.map((verb) => (
          <li key={verb}>
            <span>{explained[verb]}</span>
            <Button variant="default" size="xs" onClick={() => setAsked(verb)}>
              {verbs[verb]}
            </Button>
          </li>
        ))}
        {user.email_verified || user.status === 'deactivated' ? null : (
          <li>
            <span>The email address is not confirmed yet.</span>
            <div>
              <ResendVerification username={user.username} size="xs" />
            </div>
          </li>
        )}
        {user.otp_enabled ? (
          <li>
            <span>The second factor is on. Reset it when the user has lost the device.</span>
            <Button variant="default" size="xs" onClick={() => setAsked('otp')}>
              Reset second factor
            </Button>
          </li>
        ) : null}
      </ul>
      <ConfirmDialog
        opened={asked !== undefined}
        text={
          asked && asked !== 'otp' ? explained[asked] : 'The user signs in with the password alone until a new device is set up.'
        }
        onClose={() => setAsked(undefined)}
        onConfirm={async () => {
          if (asked) await act.mutateAsync(asked);
        }}
      />
    </section>
  );
}
