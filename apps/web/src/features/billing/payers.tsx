import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { billing, type Filing, filings, payers } from '@incisive/contract/billing';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { toast } from '../../components/feedback/toasts.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { SubmitRow } from '../../components/form/submit-row.tsx';
import { call } from '../../lib/api/call.ts';
import { Rows } from './rows.tsx';
import { type SettingsFormProps, SettingsScreen } from './settings-screen.tsx';

/** /claims/payers: whom claim files are for. */
export const PayersScreen = () => (
  <SettingsScreen title="Payers" words="Whom claims are for, under the id that the clearinghouse gives them.">
    {(props) => <PayersForm key={`${props.tenant ?? ''} ${props.settings.revision}`} {...props} />}
  </SettingsScreen>
);

const schema = z.object({ payers });
const kinds = Object.entries(filings).map(([value, label]) => ({ value, label }));

function PayersForm({ settings, tenant }: SettingsFormProps) {
  const queries = useQueryClient();
  const { form, onSubmit, failure } = useContractForm({
    schema,
    initial: { payers: settings.payers },
    submit: async (values) => {
      const body = { ...(tenant === undefined ? {} : { tenant }), revision: settings.revision, payers: values.payers };
      await call(billing.savePayers, { body });
      await queries.invalidateQueries({ queryKey: ['billing'] });
      toast('Payers saved');
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Payers">
      <Rows
        title="Payers"
        one="payer"
        count={form.values.payers.length}
        onAdd={() => form.insertListItem('payers', { name: '', payer_id: '', filing: 'CI' satisfies Filing })}
        onRemove={(at) => form.removeListItem('payers', at)}
      >
        {(at) => (
          <>
            <TextInput label="Name" autoComplete="off" {...form.getInputProps(`payers.${at}.name`)} />
            <TextInput label="Payer id" autoComplete="off" {...form.getInputProps(`payers.${at}.payer_id`)} />
            <NativeSelect label="Kind" data={kinds} {...form.getInputProps(`payers.${at}.filing`)} />
          </>
        )}
      </Rows>
      {failure ? <FailureNote error={failure} /> : null}
      <SubmitRow submitting={form.submitting} mt="md" />
    </form>
  );
}
