import { useState } from 'react';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { object } from 'zod/mini';
import { tenantName } from '@incisive/contract/fields';
import { integrations } from '@incisive/contract/integrations';
import type { ApiClient } from '@incisive/contract/integrations';
import { offeredScopes } from '@incisive/contract/scopes';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { SubmitRow } from '../../components/form/submit-row.tsx';
import { call } from '../../lib/api/call.ts';
import { useCan } from '../../lib/session/profile.ts';
import { CheckList } from './check-list.tsx';
import { NameAndTenant } from './tenant-field.tsx';

const schema = object({ name: tenantName });
const ways = [
  { value: 'secret', label: 'A secret that is made here' },
  { value: 'jwks_url', label: 'Its own key, published at an address' },
  { value: 'jwks', label: 'Its own key, pasted here' },
];
type Method = ApiClient['method'];

/** Sets up an API client: who it is, how it shows that, and what it may do. */
export function NewClient({
  onMade,
  onCancel,
}: {
  readonly onMade: (client: ApiClient, secret: string | null) => void;
  readonly onCancel: () => void;
}) {
  const queries = useQueryClient();
  const choosesTenant = useCan('tenants.manage');
  const [method, setMethod] = useState<Method>('secret');
  const bodyOf = (values: { name: string; tenant: string; scopes: string[]; jwks: string; jwks_url: string }) => ({
    name: values.name.trim(),
    scopes: values.scopes,
    method,
    ...(choosesTenant ? { tenant: values.tenant === '' ? null : values.tenant } : {}),
    ...(method === 'jwks' ? { jwks: values.jwks } : {}),
    ...(method === 'jwks_url' ? { jwks_url: values.jwks_url } : {}),
  });
  const { form, onSubmit, failure } = useContractForm({
    schema,
    initial: { name: '', tenant: '', scopes: ['system/DocumentReference.cu'], jwks: '', jwks_url: '' },
    extra: (values) => ({
      ...(values.scopes.length === 0 ? { scopes: 'Choose at least one' } : {}),
      ...(choosesTenant && values.tenant === '' ? { tenant: 'Choose a tenant' } : {}),
    }),
    submit: async (values) => {
      const { client_secret, ...client } = await call(integrations.createClient, { body: bodyOf(values) });
      await queries.invalidateQueries({ queryKey: ['integrations'] });
      onMade(client, client_secret);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate className="form-column" aria-label="New API client">
      <NameAndTenant description="The system that will connect" fieldOf={(name) => form.getInputProps(name)} />
      <NativeSelect
        label="How it shows who it is"
        data={ways}
        value={method}
        onChange={(event) => setMethod(event.currentTarget.value as Method)}
      />
      {method === 'jwks_url' ? (
        <TextInput
          label="Address of its public keys"
          placeholder="https://…"
          autoComplete="off"
          {...form.getInputProps('jwks_url')}
        />
      ) : null}
      {method === 'jwks' ? (
        <Textarea
          label="Its public keys"
          description='A key set: {"keys":[…]}'
          minRows={4}
          autosize
          {...form.getInputProps('jwks')}
        />
      ) : null}
      <CheckList
        legend="What it may do"
        offered={offeredScopes.map(({ scope, words }) => ({ value: scope, words }))}
        chosen={form.values.scopes}
        onChange={(scopes) => form.setFieldValue('scopes', scopes)}
      />
      {form.errors['scopes'] ? <FailureNote>{form.errors['scopes']}</FailureNote> : null}
      {failure ? <FailureNote error={failure} /> : null}
      <SubmitRow submitting={form.submitting} onCancel={onCancel} />
    </form>
  );
}
