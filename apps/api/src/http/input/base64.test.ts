import { expect, test } from 'vitest';
import { fromBase64 } from './base64.ts';

test.each([
  ['eHl6', 'xyz'],
  ['eHk=', 'xy'],
  ['eA==', 'x'],
  ['eA', 'x'],
  [' eH\r\nl6 ', 'xyz'],
])('%j is read', (text, words) => expect(fromBase64(text)?.toString()).toBe(words));

test.each(['', ' \n', '=', '==', 'eHl6===', 'e=A=', 'eH-_', 'eHl6é', 'eHl6,'])('%j is none', (text) =>
  expect(fromBase64(text)).toBeNull(),
);

test('millions of characters are read, and one that is wrong at their end is found', () => {
  const bytes = Buffer.alloc(20_000_000, 'x');
  expect(fromBase64(bytes.toString('base64'))?.equals(bytes)).toBe(true);
  expect(fromBase64(`${bytes.toString('base64')},`)).toBeNull();
});
