import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import type { Profile } from '@incisive/contract/auth';
import { notices } from '@incisive/contract/notices';
import { NotFound } from '../../../components/feedback/not-found.tsx';
import { StatusTag } from '../../../components/feedback/status-tag.tsx';
import { toast } from '../../../components/feedback/toasts.tsx';
import { EditButton, useInPlaceEditing } from '../../../components/form/in-place-editing.tsx';
import { Part } from '../../../components/layout/facts.tsx';
import { PageHeader } from '../../../components/layout/page-header.tsx';
import { isMissing } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { userQuery } from '../accounts.queries.ts';
import classes from '../accounts.module.css';
import { UserActs } from './user-acts.tsx';
import { UserBand, UserFacts } from './user-facts.tsx';
import { UserForm, bodyOf } from './user-form.tsx';
import type { UserValues } from './user-form.tsx';
import { userStates } from './user-status.ts';
import { QueryStatus } from '../../../components/feedback/query-status.tsx';

/**
 * /users/{id}: what is known of a user, its profile to edit in place, and what an administrator may do with the account.
 * @param lately what the user did, given by the route, which composes features.
 */
export function UserPage({ id, lately }: { readonly id: string; readonly lately?: (user: Profile) => ReactNode }) {
  const queries = useQueryClient();
  const user = useQuery(userQuery(id));
  const edit = useInPlaceEditing();
  const save = async (values: UserValues): Promise<void> => {
    await call(auth.update, { body: { ...bodyOf('edit', values), username: values.username } });
    await queries.invalidateQueries({ queryKey: ['users'] });
    toast(notices.profileUpdated());
    edit.stop();
  };
  if (isMissing(user.error)) return <NotFound />;
  const { data } = user;
  const name = data ? [data.first_name, data.last_name].join(' ') : 'User';
  return (
    <div className="page">
      <PageHeader
        title={name}
        crumbs={[{ label: 'Users', to: '/users' }, { label: data?.username ?? 'User' }]}
        status={
          data ? (
            <>
              <StatusTag tone={userStates[data.status].tone}>{userStates[data.status].word}</StatusTag>
              {data.locked ? <StatusTag tone="trouble">Slowed</StatusTag> : null}
            </>
          ) : null
        }
      >
        {data ? <EditButton edit={edit} /> : null}
      </PageHeader>
      <QueryStatus query={user} />
      {data ? (
        <>
          <UserBand user={data} />
          <div className={classes.columns}>
            <div>
              {edit.editing ? (
                <Part title="Profile">
                  <UserForm key={data.updated_at} mode="edit" user={data} submit={save} onCancel={edit.stop} />
                </Part>
              ) : (
                <UserFacts user={data} />
              )}
              <UserActs user={data} />
            </div>
            {lately?.(data)}
          </div>
        </>
      ) : null}
    </div>
  );
}
