import type { BillingCase, BillingSettings } from '@incisive/contract/billing';

const tenant = { id: '22222222-2222-4222-8222-222222222222', name: 'North Clinic' };
const address = { line: '', city: '', state: '', zip: '' };

/** A clinic that has turned claim files on and filled in little else. */
export const billingSettings: BillingSettings = {
  tenant,
  revision: 3,
  practice: {
    enabled: true,
    mode: 'test',
    on_file: false,
    name: 'North Surgical Group',
    npi: '',
    tax_id: '',
    taxonomy: '',
    address,
    contact_name: '',
    contact_phone: '',
    sender_id: '',
    receiver_id: '',
    receiver_name: '',
    providers: [{ last: 'Lee', first: 'Ada', npi: '1003000126', taxonomy: '208600000X' }],
    facilities: [],
    fees: [{ code: '47562', cents: 125_000 }],
  },
  payers: [{ name: 'Sample Health', payer_id: '99999', filing: 'CI' }],
};
export const waitingClaim: BillingCase = {
  id: '77777777-7777-4777-8777-777777777777',
  note_id: '88888888-8888-4888-8888-888888888888',
  tenant,
  version: 1,
  finished_at: '2026-07-03T10:00:00Z',
  patient_number: 'P-1',
  encounter_number: '',
  service_date: '2026-07-01',
  lines: 1,
  insurance: null,
  missing: ['Insurance of the case'],
};
