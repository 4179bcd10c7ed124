import { expect, test } from 'vitest';
import { requiredLiterals } from './pattern-literals.ts';

test.each([
  ['polyps?[^.]{0,40}(remov|excis)', [['polyp'], ['remov', 'excis']]],
  ['colonosc', [['colonosc']]],
  ['Biops(y|ies)', [['biops']]],
  ['bio+psy', [['bio'], ['psy']]],
  ['colou?r', [['colo']]],
  ['(right|left) heart', [['right', 'left'], [' heart']]],
  ['tri-?malleol', [['tri'], ['malleol']]],
  ['abc{2}defg', [['abc'], ['defg']]],
  ['abc{0,2}?defg', [['defg']]],
  ['\\bwedge\\b|swan', [['wedge', 'swan']]],
  ['[a-z]{3}[^)]pump', [['pump']]],
  ['(?<!no )stent(?! graft)', [['stent']]],
  ['(?=.*needle)core', [['core']]],
  ['(?<m>trapez) and \\k<m>', [['trapez'], [' and ']]],
  ['\\x41bc def\\.ghi', [['bc def.ghi']]],
])('%s needs of each list one: %j', (source, lists) => {
  expect(requiredLiterals(source)).toEqual(lists);
});

test.each(['pump|\\d+', '(stent)?', 'x*', 'ab', '(pump|)', '[abc]', 'graft|(?!x)', 'stent)'])(
  '%s needs nothing that can be told',
  (source) => {
    expect(requiredLiterals(source)).toEqual([]);
  },
);
