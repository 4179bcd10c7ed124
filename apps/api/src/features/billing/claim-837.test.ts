import type { Insurance, Practice } from '@incisive/contract/billing';
import { isNpi } from '@incisive/contract/npi';
import * as fc from 'fast-check';
import { X12Parser } from 'node-x12';
import { describe, expect, it } from 'vitest';
import { sampleInsurance, samplePayers, samplePractice } from '../../testing/billing.fixture.ts';
import type { FrozenClaim } from '../cases/finished-claims.service.ts';
import { amount, claimFile837 } from './claim-837.ts';
import { billable } from './missing.ts';
import { structuralFaults } from './structure.ts';
import { x12Text } from './x12.ts';

const line = {
  id: '11111111-1111-4111-8111-111111111111',
  code: '47562',
  units: 2,
  modifiers: ['22', '59'],
  dx: [1, 2],
  service_date: null,
  side: null,
  evidence: {},
};
const claim: FrozenClaim = {
  case_id: '0a0b0c0d-1111-4222-8333-444455556666',
  note_id: '22222222-2222-4222-8222-222222222222',
  tenant_id: '33333333-3333-4333-8333-333333333333',
  version: 1,
  text_version: 1,
  header: {
    performer: 'surgeon',
    service_date: '2026-03-04',
    pos: '24',
    payer: 'other',
    bilateral: 'one-line',
    mod51: 'omit',
    distinct_on: 'either',
    patient_number: 'P1',
    encounter_number: 'E1',
  },
  lines: [line, { ...line, id: '44444444-4444-4444-8444-444444444444', code: '27447', units: 1, modifiers: [], dx: [1] }],
  diagnoses: ['K8020', 'E119'],
  values: {},
  checked: [],
  overrides: [],
  engine: 'test',
  finished_by: 'coder',
  finished_at: '2026-03-05T00:00:00.000Z',
};
interface Changes {
  readonly claim?: Partial<FrozenClaim>;
  readonly practice?: Partial<Practice>;
  readonly insurance?: Partial<Insurance> | null;
  readonly replaces?: boolean;
}
const judge = (changes: Changes = {}) =>
  billable({
    claim: { ...claim, ...changes.claim },
    practice: { ...samplePractice, ...changes.practice },
    payers: samplePayers,
    insurance: changes.insurance === null ? null : { ...sampleInsurance, ...changes.insurance },
    replaces: changes.replaces ?? false,
  });
const missing = (changes: Changes): string[] => {
  const result = judge(changes);
  return 'missing' in result ? result.missing : [];
};
function fileOf(changes: Changes = {}, count = 1): string {
  const result = judge(changes);
  if ('missing' in result) throw new Error(result.missing.join('; '));
  const claims = Array.from({ length: count }, () => result.ready);
  const at = new Date('2026-03-06T07:08:00Z');
  return claimFile837({ ...samplePractice, ...changes.practice }, claims, '000000042', at);
}
/** By a parser that is none of ours: it refuses wrong counts and numbers. */
function segmentsOf(file: string): string[][] {
  const parsed = new X12Parser(true).parse(file);
  if (!('functionalGroups' in parsed)) throw new Error('One interchange is expected');
  return parsed.functionalGroups[0]!.transactions[0]!.segments.map((one) => [
    one.tag,
    ...one.elements.map((element) => element.value),
  ]);
}
const named = (segments: string[][], name: string): string[] =>
  segments.filter(([tag]) => tag === name).map((one) => one.slice(1).join('*'));

describe('L: X12 837P', () => {
  it('is read back by an independent strict parser with everything that was put in', () => {
    const segments = segmentsOf(fileOf());
    expect(named(segments, 'BHT')).toEqual(['0019*00*000000042*20260306*0708*CH']);
    expect(named(segments, 'NM1')).toEqual([
      '41*2*NORTH SURGICAL GROUP*****46*NORTH1',
      '40*2*CLEARING HOUSE*****46*HOUSE9',
      '85*2*NORTH SURGICAL GROUP*****XX*1234567893',
      'IL*1*DOE*JANE****MI*M-100',
      'PR*2*SAMPLE HEALTH*****PI*99999',
      '82*1*LEE*ADA****XX*1003000126',
      '77*2*CITY HOSPITAL*****XX*1245319599',
    ]);
    expect(named(segments, 'SBR')).toEqual(['P*18*******CI']);
    expect(named(segments, 'DMG')).toEqual(['D8*19600203*F']);
    expect(named(segments, 'REF')).toEqual([
      'EI*123456789',
      '6R*11111111111141118111111111111111',
      '6R*44444444444444448444444444444444',
    ]);
    expect(named(segments, 'CLM')).toEqual(['0A0B0C0D111142228333*9001***24:B:1*Y*A*Y*Y']);
    expect(named(segments, 'HI')).toEqual(['ABK:K8020*ABF:E119']);
    expect(named(segments, 'SV1')).toEqual(['HC:47562:22:59*5001*UN*2***1:2', 'HC:27447*4000*UN*1***1']);
    expect(named(segments, 'DTP')).toEqual(['472*D8*20260304', '472*D8*20260304']);
  });

  it('numbers its levels: a dependent stands below who is insured, and the next claim again below the practice', () => {
    const insurance = { relationship: 'child', insured: { last: 'Doe', first: 'John' } } as const;
    const segments = segmentsOf(fileOf({ insurance }, 2));
    expect(named(segments, 'HL')).toEqual(['1**20*1', '2*1*22*1', '3*2*23*0', '4*1*22*1', '5*4*23*0']);
    expect(named(segments, 'PAT')).toEqual(['19', '19']);
    expect(named(segments, 'SBR')).toEqual(['P********CI', 'P********CI']);
    expect(
      named(segments, 'NM1')
        .filter((one) => /^(IL|QC)/.test(one))
        .slice(0, 2),
    ).toEqual(['IL*1*DOE*JOHN****MI*M-100', 'QC*1*DOE*JANE']);
  });

  it('a stay tells its admission, and a claim that replaces one tells the payer’s number', () => {
    const stay = {
      claim: { header: { ...claim.header, pos: '21' } },
      insurance: { admitted: '2026-03-03', payer_claim_number: 'X7' },
    };
    const segments = segmentsOf(fileOf({ ...stay, replaces: true }));
    expect(named(segments, 'CLM')[0]).toContain('*21:B:7*');
    expect(named(segments, 'DTP')[0]).toBe('435*D8*20260303');
    expect(named(segments, 'REF')).toContain('F8*X7');
    expect(missing({ claim: stay.claim, replaces: true })).toEqual([
      'Admission date, for place of service 21',
      'The payer’s number of the claim that stands in an earlier file',
    ]);
  });

  it.each<[string, Changes, string[]]>([
    ['no insurance', { insurance: null }, ['Insurance of the case']],
    ['a payer that is not on the list', { insurance: { payer_id: '1' } }, ['Payer’s name and id']],
    ['a surgeon that is not on the list', { insurance: { provider_npi: '' } }, ['Surgeon, with name, NPI and taxonomy code']],
    ['a name that no letter is left of', { practice: { name: '漢字' } }, ['Practice: name']],
    ['no signature on file', { practice: { on_file: false } }, ['Practice: signature, assignment and release on file']],
    [
      'a short ZIP code of the practice',
      { practice: { address: { ...samplePractice.address, zip: '62701' } } },
      ['Practice: ZIP code with all nine digits'],
    ],
    [
      'a code without a charge',
      { practice: { fees: [{ code: '47562', cents: 1 }] } },
      ['Line 2 (27447): charge on the practice’s list'],
    ],
    [
      'five modifiers',
      { claim: { lines: [{ ...line, modifiers: ['22', '59', 'LT', 'AS', '80'] }] } },
      ['Line 1 (47562): at most 4 modifiers'],
    ],
    [
      'no diagnosis',
      { claim: { diagnoses: [], lines: [{ ...line, dx: [] }] } },
      ['Diagnosis', 'Line 1 (47562): a diagnosis it points to'],
    ],
    [
      'no date',
      { claim: { lines: [line], header: { ...claim.header, service_date: null } } },
      ['Line 1 (47562): date of service'],
    ],
    [
      'anesthesia, which is billed by minutes',
      {
        claim: { lines: [line, { ...line, code: '00790' }] },
        practice: { fees: [...samplePractice.fees, { code: '00790', cents: 1 }] },
      },
      [
        'Line 2 (00790): anesthesia is billed by minutes, which are not kept here. Take it off the claim and bill it from the anesthesia record',
      ],
    ],
    ['no facility', { insurance: { facility_npi: '' } }, ['Facility, for place of service 24']],
  ])('says what is missing: %s', (_name, changes, words) => {
    expect(missing(changes)).toEqual(words);
  });

  it('stays whole whatever names hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }), (last, member_id) => {
        fc.pre(x12Text(last) !== '' && x12Text(member_id) !== '');
        const file = fileOf({ insurance: { member_id, patient: { ...sampleInsurance.patient, last } } });
        expect(structuralFaults(file)).toEqual([]);
        expect(named(segmentsOf(file), 'NM1')[3]).toBe(`IL*1*${x12Text(last)}*JANE****MI*${x12Text(member_id)}`);
      }),
    );
  });

  it('finds what is wrong with a frame', () => {
    const file = fileOf();
    expect(structuralFaults(file)).toEqual([]);
    expect(structuralFaults(file.replace(/LX\*1~/, ''))).toEqual(['not so: the segments are counted']);
    expect(structuralFaults(file.replace('IEA*1*000000042', 'IEA*1*000000043'))).toEqual([
      'not so: the numbers of the interchange agree',
    ]);
    expect(structuralFaults(file.replace('HL*2*1*22', 'HL*3*1*22'))).toEqual(['not so: the levels are numbered']);
    expect(structuralFaults(file.replace('ISA*00*', 'ISA*00* '))).toEqual(['not so: the head has its length']);
    // The other parser sees it too: what it reads above was judged.
    expect(() => segmentsOf(file.replace(/LX\*1~/, ''))).toThrow(/./);
    expect(structuralFaults('')).toEqual(['it has no frame']);
  });

  it('writes amounts and numbers as X12 does', () => {
    expect([amount(100), amount(1050), amount(105), amount(99_999_999)]).toEqual(['1', '10.5', '1.05', '999999.99']);
    expect(['1234567893', '1234567890', '123456789', 'abcdefghij'].map(isNpi)).toEqual([true, false, false, false]);
  });
});
