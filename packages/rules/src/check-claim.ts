import type { Claim } from './claim.ts';
import type { Finding } from './finding.ts';
import { checkByKnowledge, type KnownBilling } from './rules/by-knowledge.ts';
import { addOnRule } from './rules/add-ons.ts';
import { codeRule, duplicateRule, unitsRule } from './rules/codes-and-units.ts';
import { componentRule } from './rules/components.ts';
import { dataRule, dateRule } from './rules/data-and-dates.ts';
import { diagnosisRule } from './rules/diagnoses.ts';
import { globalPeriodRule } from './rules/global-period.ts';
import { modifierRule } from './rules/modifiers.ts';
import { orderRule } from './rules/order-and-value.ts';
import { pairRule } from './rules/procedure-pairs.ts';
import type { Rule } from './rules/rule.ts';
import { sideRule } from './rules/sides.ts';
import { surgeonRule } from './rules/surgeons.ts';
import { unitLimitRule } from './rules/unit-limits.ts';
import { visitRule } from './rules/visits.ts';
import { billingOrder } from './sequence.ts';
import type { ClaimTables } from './tables.ts';
import { lineShares, lineValues } from './values.ts';

const RULES: readonly Rule[] = [
  dataRule,
  dateRule,
  codeRule,
  unitsRule,
  modifierRule,
  pairRule,
  unitLimitRule,
  duplicateRule,
  addOnRule,
  sideRule,
  globalPeriodRule,
  visitRule,
  surgeonRule,
  componentRule,
  diagnosisRule,
  orderRule,
];

export interface ClaimCheck {
  /** Everything that there is to say, all at once. */
  findings: Finding[];
  /** Ids of the lines in billing order. */
  sequence: string[];
  /** Relative value of each line after the reductions for several procedures; null: by report. */
  values: Record<string, number | null>;
  /** Of lines that several procedures reduce: the share of their full value that counts, 0 to 1. */
  shares: Record<string, number>;
}

/**
 * Checks a claim against what is published for its dates of service. Pure: the same claim and tables give the same answer.
 * @param known what the product itself knows: checked for the kinds of files that do not cover a date, and told as its own
 */
export function checkClaim(claim: Claim, tables: ClaimTables, known?: KnownBilling): ClaimCheck {
  const values = lineValues(claim, tables);
  return {
    findings: [
      ...RULES.flatMap((rule) => rule(claim, tables)),
      ...(known === undefined ? [] : checkByKnowledge(claim, tables, known)),
    ],
    sequence: billingOrder(claim, tables).map((line) => line.id),
    values,
    shares: lineShares(claim, tables, values),
  };
}
