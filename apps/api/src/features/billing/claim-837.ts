import type { Facility, Insurance, Payer, PostalAddress, Practice, Provider } from '@incisive/contract/billing';
import type { FrozenClaim } from '../cases/finished-claims.service.ts';
import { type Segment, interchange, x12Day, x12Text, x12Time } from './x12.ts';

const guide = '005010X222A1';

/** A finished claim with all that its part of a file says. */
export interface BillableClaim {
  readonly claim: FrozenClaim;
  readonly insurance: Insurance;
  readonly payer: Payer;
  readonly provider: Provider;
  /** Where it was done, unless at the practice's own address. */
  readonly facility: Facility | null;
  /** What each line costs, in cents, in the order of the lines. */
  readonly cents: readonly number[];
  /** An earlier version of it stands in an earlier file. */
  readonly replaces: boolean;
}

const digits = (value: string): string => value.replace(/\D/g, '');
const day = (value: string): string => value.replaceAll('-', '');
/** Without zeros at the end of the cents, as X12 writes a number. */
export const amount = (cents: number): string => String(cents / 100);
/** What the payer calls the claim by: it comes back with the payment, so every version of a case has the same one. */
export const claimNumber = (caseId: string): string => caseId.replaceAll('-', '').slice(0, 20).toUpperCase();

const place = ({ line, city, state, zip }: PostalAddress): Segment[] => [
  ['N3', x12Text(line)],
  ['N4', x12Text(city), state, digits(zip)],
];
const person = (entity: string, { last, first }: { last: string; first: string }, ...id: string[]): Segment =>
  id.length > 0
    ? ['NM1', entity, '1', x12Text(last), x12Text(first), '', '', '', ...id]
    : ['NM1', entity, '1', x12Text(last), x12Text(first)];
const organization = (entity: string, name: string, ...id: string[]): Segment => [
  'NM1',
  entity,
  '2',
  x12Text(name),
  '',
  '',
  '',
  '',
  ...id,
];

const relations = { spouse: '01', child: '19', other: 'G8' } as const;

/** The claims as one X12 837P interchange. They have been found to lack nothing. */
export function claimFile837(practice: Practice, claims: readonly BillableClaim[], control: string, at: Date): string {
  let level = 1;
  const next = (): number => (level += 1);
  const body: Segment[] = [
    ['BHT', '0019', '00', control, x12Day(at), x12Time(at), 'CH'],
    organization('41', practice.name, '46', x12Text(practice.sender_id)),
    ['PER', 'IC', x12Text(practice.contact_name), 'TE', digits(practice.contact_phone).slice(-10)],
    organization('40', practice.receiver_name, '46', x12Text(practice.receiver_id)),
    ['HL', '1', '', '20', '1'],
    ['PRV', 'BI', 'PXC', practice.taxonomy],
    organization('85', practice.name, 'XX', practice.npi),
    ...place(practice.address),
    ['REF', 'EI', digits(practice.tax_id)],
    ...claims.flatMap((one) => [...insured(one, next), ...claimSegments(one)]),
  ];
  const { sender_id, receiver_id, mode } = practice;
  return interchange(
    { control, sender: x12Text(sender_id), receiver: x12Text(receiver_id), test: mode === 'test', at, guide },
    body,
  );
}

/** Who is insured with whom, and the patient below them where that is somebody else. */
function insured({ insurance, payer }: BillableClaim, next: () => number): Segment[] {
  const { patient, relationship } = insurance;
  const own = relationship === 'self';
  const about: Segment[] = [...place(patient.address), ['DMG', 'D8', day(patient.birth), patient.sex]];
  const subscriber = next();
  const segments: Segment[] = [
    ['HL', String(subscriber), '1', '22', own ? '0' : '1'],
    ['SBR', 'P', own ? '18' : '', x12Text(insurance.group_number), '', '', '', '', '', payer.filing],
    person('IL', own ? patient : insurance.insured, 'MI', x12Text(insurance.member_id)),
    ...(own ? about : []),
    organization('PR', payer.name, 'PI', x12Text(payer.payer_id)),
  ];
  if (own) return segments;
  return [
    ...segments,
    ['HL', String(next()), String(subscriber), '23', '0'],
    ['PAT', relations[relationship]],
    person('QC', patient),
    ...about,
  ];
}

function claimSegments({ claim, insurance, provider, facility, cents, replaces }: BillableClaim): Segment[] {
  const total = cents.reduce((sum, one) => sum + one, 0);
  const { pos } = claim.header;
  return [
    ['CLM', claimNumber(claim.case_id), amount(total), '', '', [pos, 'B', replaces ? '7' : '1'], 'Y', 'A', 'Y', 'Y'],
    ...(insurance.admitted === '' ? [] : [['DTP', '435', 'D8', day(insurance.admitted)] satisfies Segment]),
    ...(replaces ? [['REF', 'F8', x12Text(insurance.payer_claim_number)] satisfies Segment] : []),
    ['HI', ...claim.diagnoses.map((icd, at) => [at === 0 ? 'ABK' : 'ABF', icd.replace('.', '')])],
    person('82', provider, 'XX', provider.npi),
    ['PRV', 'PE', 'PXC', provider.taxonomy],
    ...(facility === null ? [] : [organization('77', facility.name, 'XX', facility.npi), ...place(facility.address)]),
    ...claim.lines.flatMap((line, at): Segment[] => [
      ['LX', String(at + 1)],
      ['SV1', ['HC', line.code, ...line.modifiers], amount(cents[at]!), 'UN', String(line.units), '', '', line.dx.map(String)],
      ['DTP', '472', 'D8', day(line.service_date ?? claim.header.service_date ?? '')],
      ['REF', '6R', line.id.replaceAll('-', '').toUpperCase()],
    ]),
  ];
}
