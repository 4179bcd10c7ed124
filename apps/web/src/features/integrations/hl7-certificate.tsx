import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { maxLength, object, string } from 'zod/mini';
import { type Hl7Channel, hl7Channels } from '@incisive/contract/hl7-channels';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { SubmitRow } from '../../components/form/submit-row.tsx';
import { useFocusOnMount } from '../../components/layout/use-focus-on-mount.ts';
import { call } from '../../lib/api/call.ts';
import { hl7Key } from './hl7-key.ts';

const schema = object({ certificate: string().check(maxLength(200, 'Must be 200 characters or less')) });

/** Says which TLS client certificate may speak for a channel. */
export function BindCertificate({ channel, onDone }: { readonly channel: Hl7Channel; readonly onDone: () => void }) {
  const queries = useQueryClient();
  const first = useFocusOnMount();
  const { form, onSubmit, failure } = useContractForm({
    schema,
    initial: { certificate: channel.certificate ?? channel.last_certificate?.fingerprint ?? '' },
    submit: async ({ certificate }) => {
      const body = { certificate: certificate.trim() === '' ? null : certificate };
      await call(hl7Channels.bind, { params: { id: channel.id }, body });
      await queries.invalidateQueries({ queryKey: hl7Key });
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate className="form-column" aria-label={`Certificate of ${channel.name}`}>
      <TextInput
        ref={first}
        label="The one certificate that may speak"
        description="Its SHA-256 fingerprint, or the common name of its subject, which outlives a renewal. Empty: any that your authority signed."
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('certificate')}
      />
      {failure ? <FailureNote error={failure} /> : null}
      <SubmitRow submitting={form.submitting} onCancel={onDone} />
    </form>
  );
}
