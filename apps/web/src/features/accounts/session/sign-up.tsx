import { Button, Select, TextInput } from '@mantine/core';
import { NewPasswordInput } from '../../../components/form/password-input.tsx';
import { useQuery } from '@tanstack/react-query';
import { auth, signUpBody } from '@incisive/contract/auth';
import { failureNotices, notices } from '@incisive/contract/notices';
import { tenantRoles } from '@incisive/contract/roles';
import type { Role } from '@incisive/contract/roles';
import { tenants } from '@incisive/contract/tenants';
import { useContractForm } from '../../../components/form/contract-form.ts';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { PhoneInput } from '../../../components/form/phone-input.tsx';
import { toast, toastError } from '../../../components/feedback/toasts.tsx';
import { useFocusOnMount } from '../../../components/layout/use-focus-on-mount.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import type { AuthScreenProps } from './auth-screens.ts';
import { TextButton } from './text-button.tsx';
import classes from './auth-card.module.css';
import { UsernameField } from './username-field.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';

const initial = {
  username: '',
  name: '',
  password: '',
  email: '',
  phone_number: '',
  practice: '',
  specialty: '',
  groups: '' as Role | '',
  tenant: '',
  invitation_code: '',
};
type Values = typeof initial;

/** Asks for an account; an administrator activates it. Where clinics are not listed, an invitation code stands for the choice. */
export function SignUp({ show }: AuthScreenProps) {
  usePageTitle('Sign up');
  const first = useFocusOnMount();
  const directory = useQuery({
    queryKey: ['tenant-directory'],
    queryFn: ({ signal }) => call(tenants.directory, { signal }),
    staleTime: 60_000,
  });
  const listed = directory.data?.enabled ?? false;
  const { form, onSubmit, failure } = useContractForm<Values>({
    schema: signUpBody,
    initial,
    extra: (values) => ({
      ...(values.name.trim() === '' ? { name: 'Required' } : {}),
      ...(values.password === '' ? { password: 'Required' } : {}),
      ...(values.groups === '' ? { groups: 'Required' } : {}),
      ...(listed && values.tenant === '' ? { tenant: 'Required' } : {}),
      ...(!listed && values.invitation_code.trim() === '' ? { invitation_code: 'Required' } : {}),
    }),
    submit: async (values) => {
      try {
        await call(auth.signUp, { body: bodyOf(values, listed) });
      } catch (error) {
        if (!(error instanceof ApiError) || error.fields.length === 0) toastError(failureNotices.createOrUpdateUser);
        throw error;
      }
      toast(notices.accountPending());
      show('sign-in', notices.accountPending());
    },
  });
  return (
    <>
      <h1>Sign up</h1>
      <form onSubmit={onSubmit} noValidate>
        <UsernameField ref={first} {...form.getInputProps('username')} />
        <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
        <NewPasswordInput label="Password" {...form.getInputProps('password')} />
        <TextInput label="Email address" type="email" autoComplete="email" {...form.getInputProps('email')} />
        <PhoneInput label="Phone number" {...form.getInputProps('phone_number')} />
        <TextInput label="Name of practice" autoComplete="organization" {...form.getInputProps('practice')} />
        <TextInput label="Specialty" {...form.getInputProps('specialty')} />
        <Select label="Role" data={[...tenantRoles]} allowDeselect={false} {...form.getInputProps('groups')} />
        {listed ? (
          <Select
            label="Tenant"
            searchable
            nothingFoundMessage="No clinic by that name"
            data={(directory.data?.results ?? []).map((tenant) => ({ value: tenant.id, label: tenant.name }))}
            {...form.getInputProps('tenant')}
          />
        ) : (
          <TextInput
            label="Invitation code"
            description="From the administrator of your clinic."
            autoComplete="off"
            {...form.getInputProps('invitation_code')}
          />
        )}
        {directory.error ? <FailureNote error={directory.error} onRetry={() => void directory.refetch()} /> : null}
        {failure ? <FailureNote error={failure} /> : null}
        <Button type="submit" fullWidth loading={form.submitting}>
          Sign Up
        </Button>
      </form>
      <div className={classes.links}>
        <TextButton onClick={() => show('sign-in')}>Back to Sign In</TextButton>
      </div>
    </>
  );
}

const bodyOf = ({ tenant, invitation_code, groups, ...rest }: Values, listed: boolean) => ({
  ...rest,
  groups: groups as Role,
  ...(listed ? { tenant } : { invitation_code: invitation_code.trim() }),
});
