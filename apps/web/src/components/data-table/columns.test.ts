import { expect, test } from 'vitest';
import { glanceIds, narrowOrder } from './columns.ts';
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

test('A12: a card on a telephone says the marked columns, else the first four', () => {
  const plain = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, header: id, cell: () => id }));
  expect([...glanceIds(plain)]).toEqual(['a', 'b', 'c', 'd']);
  expect([...glanceIds(plain.map((column) => ({ ...column, glance: column.id === 'b' || column.id === 'e' })))]).toEqual([
    'b',
    'e',
  ]);
});
