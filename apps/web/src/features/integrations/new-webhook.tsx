import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { object } from 'zod/mini';
import { tenantName } from '@incisive/contract/fields';
import { type Webhook, type WebhookEvent, webhookEvents, webhooks } from '@incisive/contract/webhooks';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { SubmitRow } from '../../components/form/submit-row.tsx';
import { call } from '../../lib/api/call.ts';
import { useCan } from '../../lib/session/profile.ts';
import { Check, CheckList } from './check-list.tsx';
import { eventOf } from './integration-words.ts';
import classes from './integrations.module.css';
import { NameAndTenant } from './tenant-field.tsx';
import { webhooksKey } from './webhooks-key.ts';

const schema = object({ name: tenantName });

/** Sets up a webhook: where to, of what, and whether the text goes along. */
export function NewWebhook({
  onMade,
  onCancel,
}: {
  readonly onMade: (webhook: Webhook, secret: string) => void;
  readonly onCancel: () => void;
}) {
  const queries = useQueryClient();
  const choosesTenant = useCan('tenants.manage');
  const { form, onSubmit, failure } = useContractForm({
    schema,
    initial: { name: '', tenant: '', url: '', events: ['case.finished'] as WebhookEvent[], with_text: false },
    extra: (values) => ({
      ...(values.events.length === 0 ? { events: 'Choose at least one' } : {}),
      ...(values.url.trim() === '' ? { url: 'Give the address' } : {}),
      ...(choosesTenant && values.tenant === '' ? { tenant: 'Choose a tenant' } : {}),
    }),
    submit: async ({ name, url, events, with_text, tenant }) => {
      const body = { name: name.trim(), url: url.trim(), events, with_text, ...(choosesTenant ? { tenant } : {}) };
      const { secret, ...webhook } = await call(webhooks.create, { body });
      await queries.invalidateQueries({ queryKey: webhooksKey });
      onMade(webhook, secret);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate className="form-column" aria-label="New webhook">
      <NameAndTenant description="The system that will be told" fieldOf={(name) => form.getInputProps(name)} />
      <TextInput label="Address" placeholder="https://…" autoComplete="off" {...form.getInputProps('url')} />
      <CheckList
        legend="What it is told"
        offered={webhookEvents.map((event) => ({ value: event, words: eventOf(event) }))}
        chosen={form.values.events}
        onChange={(events) => form.setFieldValue('events', events)}
      />
      {form.errors['events'] ? <FailureNote>{form.errors['events']}</FailureNote> : null}
      <fieldset className={classes.scopes}>
        <legend>What goes along</legend>
        <Check checked={form.values.with_text} onChange={(on) => form.setFieldValue('with_text', on)}>
          The text of the note, a health record. Without it, ids alone are sent.
        </Check>
      </fieldset>
      {failure ? <FailureNote error={failure} /> : null}
      <SubmitRow submitting={form.submitting} onCancel={onCancel} />
    </form>
  );
}
