import { csvField } from '../../http/files/csv-field.ts';
import type { FrozenClaim } from './frozen-claim.ts';

const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${name}${n + 1}`);
export const chargeColumns = [
  'case_id',
  'claim_version',
  'note_id',
  'tenant',
  'patient_number',
  'encounter_number',
  'service_date',
  'pos',
  'performer',
  'sequence',
  'code',
  ...numbered('mod', 4),
  'units',
  'dx_pointers',
  ...numbered('icd', 12),
  'total_rvu',
  'finished_by',
  'finished_at',
  'data_versions',
  'overrides',
];

/** A row a line of each claim, RFC 4180; what a spreadsheet would run as a formula gets an apostrophe. */
export const chargesCsv = (claims: readonly FrozenClaim[]): string =>
  [chargeColumns, ...claims.flatMap(chargeRows)].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');

function chargeRows(claim: FrozenClaim): string[][] {
  const { header } = claim;
  return claim.lines.map((line, n) => [
    claim.case_id,
    String(claim.version),
    claim.note_id,
    claim.tenant_id,
    header.patient_number,
    header.encounter_number,
    line.service_date ?? header.service_date ?? '',
    header.pos,
    header.performer,
    String(n + 1),
    line.code,
    ...Array.from({ length: 4 }, (_, at) => line.modifiers[at] ?? ''),
    String(line.units),
    line.dx.join(':'),
    ...Array.from({ length: 12 }, (_, at) => claim.diagnoses[at] ?? ''),
    claim.values[line.id] === null || claim.values[line.id] === undefined ? '' : String(claim.values[line.id]),
    claim.finished_by,
    claim.finished_at,
    claim.checked.map((one) => `${one.kind} ${one.version}`).join('; '),
    claim.overrides.join('; '),
  ]);
}
