import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { bulk, id, idParams, noBody } from '../fields.ts';
import { limits } from '../limits.ts';
import { dateOnly } from '../lists.ts';
import { isNpi } from '../npi.ts';
import { storable } from '../storable.ts';

const base = '/api/v1/billing/';

// What is not known yet is empty: a file is refused with the list of what is missing, saving is not.
const words = (max: number) =>
  z.string('Required').check(z.trim(), z.maxLength(max, `Must be ${max} characters or less`), storable);
const pattern = (shape: RegExp, message: string) =>
  z.string('Required').check(
    z.trim(),
    z.refine((value) => value === '' || shape.test(value), message),
  );
const upper = (shape: RegExp, message: string) => pattern(shape, message).check(z.toUpperCase());
const npi = z.string('Required').check(
  z.trim(),
  z.refine((value) => value === '' || isNpi(value), 'An NPI is ten digits, of which the last one checks the others'),
);
const taxonomy = upper(/^[0-9A-Za-z]{10}$/, 'A taxonomy code is ten letters and digits');
const day = z.union([z.literal(''), dateOnly]);

const address = z.strictObject({
  line: words(55),
  city: words(30),
  state: upper(/^[A-Za-z]{2}$/, 'A state is two letters'),
  zip: pattern(/^\d{5}(-?\d{4})?$/, 'A ZIP code is five or nine digits'),
});
export type PostalAddress = z.infer<typeof address>;

const provider = z.strictObject({ last: words(60), first: words(35), npi, taxonomy });
export type Provider = z.infer<typeof provider>;
const facility = z.strictObject({ name: words(60), npi, address });
export type Facility = z.infer<typeof facility>;
const fee = z.strictObject({
  code: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[0-9A-Z]{5}$/, 'A code is five letters and digits')),
  /** Of one unit. */
  cents: z
    .number()
    .check(
      z.int('Must be whole cents'),
      z.minimum(1, 'Must be more than nothing'),
      z.maximum(99_999_999, 'Must be less than a million'),
    ),
});
export type Fee = z.infer<typeof fee>;

/** The practice as it bills. */
export const practice = z.strictObject({
  /** Until this is on, nobody is asked for a name, a birth date or an insurance, and no file is made. */
  enabled: z.boolean(),
  /** Files say whether they are a test. */
  mode: z.enum(['test', 'production']),
  /** The provider's signature, assignment of benefits and consent to release are on file: every claim says so. */
  on_file: z.boolean(),
  name: words(60),
  npi,
  tax_id: pattern(/^\d{2}-?\d{7}$/, 'A tax id is nine digits'),
  taxonomy,
  address,
  contact_name: words(60),
  contact_phone: pattern(/^(\+1)?[\s().-]*(\d[\s().-]*){10}$/, 'A phone number is ten digits'),
  /** As the clearinghouse gave them. */
  sender_id: words(15),
  receiver_id: words(15),
  receiver_name: words(60),
  providers: z.array(provider).check(z.maxLength(200, 'At most 200')),
  facilities: z.array(facility).check(z.maxLength(200, 'At most 200')),
  fees: z.array(fee).check(z.maxLength(5000, 'At most 5,000')),
});
export type Practice = z.infer<typeof practice>;

/** How a payer files: the few words of X12 for what it is. */
export const filings = {
  MB: 'Medicare Part B',
  MC: 'Medicaid',
  BL: 'Blue Cross Blue Shield',
  CI: 'Commercial',
  CH: 'TRICARE',
  WC: 'Workers’ compensation',
  AM: 'Automobile',
} as const;
export type Filing = keyof typeof filings;
const payer = z.strictObject({
  name: words(60),
  /** Under which the clearinghouse knows it. */
  payer_id: words(20),
  filing: z.enum(Object.keys(filings) as Filing[], 'Choose one'),
});
export type Payer = z.infer<typeof payer>;
export const payers = z.array(payer).check(z.maxLength(500, 'At most 500'));

const relationships = ['self', 'spouse', 'child', 'other'] as const;
/** Who is billed for a case. */
export const insurance = z.strictObject({
  relationship: z.enum(relationships, 'Choose one'),
  patient: z.strictObject({
    last: words(60),
    first: words(35),
    birth: day,
    sex: z.enum(['F', 'M', 'U'], 'Choose one'),
    address,
  }),
  /** Where the patient is somebody's dependent. */
  insured: z.strictObject({ last: words(60), first: words(35) }),
  member_id: words(40),
  group_number: words(40),
  payer_id: words(20),
  provider_npi: npi,
  facility_npi: npi,
  /** Of a stay in hospital. */
  admitted: day,
  /** What the payer called the claim that this one replaces. */
  payer_claim_number: words(40),
});
export type Insurance = z.infer<typeof insurance>;

const tenant = z.object({ id, name: z.string() });
const settings = z.object({ tenant, revision: z.number(), practice, payers });
export type BillingSettings = z.infer<typeof settings>;

const billingCase = z.object({
  id,
  note_id: id,
  tenant,
  version: z.number(),
  finished_at: z.string(),
  patient_number: z.string(),
  encounter_number: z.string(),
  service_date: z.nullable(z.string()),
  lines: z.number(),
  insurance: z.nullable(insurance),
  /** Why it cannot be put into a file, in words; empty when it can. */
  missing: z.array(z.string()),
});
export type BillingCase = z.infer<typeof billingCase>;

const claimFile = z.object({
  id,
  tenant,
  /** The control number of the interchange, nine digits that never come again. */
  number: z.string(),
  mode: practice.shape.mode,
  claims: z.number(),
  sha256: z.string(),
  made_by: z.string(),
  made_at: z.string(),
  /** When what it said was removed, with the first of its notes that was removed for good. */
  emptied_at: z.nullable(z.string()),
});
export type ClaimFile = z.infer<typeof claimFile>;

/** Super-level users say for whom. */
const whose = z.optional(z.nullable(id));
/** As it was read: what somebody changed since is not written over. */
const revision = z.optional(z.number().check(z.int('Must be a whole number'), z.minimum(0)));

const replaced = <const B extends z.ZodMiniType>(path: string, what: string, body: B) =>
  endpoint({
    method: 'PUT',
    path: `${base}${path}/`,
    summary: `Replace ${what}; 412 when somebody changed it meanwhile`,
    permission: 'integrations.manage',
    tx: 'write',
    audit: 'billing_updated',
    body,
    response: settings,
  });

/** Finished cases as X12 837P files for a clearinghouse, and what only these need to know. */
export const billing = {
  settings: endpoint({
    method: 'GET',
    path: `${base}tenants/:id/`,
    summary: 'The practice and the payers as they stand in claim files',
    permission: 'claims.export',
    tx: 'read',
    audit: null,
    params: idParams,
    response: settings,
  }),
  savePractice: replaced('practice', 'the practice', z.strictObject({ tenant: whose, revision, practice })),
  savePayers: replaced('payers', 'the list of payers', z.strictObject({ tenant: whose, revision, payers })),
  cases: endpoint({
    method: 'GET',
    path: `${base}cases/`,
    summary: `The newest ${limits.claimFileCases} finished claims that stand in no file yet, each with what it lacks`,
    permission: 'claims.export',
    tx: 'read',
    replica: true,
    audit: 'case_read',
    response: z.object({ results: z.array(billingCase) }),
  }),
  saveInsurance: endpoint({
    method: 'PUT',
    path: `${base}cases/:id/insurance/`,
    summary: 'Say who is billed for a case',
    permission: 'claims.export',
    tx: 'write',
    audit: 'case_update',
    params: idParams,
    body: insurance,
    response: billingCase,
  }),
  makeFile: endpoint({
    method: 'POST',
    path: `${base}files/`,
    summary:
      'Put finished claims of one practice into one X12 837P file; 422 with the list of what each lacks, and then nothing is made',
    permission: 'claims.export',
    tx: 'write',
    audit: 'case_export',
    rate: 'export',
    body: z.strictObject({ cases: bulk(id) }),
    response: claimFile,
    status: 201,
  }),
  files: endpoint({
    method: 'GET',
    path: `${base}files/`,
    summary: 'The files that were made, newest first',
    permission: 'claims.export',
    tx: 'read',
    audit: null,
    response: z.object({ results: z.array(claimFile) }),
  }),
  download: endpoint({
    method: 'POST',
    path: `${base}files/:id/download/`,
    summary: 'The file, the same bytes each time; 409 once one of its notes was removed for good, and what the file said with it',
    permission: 'claims.export',
    tx: 'write',
    audit: 'case_export',
    rate: 'export',
    params: idParams,
    body: noBody,
    file: 'Claims.837',
  }),
};
