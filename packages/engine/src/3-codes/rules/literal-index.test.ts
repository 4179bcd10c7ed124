import { expect, test } from 'vitest';
import { LiteralIndex } from './literal-index.ts';

test('one pass tells which strings may be there and which are not', () => {
  const index = new LiteralIndex();
  const strings = ['stent', 'ste', 'ent graft', 'tents', 'n-2', 'graft', 'raft', 'stented'];
  const ids = strings.map((literal) => index.add(literal));
  expect(index.add('ste')).toBe(ids[1]);
  const present = index.scan('a stent graft');
  expect(strings.filter((_, at) => present[ids[at] ?? -1] !== 0)).toEqual(['stent', 'ste', 'ent graft', 'graft', 'raft']);
  const none = index.scan('');
  expect(ids.some((id) => none[id] !== 0)).toBe(false);
});

test('a string is never denied: not one that came after the scan, nor one that looks like another from the start on', () => {
  const index = new LiteralIndex();
  const first = index.add('laparoscopic');
  const second = index.add('laparoscopy');
  const present = index.scan('by laparoscopy');
  expect([present[first], present[second]]).toEqual([1, 1]);
  expect(present[index.add('robot')]).not.toBe(0);
  expect(index.scan('by laparoscopy')[index.add('robot')]).toBe(0);
});
