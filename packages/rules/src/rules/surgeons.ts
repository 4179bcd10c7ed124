import { isVisit, type Claim, type ClaimLine } from '../claim.ts';
import { finding, readFrom, type Finding, type Fix } from '../finding.ts';
import { among, ASSISTANT, withModifier, withoutModifiers } from '../modifiers.ts';
import type { ClaimTables, FeeRow } from '../tables.ts';
import { feeInForce, type Rule } from './rule.ts';

const dropping = (line: ClaimLine, ...gone: string[]): Fix => ({
  do: 'set-modifiers',
  line: line.id,
  modifiers: withoutModifiers(line, new Set(gone)),
});

function assistants(claim: Claim, tables: ClaimTables, line: ClaimLine, row: FeeRow): Finding[] {
  const modifiers = among(line, ASSISTANT);
  const source = readFrom(tables, 'mpfs', line.date, 'ASST SURG');
  if (modifiers.length === 0) {
    if (claim.performer !== 'assistant' || isVisit(line.code)) return [];
    const fixes: Fix[] = [{ do: 'offer-modifiers', line: line.id, modifiers: ['80', '82', 'AS', '81'] }];
    return [finding('asst.missing', 'error', [line], { source, fixes })];
  }
  const found: Finding[] = [];
  const indicator = row.asstSurg;
  const facts = { indicator, modifiers };
  const remove: Fix = { do: 'remove-line', line: line.id };
  const fixes = claim.performer === 'assistant' ? [remove] : [dropping(line, ...modifiers)];
  if (indicator === '1') found.push(finding('asst.not-payable', 'error', [line], { facts, source, fixes }));
  else if (indicator === '9') found.push(finding('asst.no-concept', 'error', [line], { facts, source, fixes }));
  else if (indicator === '0' && !modifiers.some((modifier) => line.evidence.has(modifier))) {
    const show: Fix = { do: 'show-words', line: line.id, modifier: modifiers[0] ?? '80' };
    found.push(finding('asst.document', 'warning', [line], { facts, source, fixes: [show, { do: 'ask' }, remove] }));
  }
  if (claim.performer !== 'assistant') {
    found.push(
      finding('asst.performer', 'error', [line], {
        facts: { performer: claim.performer },
        fixes: [dropping(line, ...modifiers)],
      }),
    );
  }
  return found;
}

interface Asked {
  readonly kind: 'cosurg' | 'team';
  readonly indicator: string;
  readonly modifier: string;
  readonly column: string;
}

/** What the fee schedule says of surgeons who work together: refused (0), or not a thing of this code (9). */
function asked(tables: ClaimTables, line: ClaimLine, { kind, indicator, modifier, column }: Asked) {
  const because = { facts: { indicator }, source: readFrom(tables, 'mpfs', line.date, column) };
  const fixes = [dropping(line, modifier)];
  const why = ({ '0': 'not-permitted', '9': 'no-concept' } as const)[indicator];
  return { because, refused: why === undefined ? [] : [finding(`${kind}.${why}`, 'error', [line], { ...because, fixes })] };
}

function together(tables: ClaimTables, line: ClaimLine, row: FeeRow): Finding[] {
  const found: Finding[] = [];
  if (line.modifiers.includes('62')) {
    const told = asked(tables, line, { kind: 'cosurg', indicator: row.coSurg, modifier: '62', column: 'CO SURG' });
    found.push(...told.refused);
    if (row.coSurg === '1' && !line.evidence.has('62')) {
      const show: Fix = { do: 'show-words', line: line.id, modifier: '62' };
      const fixes = [show, { do: 'ask' } as const, dropping(line, '62')];
      found.push(finding('cosurg.document', 'warning', [line], { ...told.because, fixes }));
    }
  }
  if (line.modifiers.includes('66')) {
    const told = asked(tables, line, { kind: 'team', indicator: row.teamSurg, modifier: '66', column: 'TEAM SURG' });
    const report = finding('team.by-report', 'info', [line], { ...told.because, fixes: [{ do: 'attach-note', line: line.id }] });
    found.push(...(told.refused.length > 0 ? told.refused : [report]));
  }
  return found;
}

export const surgeonRule: Rule = (claim, tables) => {
  const found = claim.lines.flatMap((line) => {
    const row = feeInForce(tables, line);
    return row === undefined ? [] : [...assistants(claim, tables, line, row), ...together(tables, line, row)];
  });
  if (claim.performer === 'co-surgeon' && claim.lines.length > 0 && !claim.lines.some((line) => line.modifiers.includes('62'))) {
    const fixes = claim.lines.map(
      (line) => ({ do: 'set-modifiers', line: line.id, modifiers: withModifier(line, '62') }) as const,
    );
    found.push(finding('cosurg.missing', 'warning', claim.lines, { fixes: [...fixes, { do: 'say-why' }] }));
  }
  return found;
};
