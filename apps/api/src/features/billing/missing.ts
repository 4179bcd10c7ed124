import type { Facility, Insurance, Payer, PostalAddress, Practice, Provider } from '@incisive/contract/billing';
import type { FrozenClaim } from '../cases/finished-claims.service.ts';
import type { BillableClaim } from './claim-837.ts';
import { x12Text } from './x12.ts';

/** Places where somebody stays over night: the claim says since when. */
const stays = new Set(['21', '51', '61']);
const office = '11';
const most = { lines: 50, modifiers: 4, pointers: 4, cents: 99_999_999_99 } as const;

type Needed = readonly [words: string, there: boolean];
/** What is left of a value in a file: letters of other alphabets cannot be written there. */
const has = (value: string): boolean => x12Text(value) !== '';
const absent = (needed: readonly Needed[]): string[] => needed.filter(([, there]) => !there).map(([words]) => words);
const addressOf = (whose: string, { line, city, state, zip }: PostalAddress): Needed[] => [
  [`${whose}: street`, has(line)],
  [`${whose}: city`, has(city)],
  [`${whose}: state`, state !== ''],
  [`${whose}: ZIP code`, zip !== ''],
];
const nineDigits = (zip: string): boolean => zip.replace(/\D/g, '').length === 9;

/** What the practice lacks before any file can be made. */
export const missingOfPractice = (practice: Practice): string[] =>
  absent([
    ['Practice: name', has(practice.name)],
    ['Practice: NPI', practice.npi !== ''],
    ['Practice: tax id', practice.tax_id !== ''],
    ['Practice: taxonomy code', practice.taxonomy !== ''],
    ...addressOf('Practice', practice.address),
    ['Practice: ZIP code with all nine digits', practice.address.zip === '' || nineDigits(practice.address.zip)],
    ['Practice: person to ask', has(practice.contact_name)],
    ['Practice: phone of the person to ask', practice.contact_phone !== ''],
    ['Practice: sender id', has(practice.sender_id)],
    ['Practice: receiver id', has(practice.receiver_id)],
    ['Practice: receiver name', has(practice.receiver_name)],
    ['Practice: signature, assignment and release on file', practice.on_file],
  ]);

interface Asked {
  readonly claim: FrozenClaim;
  readonly practice: Practice;
  readonly payers: readonly Payer[];
  readonly insurance: Insurance | null;
  readonly replaces: boolean;
}

function missingOfInsurance({ claim, practice, payers, insurance, replaces }: Asked): string[] {
  if (!insurance) return ['Insurance of the case'];
  const { patient, insured, relationship } = insurance;
  const { pos } = claim.header;
  return absent([
    ['Patient: last name', has(patient.last)],
    ['Patient: first name', has(patient.first)],
    ['Patient: birth date', patient.birth !== ''],
    ...addressOf('Patient', patient.address),
    ['Insured person: last name', relationship === 'self' || has(insured.last)],
    ['Insured person: first name', relationship === 'self' || has(insured.first)],
    ['Member id', has(insurance.member_id)],
    ['Surgeon, with name, NPI and taxonomy code', surgeonOf(practice, insurance) !== null],
    ['Payer’s name and id', payerOf(payers, insurance) !== null],
    [`Facility, for place of service ${pos}`, pos === office || facilityOf(practice, insurance) !== null],
    [`Admission date, for place of service ${pos}`, !stays.has(pos) || insurance.admitted !== ''],
    ['The payer’s number of the claim that stands in an earlier file', !replaces || has(insurance.payer_claim_number)],
  ]);
}

function missingOfLines({ claim, practice }: Asked): string[] {
  const { header, lines, diagnoses } = claim;
  const charged = new Set(practice.fees.map((one) => one.code));
  return [
    ...absent([
      ['Diagnosis', diagnoses.length > 0],
      [`No more than ${most.lines} lines`, lines.length <= most.lines],
      ['A total below a hundred million', chargesOf(practice, claim).reduce((sum, one) => sum + one, 0) <= most.cents],
    ]),
    ...lines.flatMap((line, at) => {
      const named = `Line ${at + 1} (${line.code})`;
      return absent([
        [`${named}: charge on the practice’s list`, charged.has(line.code)],
        [`${named}: date of service`, (line.service_date ?? header.service_date) !== null],
        [`${named}: a diagnosis it points to`, line.dx.length > 0],
        [`${named}: at most ${most.pointers} diagnoses`, line.dx.length <= most.pointers],
        [`${named}: at most ${most.modifiers} modifiers`, line.modifiers.length <= most.modifiers],
        [
          `${named}: anesthesia is billed by minutes, which are not kept here. Take it off the claim and bill it from the anesthesia record`,
          !/^0[01]\d{3}$/.test(line.code),
        ],
      ]);
    }),
  ];
}

const payerOf = (payers: readonly Payer[], { payer_id }: Insurance): Payer | null =>
  payers.find((one) => one.payer_id === payer_id && has(one.payer_id) && has(one.name)) ?? null;
const surgeonOf = ({ providers }: Practice, { provider_npi }: Insurance): Provider | null =>
  providers.find(
    ({ npi, last, first, taxonomy }) => npi !== '' && npi === provider_npi && has(last) && has(first) && taxonomy !== '',
  ) ?? null;
const facilityOf = (practice: Practice, { facility_npi }: Insurance): Facility | null => {
  const found = practice.facilities.find((one) => one.npi !== '' && one.npi === facility_npi);
  return found && has(found.name) && absent(addressOf('', found.address)).length === 0 ? found : null;
};
/** Cents of each line; nothing for a code without a charge. */
function chargesOf(practice: Practice, claim: FrozenClaim): number[] {
  const fees = new Map(practice.fees.map((one) => [one.code, one.cents]));
  return claim.lines.map((line) => (fees.get(line.code) ?? 0) * line.units);
}

/** What a claim lacks for a file, in words; or the claim with all that its part of the file says. */
export function billable(asked: Asked): { missing: string[] } | { ready: BillableClaim } {
  const missing = [...missingOfPractice(asked.practice), ...missingOfInsurance(asked), ...missingOfLines(asked)];
  const { claim, practice, payers, insurance, replaces } = asked;
  const payer = insurance && payerOf(payers, insurance);
  const provider = insurance && surgeonOf(practice, insurance);
  if (missing.length > 0 || !insurance || !payer || !provider) return { missing };
  // At the practice's own address no other is told.
  const facility = claim.header.pos === office ? null : facilityOf(practice, insurance);
  return { ready: { claim, insurance, payer, provider, facility, cents: chargesOf(practice, claim), replaces } };
}
