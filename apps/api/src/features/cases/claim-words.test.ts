import { claimReasons, wordsOf, type ClaimReason } from '@incisive/contract/claim-rules';
import { createEngine } from '@incisive/engine';
import { loadKnowledge } from '@incisive/engine/node';
import { REASONS, STRUCTURAL, type KnownBilling } from '@incisive/rules';
import { describe, expect, it } from 'vitest';

describe('the words of findings', () => {
  it('exist for every reason that the rules have, and for no other', () => {
    expect(Object.keys(claimReasons).toSorted()).toEqual([...REASONS].toSorted());
  });

  it('say the same of what nobody may override', () => {
    const structural = Object.keys(claimReasons).filter((reason) => wordsOf(reason as ClaimReason).structural === true);
    expect(structural.toSorted()).toEqual([...STRUCTURAL].toSorted());
  });

  it('tell the facts in a sentence', () => {
    const facts = { column1: '1001X', column2: '1002X' };
    expect(wordsOf('ptp.never').message(facts)).toBe('CMS never pays 1002X with 1001X; no modifier changes that.');
    const missing = { date: '2025-02-03', kinds: ['ptp', 'mue'] };
    expect(wordsOf('data.not-covered').message(missing)).toBe('Not checked for 02/03/2025: procedure pairs, unit limits.');
    for (const reason of REASONS) expect(wordsOf(reason).message({})).toMatch(/\.$/);
  });
});

describe('what the engine knows of billing', () => {
  it('is what the rules ask for', () => {
    const known: KnownBilling = createEngine({ knowledge: loadKnowledge() }).billing;
    expect(known.isPart('45385', '45378')).toBe(true);
    expect([known.isAddOn('63048'), known.isPrimary('63047', '63048'), known.isPrimary('47562', '63048')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([known.sides('27447'), known.sides('63047'), known.sides('00000')]).toEqual(['paired', 'once', undefined]);
    expect([known.isCounted('63048'), known.isCounted('47562')]).toEqual([true, false]);
  });
});
