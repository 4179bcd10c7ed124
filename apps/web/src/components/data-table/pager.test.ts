import { expect, test } from 'vitest';
import { pageWindow } from './pager.tsx';
import { listSearch } from './list-search.ts';

test.each([
  [1, 1, [1]],
  [1, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 20, [1, 2, 3, 4, 5, null, 19, 20]],
  [10, 20, [1, 2, null, 8, 9, 10, 11, 12, null, 19, 20]],
  [20, 20, [1, 2, null, 16, 17, 18, 19, 20]],
])('page %i of %i shows two at each end and five around', (page, pages, window) => {
  expect(pageWindow(page, pages)).toEqual(window);
});

test('the address gives filters, order and size, and nothing that is out of range', () => {
  expect(listSearch({ created_by: 412, sortBy: 'id', sortDir: 'up', page: '0', pageRows: '33', 'x-y': 'no', text: '' })).toEqual({
    created_by: '412',
    sortBy: 'id',
  });
  expect(listSearch({ sortDir: 'asc', page: '3', pageRows: '50' })).toEqual({ sortDir: 'asc', page: 3, pageRows: 50 });
});
