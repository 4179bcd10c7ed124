import { expect, test } from 'vitest';
import { SecretBox } from './secret-box.ts';

const seal = new SecretBox('a secret of the tests, long enough to be taken');

test('what is sealed opens again, never looks the same twice, and shows nothing', () => {
  const [one, two] = [seal.seal('the code is 42'), seal.seal('the code is 42')];
  expect(seal.open(one)).toBe('the code is 42');
  expect(one.equals(two)).toBe(false);
  expect(one.toString('latin1')).not.toContain('code');
});

test('a changed byte or another secret does not open', () => {
  const sealed = seal.seal('text');
  sealed[sealed.length - 1]! ^= 1;
  expect(() => seal.open(sealed)).toThrow('unable to authenticate');
  expect(() => new SecretBox('another secret, as long as the first one').open(seal.seal('text'))).toThrow(
    'unable to authenticate',
  );
});

test('a digest depends on purpose, text and secret', () => {
  const digest = (purpose: string, text: string, by = seal) => by.digest(purpose, text).toString('hex');
  expect(digest('reset', 'a')).toBe(digest('reset', 'a'));
  expect(
    new Set([
      digest('reset', 'a'),
      digest('reset', 'b'),
      digest('recovery', 'a'),
      digest('reset', 'a', new SecretBox('x'.repeat(32))),
    ]).size,
  ).toBe(4);
});
