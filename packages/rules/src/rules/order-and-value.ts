import { isVisit } from '../claim.ts';
import { finding, readFrom, type Finding, type Fix } from '../finding.ts';
import { withModifier, withoutModifiers } from '../modifiers.ts';
import { billingOrder } from '../sequence.ts';
import { feeOf, isAddOn, type Rule } from './rule.ts';

const reduced = (indicator: string | undefined): boolean => indicator === '2' || indicator === '3';

export const orderRule: Rule = (claim, tables) => {
  const found: Finding[] = [];
  const sorted = billingOrder(claim, tables);
  const order = sorted.map((line) => line.id);
  if (sorted.some((line, n) => line !== claim.lines[n]) && claim.lines.every((line) => tables.covers('mpfs', line.date ?? ''))) {
    const source = readFrom(tables, 'mpfs', claim.lines[0]?.date ?? null, 'FACILITY TOTAL', 'NON-FACILITY TOTAL');
    found.push(finding('seq.order', 'info', [], { facts: { order }, source, fixes: [{ do: 'order-lines', order }] }));
  }
  const ranked = sorted.filter((line) => reduced(feeOf(tables, line)?.multProc) && !isAddOn(tables, line));
  for (const line of claim.lines) {
    const row = feeOf(tables, line);
    if (row === undefined || isVisit(line.code) || isAddOn(tables, line)) continue;
    const source = readFrom(tables, 'mpfs', line.date, 'MULT PROC');
    const drop: Fix = { do: 'set-modifiers', line: line.id, modifiers: withoutModifiers(line, new Set(['51'])) };
    if (line.modifiers.includes('51')) {
      if (!reduced(row.multProc)) {
        found.push(finding('mult.51-exempt', 'warning', [line], { facts: { indicator: row.multProc }, source, fixes: [drop] }));
      } else if (line === ranked[0]) found.push(finding('mult.51-first', 'warning', [line], { source, fixes: [drop] }));
      else if (claim.profile.mod51 === 'omit')
        found.push(finding('mult.51-not-needed', 'info', [line], { source, fixes: [drop] }));
    } else if (claim.profile.mod51 === 'append' && ranked.indexOf(line) > 0) {
      const fixes: Fix[] = [{ do: 'set-modifiers', line: line.id, modifiers: withModifier(line, '51') }];
      found.push(finding('mult.51-missing', 'warning', [line], { source, fixes }));
    }
  }
  return found;
};
