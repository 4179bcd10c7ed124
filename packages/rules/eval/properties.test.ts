import { describe, expect, it } from 'vitest';
import { readCase } from '../cli/claim-case.ts';
import { checkClaim } from '../src/check-claim.ts';
import type { Claim, ClaimLine } from '../src/claim.ts';
import type { Finding, Reason } from '../src/finding.ts';
import { memoryTables } from '../src/memory-tables.ts';
import { groupsOf, randomCase } from './random-claims.ts';
import { readSynthetic } from './synthetic.ts';

const { held } = readSynthetic();
const tables = memoryTables(held);
const codes = [...held.fees.keys()];
const groups = groupsOf(codes, (code) => [...(held.addOns.get(code)?.primaries ?? [])]);
const visits = codes.filter((code) => code.startsWith('99'));
const claimOf = (seed: number): Claim => readCase(randomCase(seed, groups, visits)).claim;
const SEEDS = Array.from({ length: 400 }, (_, n) => n + 1);

/**
 * Findings that tell of something missing beside the line, or of the order of all lines: a new line may be just what was missing,
 * or rank first. Everything else stays.
 */
const ANSWERED_BY_A_LINE: ReadonlySet<Reason> = new Set<Reason>([
  'addon.no-primary',
  'addon.alone',
  'addon.unlisted-primary',
  'cosurg.missing',
  'em.needs-25',
  'em.57-for-25',
  'mult.51-first',
  'mult.51-missing',
  'mult.51-not-needed',
  'seq.order',
]);

const stillTold = (before: Finding, after: readonly Finding[]): boolean =>
  after.some((each) => each.reason === before.reason && before.lines.every((line) => each.lines.includes(line)));

describe('properties of the rules', () => {
  it('adding a line never hides a finding about other lines', () => {
    let compared = 0;
    for (const seed of SEEDS) {
      const claim = claimOf(seed);
      const more = claimOf(seed + 100_000)
        .lines.slice(0, 1)
        .map((line): ClaimLine => ({ ...line, id: 'new' }));
      const after = checkClaim({ ...claim, lines: [...claim.lines, ...more] }, tables).findings;
      for (const before of checkClaim(claim, tables).findings) {
        if (ANSWERED_BY_A_LINE.has(before.reason)) continue;
        compared++;
        expect(stillTold(before, after), `seed ${seed}: ${JSON.stringify(before)}`).toBe(true);
      }
    }
    expect(compared).toBeGreaterThan(2000);
  });

  it('a visit that is told about stays told about when a procedure is added', () => {
    for (const seed of SEEDS) {
      const claim = claimOf(seed);
      const [more] = claimOf(seed + 200_000).lines.filter((line) => !visits.includes(line.code));
      if (more === undefined) continue;
      const told = (lines: readonly ClaimLine[]) =>
        checkClaim({ ...claim, lines }, tables)
          .findings.filter((each) => each.reason === 'em.needs-25' || each.reason === 'em.needs-57')
          .map((each) => each.lines[0]);
      expect(told([...claim.lines, { ...more, id: 'new' }])).toEqual(expect.arrayContaining(told(claim.lines)));
    }
  });

  it('every line stands once in the order', () => {
    for (const seed of SEEDS) {
      const claim = claimOf(seed);
      expect(checkClaim(claim, tables).sequence.toSorted()).toEqual(claim.lines.map((line) => line.id).toSorted());
    }
  });

  it('the order that is proposed is not proposed again', () => {
    for (const seed of SEEDS) {
      const claim = claimOf(seed);
      const { sequence } = checkClaim(claim, tables);
      const lines = sequence.flatMap((id) => claim.lines.find((line) => line.id === id) ?? []);
      expect(checkClaim({ ...claim, lines }, tables).findings.map((each) => each.reason)).not.toContain('seq.order');
    }
  });

  it('every fix speaks of a line of the claim, and none adds a modifier that asserts a fact without asking for words', () => {
    const asserting = new Set(['22', '24', '25', '57', '58', '78', '79', '66']);
    for (const seed of SEEDS) {
      const claim = claimOf(seed);
      const byId = new Map(claim.lines.map((line) => [line.id, line]));
      for (const { reason, fixes } of checkClaim(claim, tables).findings) {
        const named = fixes.flatMap((fix) => ('line' in fix ? [fix.line] : []));
        expect(named.filter((line) => !byId.has(line))).toEqual([]);
        const swaps = reason === 'em.25-for-57' || reason === 'em.57-for-25';
        const asserted = fixes.flatMap((fix) => {
          if (fix.do !== 'set-modifiers' || swaps) return [];
          const before = byId.get(fix.line)?.modifiers ?? [];
          return fix.modifiers.filter((modifier) => asserting.has(modifier) && !before.includes(modifier));
        });
        expect(asserted).toEqual([]);
      }
    }
  });

  it('the same claim gives the same answer, and is left as it was', () => {
    const claim = claimOf(7);
    const copy = structuredClone(claim);
    expect(checkClaim(claim, tables)).toEqual(checkClaim(claim, tables));
    expect(claim).toEqual(copy);
  });

  it('no number of units and no date breaks it', () => {
    for (const units of [0, -1, 1.5, Number.NaN, Infinity, 1e15]) {
      const claim = claimOf(3);
      const lines = claim.lines.map((line) => ({ ...line, units, date: 'not a day' }));
      expect(checkClaim({ ...claim, lines }, tables).sequence).toHaveLength(lines.length);
    }
  });
});
