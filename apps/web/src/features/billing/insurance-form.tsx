import { Loader, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { billing, type BillingCase, type BillingSettings, type Insurance, insurance } from '@incisive/contract/billing';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { toast } from '../../components/feedback/toasts.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { SubmitRow } from '../../components/form/submit-row.tsx';
import { call } from '../../lib/api/call.ts';
import { AddressFields } from './address-fields.tsx';
import { settingsQuery } from './billing.queries.ts';
import classes from './billing.module.css';

interface InsuranceProps {
  readonly of: BillingCase;
  readonly onDone: () => void;
}

/** Who is billed for a case, chosen from what its practice knows. */
export function InsuranceForm(props: InsuranceProps) {
  const settings = useQuery(settingsQuery(props.of.tenant.id));
  if (settings.isPending) return <Loader size="sm" aria-label="Loading" />;
  if (settings.error) return <FailureNote error={settings.error} onRetry={() => void settings.refetch()} />;
  return <Fields {...props} settings={settings.data} />;
}

const nothing: Insurance = {
  relationship: 'self',
  patient: { last: '', first: '', birth: '', sex: 'U', address: { line: '', city: '', state: '', zip: '' } },
  insured: { last: '', first: '' },
  member_id: '',
  group_number: '',
  payer_id: '',
  provider_npi: '',
  facility_npi: '',
  admitted: '',
  payer_claim_number: '',
};
const options = (first: string, list: readonly { value: string; label: string }[]) => [{ value: '', label: first }, ...list];

function Fields({ of, onDone, settings }: InsuranceProps & { readonly settings: BillingSettings }) {
  const queries = useQueryClient();
  const { form, onSubmit, failure } = useContractForm<Insurance>({
    schema: insurance,
    initial: of.insurance ?? nothing,
    submit: async (body) => {
      await call(billing.saveInsurance, { params: { id: of.id }, body });
      await queries.invalidateQueries({ queryKey: ['billing', 'cases'] });
      toast('Insurance saved');
      onDone();
    },
  });
  const inputs = (path: string) => form.getInputProps(path);
  const { practice, payers } = settings;
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Insurance">
      <div className={classes.fields}>
        <TextInput label="Patient’s last name" autoComplete="off" {...inputs('patient.last')} />
        <TextInput label="Patient’s first name" autoComplete="off" {...inputs('patient.first')} />
        <TextInput label="Birth date" type="date" {...inputs('patient.birth')} />
        <NativeSelect
          label="Sex"
          data={[
            { value: 'U', label: 'Unknown' },
            { value: 'F', label: 'Female' },
            { value: 'M', label: 'Male' },
          ]}
          {...inputs('patient.sex')}
        />
        <AddressFields path="patient.address" inputs={inputs} />
        <NativeSelect
          label="Insured person"
          data={[
            { value: 'self', label: 'The patient' },
            { value: 'spouse', label: 'The patient’s spouse' },
            { value: 'child', label: 'A parent; the patient is the child' },
            { value: 'other', label: 'Somebody else' },
          ]}
          {...inputs('relationship')}
        />
        {form.values.relationship === 'self' ? null : (
          <>
            <TextInput label="Insured person’s last name" autoComplete="off" {...inputs('insured.last')} />
            <TextInput label="Insured person’s first name" autoComplete="off" {...inputs('insured.first')} />
          </>
        )}
        <NativeSelect
          label="Payer"
          data={options(
            'Choose a payer',
            payers.map((one) => ({ value: one.payer_id, label: `${one.name} (${one.payer_id})` })),
          )}
          {...inputs('payer_id')}
        />
        <TextInput label="Member id" autoComplete="off" {...inputs('member_id')} />
        <TextInput label="Group number" autoComplete="off" {...inputs('group_number')} />
        <NativeSelect
          label="Surgeon"
          data={options(
            'Choose a surgeon',
            practice.providers.map((one) => ({ value: one.npi, label: `${one.last}, ${one.first}` })),
          )}
          {...inputs('provider_npi')}
        />
        <NativeSelect
          label="Facility"
          data={options(
            'At the practice',
            practice.facilities.map((one) => ({ value: one.npi, label: one.name })),
          )}
          {...inputs('facility_npi')}
        />
        <TextInput label="Admission date" type="date" {...inputs('admitted')} />
        <TextInput
          label="Payer’s claim number"
          description="Of a claim that this one replaces"
          autoComplete="off"
          {...inputs('payer_claim_number')}
        />
      </div>
      {failure ? <FailureNote error={failure} /> : null}
      <SubmitRow submitting={form.submitting} onCancel={onDone} />
    </form>
  );
}
