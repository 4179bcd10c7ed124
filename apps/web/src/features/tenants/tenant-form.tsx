import { TextInput } from '@mantine/core';
import { object } from 'zod/mini';
import { tenantName } from '@incisive/contract/fields';
import { SubmitRow } from '../../components/form/submit-row.tsx';
import { useFocusOnMount } from '../../components/layout/use-focus-on-mount.ts';
import { useContractForm } from '../../components/form/contract-form.ts';
import { FailureNote } from '../../components/feedback/failure-note.tsx';

const schema = object({ name: tenantName });

/** One field, the tenant's name, with its rules; `label` differs between making and editing. */
export function TenantForm({
  label,
  name,
  submit,
  onCancel,
}: {
  readonly label: string;
  readonly name: string;
  readonly submit: (name: string) => Promise<unknown>;
  /** Closes the form without saving; where there is something to go back to. */
  readonly onCancel?: () => void;
}) {
  const first = useFocusOnMount();
  const { form, onSubmit, failure } = useContractForm({
    schema,
    initial: { name },
    submit: (values) => submit(values.name.trim()),
  });
  return (
    <form onSubmit={onSubmit} noValidate className="form-column" aria-label="Tenant">
      <TextInput ref={first} label={label} autoComplete="off" {...form.getInputProps('name')} />
      {failure ? <FailureNote error={failure} /> : null}
      <SubmitRow submitting={form.submitting} disabled={form.values.name.trim() === ''} onCancel={onCancel} />
    </form>
  );
}
