import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type SsoConnection, ssoConnections, ssoSettings } from '@incisive/contract/single-sign-on';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { SubmitRow } from '../../components/form/submit-row.tsx';
import { call } from '../../lib/api/call.ts';
import { useCan } from '../../lib/session/profile.ts';
import { Check } from './check-list.tsx';
import classes from './integrations.module.css';
import { RoleLines, type SsoLine } from './sso-role-lines.tsx';
import { SsoRequired } from './sso-required.tsx';
import { ssoKey } from './sso-words.ts';
import { NameAndTenant } from './tenant-field.tsx';

const beginning = {
  name: '',
  tenant: '',
  issuer: '',
  client_id: '',
  client_secret: '',
  groups_claim: 'groups',
  roles: [] as SsoLine[],
  just_in_time: false,
  trusts_email: false,
  required: false,
  break_glass: [] as string[],
};
type Values = typeof beginning;

const valuesOf = (connection: SsoConnection): Values => ({
  ...beginning,
  ...connection,
  tenant: connection.tenant.id,
  client_secret: '',
  break_glass: connection.break_glass.map(({ id }) => id),
});

const settingsOf = ({ name, issuer, client_id, groups_claim, roles, just_in_time, trusts_email }: Values) => ({
  name: name.trim(),
  issuer: issuer.trim(),
  client_id: client_id.trim(),
  groups_claim: groups_claim.trim(),
  roles: roles.map(({ group, role, tenant }) => ({ group: group.trim(), role, tenant })),
  just_in_time,
  trusts_email,
});

/** Sets single sign-on up, or changes it; whether it is the only way in is asked once it is there. */
export function SsoForm({
  connection,
  onDone,
  onCancel,
}: {
  readonly connection?: SsoConnection;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}) {
  const queries = useQueryClient();
  const choosesTenant = useCan('tenants.manage') && !connection;
  const { form, onSubmit, failure } = useContractForm<Values>({
    schema: ssoSettings,
    initial: connection ? valuesOf(connection) : beginning,
    extra: ({ tenant, client_secret }) => ({
      ...(choosesTenant && tenant === '' ? { tenant: 'Choose a tenant' } : {}),
      ...(!connection && client_secret.trim() === '' ? { client_secret: 'Give the secret that the provider gave' } : {}),
    }),
    submit: async (values) => {
      const secret = values.client_secret.trim();
      const settings = settingsOf(values);
      if (connection) {
        const { required, break_glass } = values;
        const body = { ...settings, ...(secret === '' ? {} : { client_secret: secret }), required, break_glass };
        await call(ssoConnections.change, { params: { id: connection.id }, body });
      } else {
        const tenant = choosesTenant ? { tenant: values.tenant } : {};
        await call(ssoConnections.create, { body: { ...settings, client_secret: secret, ...tenant } });
      }
      await queries.invalidateQueries({ queryKey: ssoKey });
      onDone();
    },
  });
  const set = form.setFieldValue;
  return (
    <form
      onSubmit={onSubmit}
      noValidate
      className="form-column"
      aria-label={connection ? 'Change single sign-on' : 'New single sign-on'}
    >
      <NameAndTenant
        description="What your people call it"
        fieldOf={(name) => form.getInputProps(name)}
        withTenant={choosesTenant}
      />
      <TextInput
        label="Address of the provider"
        description="Its issuer, as it stands in its settings"
        placeholder="https://…"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('issuer')}
      />
      <TextInput label="Client id" autoComplete="off" spellCheck={false} {...form.getInputProps('client_id')} />
      <PasswordInput
        label="Client secret"
        description={connection ? 'Leave it empty to keep the one that is there.' : undefined}
        autoComplete="off"
        {...form.getInputProps('client_secret')}
      />
      <TextInput
        label="Claim of the groups"
        description="Where the provider tells the groups of a person"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('groups_claim')}
      />
      <RoleLines
        lines={form.values.roles}
        errorOf={(index) => form.errors[`roles.${index}.group`] ?? form.errors[`roles.${index}.tenant`]}
        onChange={(roles) => set('roles', roles)}
      />
      <fieldset className={classes.scopes}>
        <legend>Who comes for the first time</legend>
        <Check checked={form.values.just_in_time} onChange={(on) => set('just_in_time', on)}>
          Gets an account. Without it, only whoever has an account with the same email address comes in.
        </Check>
        <Check checked={form.values.trusts_email} onChange={(on) => set('trusts_email', on)}>
          The provider’s email addresses are your clinic’s own, also where it does not call them confirmed.
        </Check>
      </fieldset>
      {connection ? (
        <SsoRequired
          connection={connection}
          required={form.values.required}
          kept={form.values.break_glass}
          error={form.errors['required'] ?? form.errors['break_glass']}
          onRequired={(on) => set('required', on)}
          onKept={(ids) => set('break_glass', ids)}
        />
      ) : null}
      {failure ? <FailureNote error={failure} /> : null}
      <SubmitRow submitting={form.submitting} onCancel={onCancel} />
    </form>
  );
}
