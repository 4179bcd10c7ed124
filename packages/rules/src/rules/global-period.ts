import { daysBetween, isVisit, type Claim, type PriorOperation } from '../claim.ts';
import { finding, readFrom, type Finding } from '../finding.ts';
import { among, has, RETURN, VISIT_ONLY, withoutModifiers } from '../modifiers.ts';
import type { ClaimTables } from '../tables.ts';
import { globalDaysOf, type Rule } from './rule.ts';

interface OpenPeriod {
  prior: PriorOperation;
  length: string;
  day: number;
}

const ONLY_IN_A_PERIOD: ReadonlySet<string> = new Set([...RETURN, '24']);

/** The first earlier operation whose postoperative period covers the day. One billed with 78 opened no period of its own. */
function openPeriod(claim: Claim, tables: ClaimTables, date: string): OpenPeriod | undefined {
  for (const prior of claim.prior) {
    const length = tables.fee(prior.code, prior.date)?.globalDays ?? '';
    if ((length !== '010' && length !== '090') || prior.modifiers.includes('78')) continue;
    const day = daysBetween(prior.date, date);
    if (day >= 1 && day <= Number(length)) return { prior, length, day };
  }
  return undefined;
}

export const globalPeriodRule: Rule = (claim, tables) => {
  const found: Finding[] = [];
  for (const line of claim.lines) {
    if (line.date === null || line.date === '' || !tables.covers('mpfs', line.date)) continue;
    const open = openPeriod(claim, tables, line.date);
    const source = readFrom(tables, 'mpfs', line.date, 'GLOB DAYS');
    if (open === undefined) {
      const modifiers = among(line, ONLY_IN_A_PERIOD);
      const sameDay = claim.prior.some((prior) => prior.date === line.date);
      if (modifiers.length === 0 || sameDay) continue;
      const bare = withoutModifiers(line, ONLY_IN_A_PERIOD);
      found.push(
        finding('global.none-open', 'warning', [line], {
          facts: { modifiers },
          source,
          fixes: [{ do: 'add-prior-operation' }, { do: 'set-modifiers', line: line.id, modifiers: bare }],
        }),
      );
      continue;
    }
    const facts = { prior: open.prior.code, prior_date: open.prior.date, global_days: open.length, day: open.day };
    if (isVisit(line.code)) {
      if (has(line, VISIT_ONLY)) continue;
      const offered = ['24', '25', '57'];
      found.push(
        finding('global.visit', 'error', [line], {
          facts,
          source,
          fixes: [{ do: 'offer-modifiers', line: line.id, modifiers: offered }],
        }),
      );
    } else if (['000', '010', '090', 'YYY', 'MMM'].includes(globalDaysOf(tables, line)) && !has(line, RETURN)) {
      const offered = ['58', '78', '79'];
      found.push(
        finding('global.needs-modifier', 'error', [line], {
          facts,
          source,
          fixes: [{ do: 'offer-modifiers', line: line.id, modifiers: offered }, { do: 'ask' }],
        }),
      );
    }
  }
  return found;
};
