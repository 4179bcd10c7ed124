import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { auth } from '@incisive/contract/auth';
import { notices } from '@incisive/contract/notices';
import { PageHeader } from '../../../components/layout/page-header.tsx';
import { toast } from '../../../components/feedback/toasts.tsx';
import { call } from '../../../lib/api/call.ts';
import { useProfile } from '../../../lib/session/profile.ts';
import { UserForm, bodyOf } from './user-form.tsx';
import type { UserValues } from './user-form.tsx';

/** /users/new: the account is active at once, with a temporary password. */
export function NewUser() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const own = useProfile();
  const create = useMutation({
    mutationFn: (values: UserValues) =>
      call(auth.signUp, {
        body: {
          ...bodyOf('create', values),
          username: values.username,
          tmppassword: values.tmppassword,
          groups: values.groups || 'DataEntry',
        },
        signed: true,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['users'] });
      toast(notices.userCreated());
      await navigate({ to: '/users' });
    },
  });
  return (
    <div className="page page-form">
      <PageHeader title="New user" crumbs={[{ label: 'Users', to: '/users' }, { label: 'New user' }]} />
      <UserForm mode="create" ownTenant={own.tenant ?? ''} submit={(values) => create.mutateAsync(values)} />
    </div>
  );
}
