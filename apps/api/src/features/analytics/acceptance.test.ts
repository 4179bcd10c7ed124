import { expect, test } from 'vitest';
import { hitsBy, hitsOf } from './acceptance.ts';
import { sectionOf } from './code-sections.ts';

const code = (rank: number | null, week = '2026-01-05', tenant: string | null = 'A', name = '47562') => ({
  note_id: '00000000-0000-4000-8000-000000000000',
  note_there: true,
  settled_at: new Date(`${week}T12:00:00Z`),
  code: name,
  rank,
  week,
  tenant,
});

test('shares of submitted codes at 1, 5 and 10; what was not shown is a miss; nothing submitted is nothing measured', () => {
  expect(hitsOf([code(1), code(3), code(10), code(11), code(null)])).toEqual({
    n: 5,
    hit1: 0.2,
    hit5: 0.4,
    hit10: 0.6,
    misses: 2,
  });
  expect(hitsOf([])).toBeNull();
});

test('by week and by tenant, in order, those without one left out', () => {
  const codes = [code(1, '2026-01-12', 'B'), code(null, '2026-01-05', null), code(2, '2026-01-05', 'A')];
  expect(hitsBy(codes, 'week', (row) => row.week).map((row) => [row.week, row.n])).toEqual([
    ['2026-01-05', 2],
    ['2026-01-12', 1],
  ]);
  expect(hitsBy(codes, 'tenant', (row) => row.tenant).map((row) => row.tenant)).toEqual(['A', 'B']);
});

test('each code belongs to a section', () => {
  expect(['00100', '11042', '27447', '47562', '52601', '58150', '66984', '71045', '99213', '93000'].map(sectionOf)).toEqual([
    'Anesthesia',
    'Integumentary',
    'Musculoskeletal',
    'Digestive',
    'Urinary',
    'Female genital',
    'Eye',
    'Radiology',
    'Evaluation and management',
    'Medicine',
  ]);
  expect(['0001F', '0234T', 'G0121', '????'].map(sectionOf)).toEqual(['Category II', 'Category III', 'HCPCS', 'Other']);
});
