import { Checkbox, NativeSelect, Switch, TextInput, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { billing, practice } from '@incisive/contract/billing';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { toast } from '../../components/feedback/toasts.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { SubmitRow } from '../../components/form/submit-row.tsx';
import { call } from '../../lib/api/call.ts';
import { AddressFields } from './address-fields.tsx';
import classes from './billing.module.css';
import { feesText, readFees } from './fees.ts';
import { Rows } from './rows.tsx';
import { type SettingsFormProps, SettingsScreen } from './settings-screen.tsx';

/** /claims/practice: whether claim files are made, and who the practice is in them. */
export const PracticeScreen = () => (
  <SettingsScreen
    title="Practice"
    words="Who bills, for X12 837P claim files. While claim files are off, nobody is asked for a patient’s name or insurance. What is not known yet may stay empty: a file says what it lacks."
  >
    {(props) => <PracticeForm key={`${props.tenant ?? ''} ${props.settings.revision}`} {...props} />}
  </SettingsScreen>
);

const { fees: _fees, ...shape } = practice.shape;
const schema = z.strictObject({ ...shape, fees: z.string() });
const noAddress = { line: '', city: '', state: '', zip: '' };

function PracticeForm({ settings, tenant }: SettingsFormProps) {
  const queries = useQueryClient();
  const { form, onSubmit, failure } = useContractForm({
    schema,
    initial: { ...settings.practice, fees: feesText(settings.practice.fees) },
    extra: ({ fees }): Record<string, string> => {
      const read = readFees(fees);
      return 'problem' in read ? { fees: read.problem } : {};
    },
    submit: async ({ fees, ...values }) => {
      const read = readFees(fees);
      const body = {
        ...(tenant === undefined ? {} : { tenant }),
        revision: settings.revision,
        practice: { ...values, fees: 'fees' in read ? read.fees : [] },
      };
      await call(billing.savePractice, { body });
      await queries.invalidateQueries({ queryKey: ['billing'] });
      toast('Practice saved');
    },
  });
  const inputs = (path: string) => form.getInputProps(path);
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Practice">
      <Switch label="Make claim files" {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <div className={classes.fields}>
        <NativeSelect
          label="Files are"
          data={[
            { value: 'test', label: 'Tests' },
            { value: 'production', label: 'Claims to be paid' },
          ]}
          {...inputs('mode')}
        />
        <TextInput label="Name" autoComplete="off" {...inputs('name')} />
        <TextInput label="NPI" autoComplete="off" inputMode="numeric" {...inputs('npi')} />
        <TextInput label="Tax id" autoComplete="off" {...inputs('tax_id')} />
        <TextInput label="Taxonomy code" autoComplete="off" {...inputs('taxonomy')} />
        <AddressFields path="address" inputs={inputs} />
        <TextInput label="Person to ask" autoComplete="off" {...inputs('contact_name')} />
        <TextInput label="Phone" autoComplete="off" {...inputs('contact_phone')} />
        <TextInput label="Sender id" autoComplete="off" {...inputs('sender_id')} />
        <TextInput label="Receiver id" autoComplete="off" {...inputs('receiver_id')} />
        <TextInput label="Receiver name" autoComplete="off" {...inputs('receiver_name')} />
      </div>
      <Checkbox
        label="Signature, assignment of benefits and consent to release are on file for every patient"
        {...form.getInputProps('on_file', { type: 'checkbox' })}
      />
      <Rows
        title="Surgeons"
        one="surgeon"
        count={form.values.providers.length}
        onAdd={() => form.insertListItem('providers', { last: '', first: '', npi: '', taxonomy: '' })}
        onRemove={(at) => form.removeListItem('providers', at)}
      >
        {(at) => (
          <>
            <TextInput label="Last name" autoComplete="off" {...inputs(`providers.${at}.last`)} />
            <TextInput label="First name" autoComplete="off" {...inputs(`providers.${at}.first`)} />
            <TextInput label="NPI" autoComplete="off" {...inputs(`providers.${at}.npi`)} />
            <TextInput label="Taxonomy code" autoComplete="off" {...inputs(`providers.${at}.taxonomy`)} />
          </>
        )}
      </Rows>
      <Rows
        title="Facilities"
        one="facility"
        count={form.values.facilities.length}
        onAdd={() => form.insertListItem('facilities', { name: '', npi: '', address: noAddress })}
        onRemove={(at) => form.removeListItem('facilities', at)}
      >
        {(at) => (
          <>
            <TextInput label="Name" autoComplete="off" {...inputs(`facilities.${at}.name`)} />
            <TextInput label="NPI" autoComplete="off" {...inputs(`facilities.${at}.npi`)} />
            <AddressFields path={`facilities.${at}.address`} inputs={inputs} />
          </>
        )}
      </Rows>
      <Textarea
        label="Charges"
        description="A code and its charge a line, such as 47562 1250.00; pasted from a spreadsheet, for instance"
        rows={8}
        maw={700}
        {...inputs('fees')}
      />
      {failure ? <FailureNote error={failure} /> : null}
      <SubmitRow submitting={form.submitting} mt="md" />
    </form>
  );
}
