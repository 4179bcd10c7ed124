import { isVisit, type ClaimLine } from '../claim.ts';
import { finding, readFrom, type Finding, type Fix } from '../finding.ts';
import {
  among,
  ASSISTANT,
  EXCLUSIVE,
  FACILITY_ONLY,
  has,
  inOrder,
  isKnown,
  NOT_ON_VISITS,
  SHARED,
  SPLIT_CARE,
  VISIT_ONLY,
  withoutModifiers,
} from '../modifiers.ts';
import type { ClaimTables } from '../tables.ts';
import { globalDaysOf, type Rule } from './rule.ts';

const without = (line: ClaimLine, gone: readonly string[]): Fix => ({
  do: 'set-modifiers',
  line: line.id,
  modifiers: withoutModifiers(line, new Set(gone)),
});

/** Both stand: one of them has to go, so each way is offered. */
const conflict = (line: ClaimLine, modifiers: string[]): Finding =>
  finding('mod.conflict', 'error', [line], {
    facts: { modifiers },
    fixes: modifiers.map((kept) =>
      without(
        line,
        modifiers.filter((modifier) => modifier !== kept),
      ),
    ),
  });

function written(line: ClaimLine): Finding[] {
  const found: Finding[] = [];
  const { modifiers } = line;
  const distinct = [...new Set(modifiers)];
  if (modifiers.length > 4) found.push(finding('mod.too-many', 'error', [line], { facts: { count: modifiers.length } }));
  if (distinct.length < modifiers.length) {
    const repeated = distinct.filter((modifier) => modifiers.indexOf(modifier) !== modifiers.lastIndexOf(modifier)).toSorted();
    found.push(
      finding('mod.duplicate', 'error', [line], {
        facts: { modifiers: repeated },
        fixes: [{ do: 'set-modifiers', line: line.id, modifiers: inOrder(distinct) }],
      }),
    );
  }
  const unknown = distinct.filter((modifier) => !isKnown(modifier)).toSorted();
  if (unknown.length > 0) {
    found.push(
      finding('mod.unknown', 'warning', [line], {
        facts: { modifiers: unknown },
        fixes: [without(line, unknown), { do: 'say-why' }],
      }),
    );
  }
  for (const group of EXCLUSIVE) {
    const both = among(line, group);
    if (both.length > 1) found.push(conflict(line, both));
  }
  if (has(line, SHARED) && has(line, ASSISTANT)) found.push(conflict(line, among(line, new Set([...SHARED, ...ASSISTANT]))));
  const facility = among(line, FACILITY_ONLY);
  if (facility.length > 0) {
    found.push(
      finding('mod.facility-only', 'error', [line], { facts: { modifiers: facility }, fixes: [without(line, facility)] }),
    );
  }
  const visit = isVisit(line.code);
  const wrong = among(line, visit ? NOT_ON_VISITS : VISIT_ONLY);
  if (wrong.length > 0) {
    found.push(
      finding(visit ? 'mod.not-for-em' : 'mod.em-only', 'error', [line], {
        facts: { modifiers: wrong },
        fixes: [without(line, wrong)],
      }),
    );
  }
  const order = inOrder(modifiers);
  if (distinct.length === modifiers.length && order.some((modifier, n) => modifier !== modifiers[n])) {
    found.push(
      finding('mod.order', 'info', [line], {
        facts: { order },
        fixes: [{ do: 'set-modifiers', line: line.id, modifiers: order }],
      }),
    );
  }
  return found;
}

const EVIDENCE = [
  ['22', 'mod.22-evidence'],
  ['52', 'mod.52-evidence'],
  ['53', 'mod.53-evidence'],
] as const;

function asserted(line: ClaimLine, tables: ClaimTables): Finding[] {
  const found: Finding[] = [];
  const days = globalDaysOf(tables, line);
  const source = readFrom(tables, 'mpfs', line.date, 'GLOB DAYS');
  // Without any fee schedule nothing can be said of the global period.
  const known = tables.holds('mpfs');
  if (line.modifiers.includes('22') && known && !['000', '010', '090'].includes(days)) {
    found.push(
      finding('mod.22-global', 'warning', [line], {
        facts: { global_days: days },
        source,
        fixes: [without(line, ['22']), { do: 'say-why' }],
      }),
    );
  }
  for (const [modifier, reason] of EVIDENCE) {
    if (!line.modifiers.includes(modifier) || line.evidence.has(modifier)) continue;
    found.push(
      finding(reason, 'warning', [line], {
        fixes: [{ do: 'show-words', line: line.id, modifier }, { do: 'ask' }, without(line, [modifier])],
      }),
    );
  }
  const split = among(line, SPLIT_CARE);
  if (split.length > 0 && known && days !== '010' && days !== '090') {
    found.push(
      finding('mod.split-global', 'error', [line], {
        facts: { modifiers: split, global_days: days },
        source,
        fixes: [without(line, split)],
      }),
    );
  }
  return found;
}

export const modifierRule: Rule = (claim, tables) => claim.lines.flatMap((line) => [...written(line), ...asserted(line, tables)]);
