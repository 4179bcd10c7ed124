import { expect, test } from 'vitest';
import { branchesOf } from './pattern-branches.ts';

test.each([
  ['stent', ['stent']],
  ['stent|graft', ['stent', 'graft']],
  ['stent[^.|]{0,9}(plac|deploy)', ['stent[^.|]{0,9}(?:plac)', 'stent[^.|]{0,9}(?:deploy)']],
  ['(?:stent|(graft|mesh)s?)', ['stent', '(?:graft)s?', '(?:mesh)s?']],
  ['(?<!no )(stent|coil)', ['(?<!no )(?:stent)', '(?<!no )(?:coil)']],
  ['a\\|b|c\\(d', ['a\\|b', 'c\\(d']],
])('%s is found where one of %j is', (source, branches) => {
  expect(branchesOf(source)).toEqual(branches);
});

test.each(['(stent|coil)+', '(stent|coil){2}', '(?!stent|coil)ing', '(?<m>stent|coil) \\k<m>', '[(|)]'])(
  '%s is left as it is: its alternatives are not the whole of it',
  (source) => {
    expect(branchesOf(source)).toEqual([source]);
  },
);

test('an expression with very many alternatives stays within bounds', () => {
  const many = Array.from({ length: 10 }, () => '(a|b|c|d)').join('');
  expect(branchesOf(many).length).toBeLessThan(50);
});
