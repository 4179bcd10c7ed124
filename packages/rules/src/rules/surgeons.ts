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

function together(tables: ClaimTables, line: ClaimLine, row: FeeRow): Finding[] {
  const found: Finding[] = [];
  if (line.modifiers.includes('62')) {
    const indicator = row.coSurg;
    const source = readFrom(tables, 'mpfs', line.date, 'CO SURG');
    const facts = { indicator };
    const fixes = [dropping(line, '62')];
    if (indicator === '0') found.push(finding('cosurg.not-permitted', 'error', [line], { facts, source, fixes }));
    else if (indicator === '9') found.push(finding('cosurg.no-concept', 'error', [line], { facts, source, fixes }));
    else if (indicator === '1' && !line.evidence.has('62')) {
      const show: Fix = { do: 'show-words', line: line.id, modifier: '62' };
      found.push(finding('cosurg.document', 'warning', [line], { facts, source, fixes: [show, { do: 'ask' }, ...fixes] }));
    }
  }
  if (line.modifiers.includes('66')) {
    const indicator = row.teamSurg;
    const source = readFrom(tables, 'mpfs', line.date, 'TEAM SURG');
    const facts = { indicator };
    const fixes = [dropping(line, '66')];
    if (indicator === '0') found.push(finding('team.not-permitted', 'error', [line], { facts, source, fixes }));
    else if (indicator === '9') found.push(finding('team.no-concept', 'error', [line], { facts, source, fixes }));
    else found.push(finding('team.by-report', 'info', [line], { facts, source, fixes: [{ do: 'attach-note', line: line.id }] }));
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
