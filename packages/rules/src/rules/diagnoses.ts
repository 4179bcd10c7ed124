import type { Claim, ClaimLine } from '../claim.ts';
import { finding, readFrom, type Finding } from '../finding.ts';
import { sitesOf } from '../modifiers.ts';
import type { ClaimTables } from '../tables.ts';
import { daysOf, type Rule } from './rule.ts';

/** The day whose file the claim's diagnoses are looked up in: the first that a line names and a file covers. */
const fileDay = (claim: Claim, tables: ClaimTables): string | undefined =>
  [...daysOf(claim.lines), ''].find((date) => tables.covers('icd', date));

const plain = (code: string): string => code.replaceAll('.', '');

function ofList(claim: Claim, tables: ClaimTables): Finding[] {
  const found: Finding[] = [];
  if (claim.dx.length > 12) found.push(finding('dx.too-many', 'error', [], { facts: { count: claim.dx.length } }));
  const date = fileDay(claim, tables);
  if (date === undefined) return found;
  const source = readFrom(tables, 'icd', date, 'code', 'billable');
  for (const [n, code] of claim.dx.entries()) {
    const position = n + 1;
    const row = tables.diagnosis(plain(code), date);
    const details = { facts: { code, position }, source, fixes: [{ do: 'choose-diagnosis', position } as const] };
    if (row === undefined) found.push(finding('dx.unknown', 'error', [], details));
    else if (!row.billable) found.push(finding('dx.not-billable', 'error', [], details));
  }
  return found;
}

function ofPointers(claim: Claim, line: ClaimLine): Finding[] {
  const found: Finding[] = [];
  const pointers = [...line.dx];
  const inList = (pointer: number) => Number.isInteger(pointer) && pointer >= 1 && pointer <= claim.dx.length;
  const point = { do: 'point-to-diagnosis', line: line.id } as const;
  const keep = (dx: readonly number[]) => ({ do: 'set-pointers', line: line.id, dx }) as const;
  if (pointers.length === 0) found.push(finding('dx.missing', 'error', [line], { fixes: [point] }));
  else if (!pointers.every(inList)) {
    found.push(
      finding('dx.bad-pointer', 'error', [line], { facts: { pointers }, fixes: [point, keep(pointers.filter(inList))] }),
    );
  }
  if (pointers.length > 4) {
    found.push(
      finding('dx.too-many-pointers', 'error', [line], {
        facts: { count: pointers.length },
        fixes: [keep(pointers.slice(0, 4))],
      }),
    );
  }
  const distinct = [...new Set(pointers)];
  if (distinct.length < pointers.length) {
    found.push(finding('dx.duplicate-pointer', 'error', [line], { facts: { pointers }, fixes: [keep(distinct)] }));
  }
  return found;
}

/** A diagnosis of one side on a line whose every place is on the other. */
function againstSide(claim: Claim, tables: ClaimTables, line: ClaimLine): Finding[] {
  const date = line.date ?? '';
  const sides = new Set(sitesOf(line).map((site) => site.side));
  const [side] = sides;
  if (sides.size !== 1 || side === null || side === undefined || !tables.covers('icd', date)) return [];
  return [...new Set(line.dx)].flatMap((position) => {
    const code = claim.dx[position - 1];
    const said = code === undefined ? undefined : tables.diagnosis(plain(code), date)?.side;
    if (said === null || said === undefined || said === side) return [];
    return [
      finding('side.dx', 'warning', [line], {
        facts: { code, position, diagnosis_side: said, line_side: side },
        source: readFrom(tables, 'icd', date, 'long description'),
        fixes: [
          { do: 'choose-diagnosis', position },
          { do: 'say-place', line: line.id },
          { do: 'point-to-diagnosis', line: line.id },
          { do: 'ask' },
        ],
      }),
    ];
  });
}

export const diagnosisRule: Rule = (claim, tables) => [
  ...ofList(claim, tables),
  ...claim.lines.flatMap((line) => [...ofPointers(claim, line), ...againstSide(claim, tables, line)]),
];
