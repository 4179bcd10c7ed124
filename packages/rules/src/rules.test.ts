import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim.ts';
import { MEDICARE, type Claim, type ClaimLine } from './claim.ts';
import { memoryTables, packColumns, type MemoryTables } from './memory-tables.ts';
import { findPair, packColumn } from './ptp-columns.ts';
import type { KnownBilling } from './rules/by-knowledge.ts';
import { sideOfDescription, type FeeRow } from './tables.ts';

const row = (changes: Partial<FeeRow> = {}): FeeRow => ({
  status: 'A',
  globalDays: '090',
  multProc: '2',
  bilatSurg: '1',
  asstSurg: '2',
  coSurg: '2',
  teamSurg: '2',
  endoBase: '',
  pctcInd: '0',
  facilityTotal: 10,
  nonfacilityTotal: 12,
  ...changes,
});

const YEAR = ['2024-01-01', '2024-12-31'] as const;
const held = (changes: Partial<MemoryTables> = {}): MemoryTables => ({
  covers: { mpfs: YEAR, ptp: YEAR, mue: YEAR, addon: YEAR, icd: YEAR },
  sources: { ptp: { file: 'pairs-of-2024.txt', version: 'v1' } },
  fees: new Map([
    ['1001X', row()],
    ['1002X', row({ facilityTotal: 20 })],
  ]),
  unitLimits: new Map(),
  addOns: new Map(),
  ptpColumns: packColumns([{ column1: '1002X', column2: '1001X', indicator: '1', from: '20200101', to: null }]),
  diagnoses: new Map([
    ['D001', { billable: true, side: 'right' }],
    ['D002', { billable: true, side: null }],
  ]),
  ...changes,
});
const line = (id: string, code: string, changes: Partial<ClaimLine> = {}): ClaimLine => ({
  id,
  code,
  units: 1,
  modifiers: ['RT'],
  date: '2024-06-01',
  dx: [1],
  evidence: new Set(),
  ...changes,
});
const claim = (lines: ClaimLine[], changes: Partial<Claim> = {}): Claim => ({
  profile: MEDICARE,
  pos: '22',
  performer: 'surgeon',
  dx: ['D00.1'],
  prior: [],
  today: '2024-12-31',
  lines,
  ...changes,
});
const check = (each: Claim, tables = held()) => checkClaim(each, memoryTables(tables)).findings;

describe('a diagnosis of one side', () => {
  it('is told when every place of the line is on the other side', () => {
    const found = check(claim([line('L1', '1001X', { modifiers: ['LT'] })]));
    expect(found).toMatchObject([
      {
        reason: 'side.dx',
        severity: 'warning',
        lines: ['L1'],
        facts: { code: 'D00.1', diagnosis_side: 'right', line_side: 'left' },
      },
    ]);
  });

  it.each([
    ['the same side', ['RT'], ['D00.1']],
    ['both sides', ['50'], ['D00.1']],
    ['a diagnosis without a side', ['LT'], ['D00.2']],
    ['a line without a side', ['LD'], ['D00.1']],
  ])('says nothing for %s', (_, modifiers, dx) => {
    expect(check(claim([line('L1', '1001X', { modifiers })], { dx })).map((each) => each.reason)).not.toContain('side.dx');
  });

  it('reads the side out of the long description', () => {
    expect(sideOfDescription('Carpal tunnel syndrome, right upper limb')).toBe('right');
    expect(sideOfDescription('Pain in left knee')).toBe('left');
    expect(sideOfDescription('Bilateral inguinal hernia, left and right')).toBeNull();
    expect(sideOfDescription('Upright posture')).toBeNull();
  });
});

describe('a finding', () => {
  it('names the file, the version and the columns it was read from, and what can be done', () => {
    const [found] = check(claim([line('L1', '1002X'), line('L2', '1001X')]));
    expect(found?.source).toMatchObject({ kind: 'ptp', file: 'pairs-of-2024.txt', version: 'v1' });
    expect(found).toMatchObject({
      reason: 'ptp.same-site',
      lines: ['L2', 'L1'],
      fixes: [{ do: 'remove-line', line: 'L2' }, { do: 'say-place' }, {}],
    });
  });

  it('never offers a distinct modifier first', () => {
    const found = check(claim([line('L1', '1002X', { modifiers: [] }), line('L2', '1001X', { modifiers: [] })]));
    const bundled = found.find((each) => each.reason === 'ptp.bundled');
    expect(bundled?.fixes.map((fix) => fix.do)).toEqual(['remove-line', 'offer-modifiers', 'ask']);
  });

  it('says what is not checked, and rules of that kind do not run', () => {
    const lines = [line('L1', '1009X', { modifiers: ['22', '54'] })];
    const found = check(claim(lines), held({ covers: {} }));
    expect(found.map((each) => each.reason)).toEqual(['data.not-covered', 'mod.22-evidence']);
  });
});

describe('value', () => {
  it('is that of the row of the component that is billed', () => {
    const fees = new Map([
      ['1001X', row({ pctcInd: '1', facilityTotal: 9, multProc: '0' })],
      ['1001X-26', row({ pctcInd: '1', facilityTotal: 3, multProc: '0' })],
    ]);
    const tables = memoryTables(held({ fees }));
    expect(checkClaim(claim([line('L1', '1001X', { modifiers: ['26'] })]), tables).values).toEqual({ L1: 3 });
    expect(checkClaim(claim([line('L1', '1001X', { modifiers: [] })]), tables).values).toEqual({ L1: 9 });
  });

  it('of a second operation is told with the share that counts; lines that count whole have none', () => {
    const fees = new Map([
      ['1001X', row({ facilityTotal: 10, multProc: '2' })],
      ['1002X', row({ facilityTotal: 4, multProc: '2' })],
      ['1003X', row({ facilityTotal: 3, multProc: '0' })],
    ]);
    const lines = ['1001X', '1002X', '1003X'].map((code, n) => line(`L${String(n + 1)}`, code, { modifiers: [] }));
    const { values, shares } = checkClaim(claim(lines), memoryTables(held({ fees })));
    expect(values).toEqual({ L1: 10, L2: 2, L3: 3 });
    expect(shares).toEqual({ L2: 0.5 });
  });
});

describe('packed edits', () => {
  const column = packColumn([
    { column2: '22222', indicator: '9', from: '19960101', to: '19960101' },
    { column2: '33333', indicator: '0', from: '20100101', to: '20101231' },
    { column2: '22222', indicator: '1', from: '19960101', to: null },
    { column2: '33333', indicator: '1', from: '20110101', to: null },
  ]);
  const find = (a: string, b: string, date: string) => findPair((code) => (code === '11111' ? column : undefined), a, b, date);

  it('are 22 characters a pair', () => expect(column).toHaveLength(88));

  it('are found from both sides, by the row in force', () => {
    expect(find('11111', '33333', '2010-12-31')).toEqual({ column1: '11111', column2: '33333', indicator: '0' });
    expect(find('33333', '11111', '2011-01-01')).toEqual({ column1: '11111', column2: '33333', indicator: '1' });
    expect(find('11111', '22222', '1996-01-01')?.indicator).toBe('1');
    expect(find('11111', '33333', '2009-12-31')).toBeUndefined();
    expect(find('11111', '44444', '2011-01-01')).toBeUndefined();
    expect(find('11111', '00000', '2011-01-01')).toBeUndefined();
  });

  it('refuse what does not fit their width', () => {
    expect(() => packColumn([{ column2: '2222', indicator: '1', from: '19960101', to: null }])).toThrow(/does not fit/);
  });
});

describe('what the product itself knows', () => {
  const known: KnownBilling = {
    version: 'k1',
    isPart: (whole, part) => whole === '1002X' && part === '1001X',
    isAddOn: (code) => code === '1003X',
    isPrimary: (code, addOn) => addOn === '1003X' && code === '1002X',
    sides: (code) => (code === '1001X' ? 'paired' : code === '1002X' ? 'single' : undefined),
    isCounted: (code) => code === '1003X',
  };
  const reasons = (lines: ClaimLine[], changes: Partial<MemoryTables> = {}) =>
    checkClaim(claim(lines), memoryTables(held({ ptpColumns: new Map(), ...changes })), known)
      .findings.filter((each) => each.rule === 'known')
      .map((each) => `${each.reason} ${each.lines.join()}`);
  const lines = [line('L1', '1002X', { modifiers: ['50'], units: 2 }), line('L2', '1001X', { modifiers: [] })];

  it('is checked where no file covers the date, and told as its own', () => {
    expect(reasons(lines, { covers: {} })).toEqual([
      'known.part L2,L1',
      'known.both-sides L1',
      'known.units L1',
      'known.side L2',
    ]);
    expect(reasons([line('L1', '1003X', { units: 3 })], { covers: {} })).toEqual(['known.primary L1']);
    expect(reasons([line('L1', '1003X'), line('L2', '1002X')], { covers: {} })).toEqual([]);
    const [found] = checkClaim(claim(lines), memoryTables(held({ covers: {} })), known).findings.filter(
      (each) => each.rule === 'known',
    );
    expect(found?.source).toMatchObject({ kind: 'knowledge', version: 'k1' });
  });

  it('is silent where a file covers the date', () => expect(reasons(lines)).toEqual([]));

  it('lets places and modifiers set lines apart', () => {
    const apart = [line('L1', '1002X', { modifiers: ['LT'] }), line('L2', '1001X', { modifiers: ['RT'] })];
    expect(reasons(apart, { covers: {} })).toEqual([]);
    expect(
      reasons([line('L1', '1002X', { modifiers: [] }), line('L2', '1001X', { modifiers: ['59', 'RT'] })], { covers: {} }),
    ).toEqual([]);
  });
});
