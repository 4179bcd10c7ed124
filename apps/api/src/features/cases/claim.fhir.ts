import { createHash } from 'node:crypto';
import type { FrozenClaim } from './frozen-claim.ts';

type Json = Record<string, unknown>;
type Line = FrozenClaim['lines'][number];

const cpt = 'http://www.ama-assn.org/go/cpt';
const hcpcs = 'urn:oid:2.16.840.1.113883.6.285';
const places = 'https://www.cms.gov/Medicare/Coding/place-of-service-codes/Place_of_Service_Code_Set';
const loinc = 'http://loinc.org';
const terms = 'http://terminology.hl7.org/CodeSystem';

const coded = (system: string, code: string): Json => ({ coding: [{ system, code }] });
/** Numbers are CPT's, letters HCPCS Level II's, for codes and modifiers alike. */
const billed = (code: string): Json => coded(/^\d/.test(code) ? cpt : hcpcs, code);
const dotted = (icd: string): string => (icd.length > 3 ? `${icd.slice(0, 3)}.${icd.slice(3)}` : icd);
const unknown: Json = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
};

/** An address for what has no id of its own: the same version gives the same bundle. */
function idOf(claim: FrozenClaim, name: string): string {
  const hex = createHash('sha256').update(`${claim.case_id} ${claim.version} ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Where the words are by which a code, its units or a modifier was read; never the words themselves. */
const evidenceOf = (line: Line): Json[] =>
  Object.entries(line.evidence).flatMap(([of, ranges]) =>
    ranges.map(({ start, end }) => ({
      url: 'urn:incisive:evidence',
      extension: [
        { url: 'of', valueString: of },
        { url: 'start', valueUnsignedInt: start },
        { url: 'end', valueUnsignedInt: end },
      ],
    })),
  );
const some = (name: string, list: readonly unknown[]): Json => (list.length > 0 ? { [name]: list } : {});

/**
 * A finished claim as a FHIR R4 bundle: the claim, a procedure and a charge a line, the note it was read from (without its text), and
 * who stands for it. Names no patient, surgeon or insurance, since the product holds none: what FHIR asks of these is told as unknown.
 */
export function claimBundle(claim: FrozenClaim, sha256: string): Json {
  const { header } = claim;
  const ref = (name: string): Json => ({ reference: `urn:uuid:${idOf(claim, name)}` });
  const entry = (name: string, resource: Json): Json => ({ fullUrl: `urn:uuid:${idOf(claim, name)}`, resource });
  const own = (value: string): Json => ({ system: `urn:uuid:${claim.tenant_id}`, value });
  const encounter = header.encounter_number ? { type: 'Encounter', identifier: own(header.encounter_number) } : null;
  const people = [...new Set([claim.finished_by, ...Object.values(claim.approvers ?? {})])];
  const approved = claim.lines.flatMap((line) => claim.approvers?.[line.code] ?? []);
  const dateOf = (line: Line): string | null => line.service_date ?? header.service_date;
  const bodySite = (line: Line): Json[] =>
    line.side ? [{ text: line.side === 'both' ? 'Both sides' : `${line.side} side` }] : [];

  const items = claim.lines.map((line, n) => ({
    sequence: n + 1,
    ...some('diagnosisSequence', line.dx),
    productOrService: billed(line.code),
    ...some('modifier', line.modifiers.map(billed)),
    ...(dateOf(line) ? { servicedDate: dateOf(line) } : {}),
    locationCodeableConcept: coded(places, header.pos),
    quantity: { value: line.units },
  }));
  const ofLines = claim.lines.flatMap((line, n) => {
    const when = dateOf(line);
    return [
      entry(`procedure ${n}`, {
        resourceType: 'Procedure',
        ...some('extension', evidenceOf(line)),
        status: line.modifiers.includes('53') ? 'stopped' : 'completed',
        code: billed(line.code),
        subject: ref('patient'),
        ...(encounter ? { encounter } : {}),
        ...(when ? { performedDateTime: when } : {}),
        ...some('bodySite', bodySite(line)),
        report: [ref('note')],
      }),
      entry(`charge ${n}`, {
        resourceType: 'ChargeItem',
        status: 'billable',
        code: billed(line.code),
        subject: ref('patient'),
        ...(encounter ? { context: encounter } : {}),
        ...(when ? { occurrenceDateTime: when } : {}),
        quantity: { value: line.units },
        ...some('bodysite', bodySite(line)),
        service: [ref(`procedure ${n}`)],
      }),
    ];
  });

  return {
    resourceType: 'Bundle',
    identifier: { system: 'urn:incisive:claim-sha256', value: sha256 },
    type: 'collection',
    timestamp: claim.finished_at,
    entry: [
      entry('patient', {
        resourceType: 'Patient',
        ...some('identifier', header.patient_number ? [own(header.patient_number)] : []),
      }),
      ...people.map((name) => entry(`person ${name}`, { resourceType: 'Practitioner', identifier: [own(name)] })),
      entry('engine', {
        resourceType: 'Device',
        deviceName: [{ name: 'Incisive', type: 'manufacturer-name' }],
        version: [{ value: claim.engine }],
      }),
      entry('note', {
        resourceType: 'DocumentReference',
        masterIdentifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${claim.note_id}` },
        status: 'current',
        type: coded(loinc, '11504-8'),
        subject: ref('patient'),
        content: [{ attachment: { contentType: 'text/plain', title: `Operative note, text version ${claim.text_version}` } }],
      }),
      entry('claim', {
        resourceType: 'Claim',
        identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${claim.case_id}` }],
        status: 'active',
        type: coded(`${terms}/claim-type`, 'professional'),
        use: 'claim',
        patient: ref('patient'),
        created: claim.finished_at,
        provider: { ...unknown, display: header.performer },
        priority: coded(`${terms}/processpriority`, 'normal'),
        insurance: [{ sequence: 1, focal: true, coverage: unknown }],
        ...some(
          'diagnosis',
          claim.diagnoses.map((icd, n) => ({
            sequence: n + 1,
            diagnosisCodeableConcept: coded('http://hl7.org/fhir/sid/icd-10-cm', dotted(icd)),
          })),
        ),
        item: items,
      }),
      ...ofLines,
      entry('provenance', {
        resourceType: 'Provenance',
        ...some(
          'extension',
          claim.checked.map((one) => ({ url: 'urn:incisive:checked-by', valueString: `${one.kind} ${one.version}` })),
        ),
        target: [ref('claim'), ...claim.lines.map((_, n) => ref(`procedure ${n}`))],
        recorded: claim.finished_at,
        agent: [
          { type: coded(`${terms}/provenance-participant-type`, 'author'), who: ref(`person ${claim.finished_by}`) },
          ...[...new Set(approved)].map((name) => ({
            type: coded(`${terms}/provenance-participant-type`, 'verifier'),
            who: ref(`person ${name}`),
          })),
          { type: coded(`${terms}/provenance-participant-type`, 'assembler'), who: ref('engine') },
        ],
        entity: [{ role: 'source', what: ref('note') }],
      }),
    ],
  };
}
