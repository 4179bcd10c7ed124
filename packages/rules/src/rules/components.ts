import { inFacility } from '../claim.ts';
import { finding, readFrom } from '../finding.ts';
import { among, COMPONENT, withModifier, withoutModifiers } from '../modifiers.ts';
import { feeInForce, type Rule } from './rule.ts';

/** The reading and the machine part of a service: 26 and TC. */
export const componentRule: Rule = (claim, tables) =>
  claim.lines.flatMap((line) => {
    const row = feeInForce(tables, line);
    if (row === undefined) return [];
    const indicator = row.pctcInd;
    const modifiers = among(line, COMPONENT);
    const source = readFrom(tables, 'mpfs', line.date, 'PCTC IND');
    const bare = { do: 'set-modifiers', line: line.id, modifiers: withoutModifiers(line, COMPONENT) } as const;
    const readingAlone = (indicator === '6' || indicator === '8') && modifiers.includes('26');
    if (modifiers.length > 0 && indicator !== '1' && !readingAlone) {
      return [finding('pctc.not-split', 'error', [line], { facts: { indicator, modifiers }, source, fixes: [bare] })];
    }
    const facts = { pos: claim.pos };
    if (modifiers.includes('TC') && inFacility(claim)) {
      return [
        finding('pctc.tc-in-facility', 'error', [line], { facts, source, fixes: [bare, { do: 'remove-line', line: line.id }] }),
      ];
    }
    if (indicator === '1' && inFacility(claim) && modifiers.length === 0) {
      const fixes = [
        { do: 'set-modifiers', line: line.id, modifiers: withModifier(line, '26') } as const,
        { do: 'say-why' } as const,
      ];
      return [finding('pctc.needs-26', 'warning', [line], { facts, source, fixes })];
    }
    return [];
  });
