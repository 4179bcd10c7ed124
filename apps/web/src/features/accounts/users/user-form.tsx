import { MultiSelect, Select, TextInput } from '@mantine/core';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { SubmitRow } from '../../../components/form/submit-row.tsx';
import { PasswordInput } from '../../../components/form/password-input.tsx';
import { useQuery } from '@tanstack/react-query';
import { omit } from 'zod/mini';
import { signUpBody, tenantFits, updateUserBody } from '@incisive/contract/auth';
import type { Profile } from '@incisive/contract/auth';
import { isSuperRole } from '@incisive/contract/roles';
import type { Role } from '@incisive/contract/roles';
import { failureNotices } from '@incisive/contract/notices';
import { toastFailureAs } from '../../../components/feedback/toasts.tsx';
import { lineField } from '../../../components/layout/facts.tsx';
import { useFocusOnMount } from '../../../components/layout/use-focus-on-mount.ts';
import { useContractForm } from '../../../components/form/contract-form.ts';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { PhoneInput, maskPhone } from '../../../components/form/phone-input.tsx';
import { useRole } from '../../../lib/session/profile.ts';
import { selectableTenantsQuery } from '../../../lib/session/tenants.ts';
import { deletedTenant } from './user-facts.tsx';
import { rolesQuery } from '../accounts.queries.ts';
import classes from '../accounts.module.css';

export interface UserValues extends Record<string, unknown> {
  username: string;
  first_name: string;
  last_name: string;
  tmppassword: string;
  email: string;
  phone_number: string;
  practice: string;
  specialty: string;
  groups: Role | '';
  tenant: string;
  only_tenants: string[];
  current_password: string;
}

/** Who uses the form: an administrator making a user, one editing a user, or anybody on the own profile. */
export type UserFormMode = 'create' | 'edit' | 'profile';

/** The own password stands in the form only while the own address changes, empty otherwise: `extraErrors` asks for it then. */
const editBody = omit(updateUserBody, { current_password: true });

const valuesOf = (user: Profile | undefined, ownTenant: string): UserValues => ({
  username: user?.username ?? '',
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  tmppassword: '',
  email: user?.email ?? '',
  phone_number: user ? maskPhone(user.phone_number) : '',
  practice: user?.practice ?? '',
  specialty: user?.specialty ?? '',
  groups: user?.groups[0] ?? '',
  tenant: user ? (user.tenant ?? '') : ownTenant,
  only_tenants: user?.only_tenants.map((tenant) => tenant.id) ?? [],
  current_password: '',
});

export interface UserFormProps {
  readonly mode: UserFormMode;
  readonly user?: Profile;
  /** The tenant that an Admin's new users get; empty for SuperAdmin. */
  readonly ownTenant?: string;
  readonly submit: (values: UserValues) => Promise<unknown>;
  /** Closes the form without saving; where there is something to go back to. */
  readonly onCancel?: () => void;
}

/** The one form of users: fields, role and tenant rules are the same wherever a user is made, edited or looks at the own profile. */
export function UserForm({ mode, user, ownTenant = '', submit, onCancel }: UserFormProps) {
  const first = useFocusOnMount();
  const administrator = mode !== 'profile';
  const roles = useQuery({ ...rolesQuery, enabled: administrator });
  const tenants = useQuery({ ...selectableTenantsQuery, enabled: administrator });
  const superAdmin = useRole() === 'SuperAdmin';
  const { form, onSubmit, failure } = useContractForm<UserValues>({
    schema: mode === 'create' ? signUpBody : editBody,
    initial: valuesOf(user, ownTenant),
    extra: (values) => extraErrors(mode, values, user),
    submit: async (values) => {
      try {
        await submit(values);
      } catch (error) {
        toastFailureAs(failureNotices.createOrUpdateUser, error);
        throw error;
      }
    },
  });
  const role = form.values.groups;
  const withTenant = administrator && role !== '' && !isSuperRole(role);
  const emailChanged = mode === 'profile' && user !== undefined && form.values.email.trim() !== user.email;
  const field = (name: keyof UserValues & string) => ({ ...form.getInputProps(name), className: lineField });
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form} aria-label="User">
      {mode === 'create' ? (
        <TextInput
          ref={first}
          label="User name"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
      ) : null}
      <TextInput
        {...(mode === 'create' ? {} : { ref: first })}
        label="First name"
        autoComplete={mode === 'profile' ? 'given-name' : 'off'}
        {...field('first_name')}
      />
      <TextInput label="Last name" autoComplete={mode === 'profile' ? 'family-name' : 'off'} {...field('last_name')} />
      {mode === 'create' ? (
        <PasswordInput
          label="Password"
          description="At least 8 characters. It must be changed at the first sign-in, within 24 hours."
          autoComplete="new-password"
          {...field('tmppassword')}
        />
      ) : null}
      <TextInput label="Email address" type="email" autoComplete={mode === 'profile' ? 'email' : 'off'} {...field('email')} />
      {emailChanged ? (
        <PasswordInput
          label="Your password, to change the email address"
          autoComplete="current-password"
          {...field('current_password')}
        />
      ) : null}
      <PhoneInput label="Phone number" {...field('phone_number')} />
      <TextInput label="Name of practice" {...field('practice')} />
      <TextInput label="Specialty" {...field('specialty')} />
      {administrator ? (
        <Select
          label="Role"
          allowDeselect={false}
          data={(roles.data ?? [])
            .map((given) => given.name)
            .concat(role !== '' && !roles.data?.some((given) => given.name === role) ? [role] : [])}
          {...field('groups')}
        />
      ) : null}
      {withTenant ? (
        <Select
          label="Tenant"
          searchable
          disabled={!superAdmin}
          data={(tenants.data ?? []).map((tenant) => ({ value: tenant.id, label: tenant.name }))}
          {...field('tenant')}
        />
      ) : null}
      {administrator && role === 'Coder' && superAdmin ? (
        <MultiSelect
          label="Tenants seen"
          placeholder={form.values.only_tenants.length === 0 ? 'All tenants' : ''}
          searchable
          clearable
          data={choicesOf(tenants.data ?? [], user)}
          {...field('only_tenants')}
        />
      ) : null}
      {failure ? <FailureNote error={failure} /> : null}
      <SubmitRow mt="md" submitting={form.submitting} onCancel={onCancel} />
    </form>
  );
}

/** The tenants to choose from, and those of the list that cannot be chosen anew, so that they are seen and can be taken out. */
function choicesOf(tenants: readonly { id: string; name: string }[], user: Profile | undefined) {
  const gone = (user?.only_tenants ?? []).filter((kept) => !tenants.some((tenant) => tenant.id === kept.id));
  return [
    ...tenants.map((tenant) => ({ value: tenant.id, label: tenant.name })),
    ...gone.map((tenant) => ({ value: tenant.id, label: tenant.name ?? deletedTenant })),
  ];
}

function extraErrors(mode: UserFormMode, values: UserValues, user: Profile | undefined): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const name of ['first_name', 'last_name', 'email', 'phone_number', 'practice', 'specialty'] as const)
    if (values[name].trim() === '') errors[name] = 'Required';
  if (mode === 'create' && values.tmppassword === '') errors['tmppassword'] = 'Required';
  if (mode === 'profile') {
    if (user && values.email.trim() !== user.email && values.current_password === '') errors['current_password'] = 'Required';
    return errors;
  }
  if (values.groups === '') errors['groups'] = 'Required';
  else if (!isSuperRole(values.groups)) {
    const words = tenantFits(values.groups, values.tenant);
    if (words) errors['tenant'] = words;
  }
  return errors;
}

/** What the server is sent: the fields of the mode, and the tenant only for roles that have one. */
export function bodyOf(mode: UserFormMode, values: UserValues) {
  const shared = {
    first_name: values.first_name,
    last_name: values.last_name,
    email: values.email,
    phone_number: values.phone_number,
    practice: values.practice,
    specialty: values.specialty,
  };
  if (mode === 'profile')
    return { ...shared, ...(values.current_password === '' ? {} : { current_password: values.current_password }) };
  const groups = values.groups as Role;
  return {
    ...shared,
    username: values.username,
    groups,
    tenant: isSuperRole(groups) ? null : values.tenant,
    ...(groups === 'Coder' ? { only_tenants: values.only_tenants } : {}),
  };
}
