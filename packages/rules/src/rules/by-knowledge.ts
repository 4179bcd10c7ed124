import { pairs, type Claim, type ClaimLine } from '../claim.ts';
import { finding, type Finding, type FindingSource, type Fix } from '../finding.ts';
import { DISTINCT, has, inOrder, OTHER_ASSOCIATED, overlap, sitesOf, withoutModifiers } from '../modifiers.ts';
import type { ClaimTables } from '../tables.ts';

/**
 * What the product itself knows of billing. It stands in where no file covers a date, and is told as its own: it is neither complete
 * nor anybody's policy.
 */
export interface KnownBilling {
  readonly version: string;
  /** Whether the second code's service is part of the first's at one site and sitting. */
  isPart(whole: string, part: string): boolean;
  isAddOn(code: string): boolean;
  isPrimary(code: string, addOn: string): boolean;
  /** How sides of a code are written; undefined for codes that are not known. */
  sides(code: string): 'paired' | 'marked' | 'sided' | 'once' | 'single' | undefined;
  /** Whether the code is counted: by level, lesion, area. */
  isCounted(code: string): boolean;
}

const MADE_APART: ReadonlySet<string> = new Set([...DISTINCT, ...OTHER_ASSOCIATED]);

const isApart = (a: ClaimLine, b: ClaimLine): boolean => {
  if (has(a, MADE_APART) || has(b, MADE_APART)) return true;
  const verdicts = sitesOf(a).flatMap((x) => sitesOf(b).map((y) => overlap(x, y)));
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === false);
};

/** Checks what the product knows, for each kind of file that does not cover the day of a line. */
export function checkByKnowledge(claim: Claim, tables: ClaimTables, known: KnownBilling): Finding[] {
  const source: FindingSource = { kind: 'knowledge', file: 'Incisive’s knowledge', version: known.version, columns: [] };
  const open = (kind: 'ptp' | 'addon' | 'mpfs' | 'mue', line: ClaimLine) => !tables.covers(kind, line.date ?? '');
  const found: Finding[] = [];
  for (const [a, b] of pairs(claim.lines)) {
    if (!open('ptp', a) || a.date !== b.date || a.code === b.code || isApart(a, b)) continue;
    const [whole, part] = known.isPart(a.code, b.code) ? [a, b] : [b, a];
    if (!known.isPart(whole.code, part.code)) continue;
    const fixes: Fix[] = [{ do: 'remove-line', line: part.id }, { do: 'say-place', line: part.id }, { do: 'ask' }];
    found.push(finding('known.part', 'warning', [part, whole], { facts: { whole: whole.code, part: part.code }, source, fixes }));
  }
  for (const line of claim.lines) {
    const { code } = line;
    const others = claim.lines.filter((other) => other !== line && other.date === line.date);
    if (open('addon', line) && known.isAddOn(code) && !others.some((other) => known.isPrimary(other.code, code))) {
      found.push(
        finding('known.primary', 'warning', [line], {
          facts: { code },
          source,
          fixes: [{ do: 'remove-line', line: line.id }, { do: 'say-why' }],
        }),
      );
    }
    const sides = open('mpfs', line) ? known.sides(code) : undefined;
    if (sides === 'paired' && sitesOf(line).length === 0) {
      found.push(finding('known.side', 'info', [line], { source, fixes: [{ do: 'say-place', line: line.id }, { do: 'ask' }] }));
    }
    if (sides !== undefined && sides !== 'paired' && line.modifiers.includes('50')) {
      const modifiers = inOrder(withoutModifiers(line, new Set(['50'])));
      found.push(
        finding('known.both-sides', 'warning', [line], {
          source,
          fixes: [{ do: 'set-modifiers', line: line.id, modifiers }, { do: 'say-why' }],
        }),
      );
    }
    if (open('mue', line) && line.units > 1 && !known.isCounted(code)) {
      found.push(
        finding('known.units', 'info', [line], {
          facts: { code, units: line.units },
          source,
          fixes: [{ do: 'set-units', line: line.id, units: 1 }, { do: 'say-why' }],
        }),
      );
    }
  }
  return found;
}
