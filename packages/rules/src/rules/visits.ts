import { daysBetween, isVisit, type ClaimLine } from '../claim.ts';
import { finding, readFrom, type Finding, type Fix, type Reason, type Severity } from '../finding.ts';
import { has, inOrder } from '../modifiers.ts';
import { globalDaysOf, type Rule } from './rule.ts';

const SEPARATE_FROM_MAJOR: ReadonlySet<string> = new Set(['57', '25', '24']);
const SEPARATE_FROM_MINOR: ReadonlySet<string> = new Set(['25', '24']);

/** A visit on the day of a procedure, or on the day before a major one. */
export const visitRule: Rule = (claim, tables) => {
  const found: Finding[] = [];
  const procedures = claim.lines.filter((line) => !isVisit(line.code));
  for (const visit of claim.lines) {
    const { date } = visit;
    if (!isVisit(visit.code) || date === null || date === '' || !tables.covers('mpfs', date)) continue;
    const major = procedures.find((line) => {
      if (globalDaysOf(tables, line) !== '090' || line.date === null || line.date === '') return false;
      const ahead = daysBetween(date, line.date);
      return ahead === 0 || ahead === 1;
    });
    const minor = procedures.find((line) => ['000', '010'].includes(globalDaysOf(tables, line)) && line.date === date);
    const tell = (reason: Reason, severity: Severity, beside: ClaimLine, ...fixes: Fix[]) =>
      found.push(finding(reason, severity, [visit, beside], { source: readFrom(tables, 'mpfs', date, 'GLOB DAYS'), fixes }));
    const offer = (modifier: string): Fix => ({ do: 'offer-modifiers', line: visit.id, modifiers: [modifier] });
    const swap = (from: string, to: string): Fix => ({
      do: 'set-modifiers',
      line: visit.id,
      modifiers: inOrder(visit.modifiers.map((modifier) => (modifier === from ? to : modifier))),
    });
    const remove: Fix = { do: 'remove-line', line: visit.id };
    if (major !== undefined) {
      if (!has(visit, SEPARATE_FROM_MAJOR)) tell('em.needs-57', 'error', major, offer('57'), remove);
      else if (visit.modifiers.includes('25') && !visit.modifiers.includes('57'))
        tell('em.25-for-57', 'warning', major, swap('25', '57'), { do: 'say-why' });
    } else if (minor !== undefined) {
      if (visit.modifiers.includes('57')) tell('em.57-for-25', 'error', minor, swap('57', '25'));
      else if (!has(visit, SEPARATE_FROM_MINOR)) tell('em.needs-25', 'error', minor, offer('25'), remove);
    }
  }
  return found;
};
