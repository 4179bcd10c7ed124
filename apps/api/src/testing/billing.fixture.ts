import type { Insurance, Payer, Practice } from '@incisive/contract/billing';
import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';

const address = { line: '1 Main Street', city: 'Springfield', state: 'IL', zip: '627010001' };

/** A practice that lacks nothing for a claim file. */
export const samplePractice: Practice = {
  enabled: true,
  mode: 'test',
  on_file: true,
  name: 'North Surgical Group',
  npi: '1234567893',
  tax_id: '12-3456789',
  taxonomy: '208600000X',
  address,
  contact_name: 'Billing Office',
  contact_phone: '(202) 555-0100',
  sender_id: 'NORTH1',
  receiver_id: 'HOUSE9',
  receiver_name: 'Clearing House',
  providers: [{ last: 'Lee', first: 'Ada', npi: '1003000126', taxonomy: '208600000X' }],
  facilities: [{ name: 'City Hospital', npi: '1245319599', address }],
  fees: [
    { code: '47562', cents: 250_050 },
    { code: '27447', cents: 400_000 },
  ],
};
export const samplePayers: Payer[] = [{ name: 'Sample Health', payer_id: '99999', filing: 'CI' }];
export const sampleInsurance: Insurance = {
  relationship: 'self',
  patient: { last: 'Doe', first: 'Jane', birth: '1960-02-03', sex: 'F', address },
  insured: { last: '', first: '' },
  member_id: 'M-100',
  group_number: '',
  payer_id: '99999',
  provider_npi: '1003000126',
  facility_npi: '1245319599',
  admitted: '',
  payer_claim_number: '',
};

/** Has the practice of a note list this surgeon alone, and the note's insurance name them. */
export async function nameSurgeon(tx: Tx, noteId: string, surgeon: { first: string; last: string }): Promise<void> {
  const practice = { ...samplePractice, providers: [{ ...samplePractice.providers[0], ...surgeon }] };
  await sql`insert into app.billing_settings as s (tenant_id, revision, practice, payers, updated_by)
    select tenant_id, 1, ${JSON.stringify(practice)}::jsonb, '[]'::jsonb, 'admin' from app.notes where id = ${noteId}
    on conflict (tenant_id) do update set practice = excluded.practice`.execute(tx);
  await sql`insert into app.case_insurance (case_id, tenant_id, insurance, updated_by)
    select id, tenant_id, ${JSON.stringify(sampleInsurance)}::jsonb, 'admin' from app.cases
     where note_id = ${noteId} and performer = 'surgeon'`.execute(tx);
}
