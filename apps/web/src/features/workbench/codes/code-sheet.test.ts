import { describe, expect, it } from 'vitest';
import type { CodeLink } from '@incisive/contract/code-links';
import { approvedNow, byOf, codeAt, emptyWords, foreseen, hold, newLink, settleUndo, sheetRows, stateOf } from './code-sheet.ts';
import type { ActedRow } from './code-sheet.ts';

const at = '2026-01-02T10:00:00.000Z';
const suggestion = (code: string, rank: number, tier: 'likely' | 'look'): CodeLink => ({
  ...newLink(code, `About ${code}`),
  rank,
  score: 1,
  confidence: 0.5,
  tier,
  why: 'Titled procedure 1',
  evidence: [{ start: 0, end: 4 }],
});
const approved = (code: string): CodeLink => foreseen(newLink(code, `About ${code}`), 'approve', 'approver', at);
const lists = {
  approved: [approved('29826')],
  suggested: [suggestion('29827', 1, 'likely'), suggestion('29822', 2, 'look'), suggestion('23412', 3, 'look')],
  other: [],
};
const nothing: ReadonlyMap<string, ActedRow> = new Map();
const codes = (rows: ReturnType<typeof sheetRows>) => rows.map((row) => row.link.code);

describe('rows of the code table', () => {
  it('shows suggestions in two tiers', () => {
    expect(sheetRows('SUGGESTED', lists, nothing).map((row) => [row.link.code, row.group])).toEqual([
      ['29827', 'likely'],
      ['29822', 'look'],
      ['23412', 'look'],
    ]);
  });

  it('shows Approved, then Suggested, without a mode', () => {
    expect(codes(sheetRows(null, lists, nothing))).toEqual(['29826', '29827', '29822', '23412']);
  });

  it('keeps an acted row in its place, in its new state, whatever the server lists afterwards', () => {
    const rows = sheetRows('SUGGESTED', lists, nothing);
    const acted = hold(nothing, rows, [foreseen(lists.suggested[1]!, 'approve', 'approver', at)]);
    const later = { ...lists, suggested: [lists.suggested[0]!, lists.suggested[2]!] };
    const after = sheetRows('SUGGESTED', later, acted);
    expect(codes(after)).toEqual(['29827', '29822', '23412']);
    expect(stateOf(after[1]!.link)).toBe('APPROVED');
    expect(after[1]!.group).toBe('look');
    expect(codes(sheetRows('SUGGESTED', { ...later, suggested: later.suggested.toReversed() }, acted))[1]).toBe('29822');
  });

  it('keeps several acted rows, and puts a code added by hand at the end', () => {
    const rows = sheetRows('SUGGESTED', lists, nothing);
    let acted = hold(
      nothing,
      rows,
      lists.suggested.map((link) => foreseen(link, 'reject', 'approver', at)),
    );
    acted = hold(acted, sheetRows('SUGGESTED', { ...lists, suggested: [] }, acted), [
      foreseen(newLink('29806', 'Capsule repair'), 'assign', 'approver', at),
    ]);
    const after = sheetRows('SUGGESTED', { ...lists, suggested: [] }, acted);
    expect(codes(after)).toEqual(['29827', '29822', '23412', '29806']);
    expect(after[3]).toMatchObject({ group: 'added' });
    expect(stateOf(after[3]!.link)).toBe('ASSIGNED');
  });

  it('keeps evidence and confidence when the answer to an action has none', () => {
    const rows = sheetRows('SUGGESTED', lists, nothing);
    const acted = hold(nothing, rows, [approved('29827')]);
    expect(acted.get('29827')?.link).toMatchObject({
      confidence: 0.5,
      evidence: [{ start: 0, end: 4 }],
      approved_by: 'approver',
    });
  });
});

describe('states of a row', () => {
  it('says who did what', () => {
    const assigned = foreseen(newLink('1', ''), 'assign', 'admin', at);
    expect([stateOf(assigned), byOf(assigned)]).toEqual(['ASSIGNED', 'admin']);
    const coded = foreseen(newLink('1', ''), 'code', 'coder', at);
    expect([stateOf(coded), byOf(coded), coded.approved_by]).toEqual(['CODED', 'coder', 'coder']);
    const rejected = foreseen(assigned, 'reject', 'approver', at);
    expect([stateOf(rejected), byOf(rejected), rejected.assigned_by, rejected.approved_by]).toEqual([
      'REJECTED',
      'approver',
      null,
      null,
    ]);
    expect(stateOf(foreseen(rejected, 'approve', 'approver', at))).toBe('APPROVED');
    expect(byOf(newLink('1', ''))).toBeNull();
  });

  it('leaves an approved or assigned code as it is when approved again', () => {
    const assigned = foreseen(newLink('1', ''), 'assign', 'admin', at);
    expect(foreseen(assigned, 'approve', 'approver', at)).toBe(assigned);
  });
});

describe('undo', () => {
  it('puts a suggestion back in place and takes an added code off the table', () => {
    const rows = sheetRows('SUGGESTED', lists, nothing);
    const added = foreseen(newLink('29806', 'Capsule repair'), 'assign', 'approver', at);
    const acted = hold(nothing, rows, [foreseen(lists.suggested[0]!, 'approve', 'approver', at), added]);
    const shown = sheetRows('SUGGESTED', lists, acted);
    const after = settleUndo(acted, shown, [lists.suggested[0]!, newLink('29806', 'Capsule repair')]);
    expect(codes(sheetRows('SUGGESTED', lists, after))).toEqual(['29827', '29822', '23412']);
    expect(stateOf(after.get('29827')!.link)).toBe('SUGGESTED');
  });
});

describe('approved codes now', () => {
  it('counts what was approved since and drops what was rejected since', () => {
    const rows = sheetRows(null, lists, nothing);
    const acted = hold(nothing, rows, [
      foreseen(lists.suggested[0]!, 'approve', 'approver', at),
      foreseen(lists.approved[0]!, 'reject', 'approver', at),
    ]);
    expect(approvedNow(lists.approved, acted).map((link) => link.code)).toEqual(['29827']);
  });
});

describe('moving over the table', () => {
  it('stays on the table and starts at its near end', () => {
    const rows = sheetRows('SUGGESTED', lists, nothing);
    expect(codeAt(rows, null, 1)).toBe('29827');
    expect(codeAt(rows, '29827', -1)).toBe('29827');
    expect(codeAt(rows, '29827', 1)).toBe('29822');
    expect(codeAt(rows, '23412', 1)).toBe('23412');
    expect(codeAt([], null, 1)).toBeNull();
  });
});

it('says why the table is empty', () => {
  expect(emptyWords(true)).toBe('No CPT Codes');
  expect(emptyWords(false)).toBe('No Data');
});
