import { expect, test } from 'vitest';
import { glanceIds, gridOf, narrowOrder } from './columns.ts';
import type { DataColumn } from './columns.ts';

const column = (id: string, grow = false): DataColumn<object> => ({ id, header: id, cell: () => id, grow });
const ids = (columns: readonly DataColumn<object>[]): string[] => columns.map((each) => each.id);

test('in a narrow window the long text follows the first column; nothing else moves', () => {
  expect(ids(narrowOrder([column('id'), column('created_at'), column('filename'), column('text', true)]))).toEqual([
    'id',
    'text',
    'created_at',
    'filename',
  ]);
  expect(ids(narrowOrder([column('text', true), column('created_at')]))).toEqual(['text', 'created_at']);
  expect(ids(narrowOrder([column('id'), column('created_at')]))).toEqual(['id', 'created_at']);
  expect(narrowOrder([])).toEqual([]);
});

test('A12: a card on a telephone says the marked columns, else the first four; what it is told by leads', () => {
  const plain = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, header: id, cell: () => id }));
  const says = (columns: readonly DataColumn<object>[]): unknown => Object.fromEntries(glanceIds(columns));
  expect(says(plain)).toEqual({ a: 'lead', b: 'line', c: 'line', d: 'line' });
  expect(says(plain.map((each) => ({ ...each, glance: each.id === 'b' || each.id === 'e' })))).toEqual({ b: 'lead', e: 'line' });
});

test('U19: a list’s places are known before its rows; two short columns share one, long text takes what remains', () => {
  const columns: DataColumn<object>[] = [
    { ...column('id'), width: 80 },
    { ...column('created_at'), width: 100 },
    { ...column('created_by'), under: 'created_at' },
    { ...column('file'), under: 'gone' },
    column('text', true),
  ];
  const { template, least, place } = gridOf(columns, true);
  expect(template).toBe('36px 80px 100px 110px minmax(220px, 1fr)');
  expect(least).toBe(36 + 80 + 100 + 110 + 220);
  expect(Object.fromEntries(place)).toEqual({
    id: { track: 2, line: 'whole', stays: true },
    created_at: { track: 3, line: 'over', stays: false },
    created_by: { track: 3, line: 'under', stays: false },
    file: { track: 4, line: 'whole', stays: false },
    text: { track: 5, line: 'whole', stays: false },
  });
  expect(gridOf(columns.slice(0, 2), false).template).toBe('minmax(80px, 80fr) minmax(100px, 100fr)');
});
