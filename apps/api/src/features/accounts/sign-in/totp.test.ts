import { describe, expect, test } from 'vitest';
import { base32, fromBase32, matchingStep, newTotpSecret, stepAt, totpAddress, totpCode } from './totp.ts';

const rfcSecret = base32(Buffer.from('12345678901234567890'));

describe('HIP-N1 time-based one-time codes', () => {
  // RFC 6238, appendix B, SHA-1: the last six of its eight digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds the code is %s', (seconds, code) => {
    expect(totpCode(rfcSecret, stepAt(seconds * 1000))).toBe(code);
  });

  test('RFC 4648 base 32 goes there and back', () => {
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
    expect(fromBase32('MZXW6YTBOI======').toString()).toBe('foobar');
    expect(fromBase32(newTotpSecret())).toHaveLength(20);
    expect(() => fromBase32('1')).toThrow('base 32');
  });

  test('a code holds one step either way, not two', () => {
    const now = 1_700_000_010_000;
    const step = stepAt(now);
    for (const near of [step - 1, step, step + 1])
      expect(matchingStep(rfcSecret, totpCode(rfcSecret, near), null, now)).toBe(near);
    for (const far of [step - 2, step + 2]) expect(matchingStep(rfcSecret, totpCode(rfcSecret, far), null, now)).toBeNull();
  });

  test('a code works once: its step and older ones are used up', () => {
    const now = 1_700_000_010_000;
    const step = stepAt(now);
    expect(matchingStep(rfcSecret, totpCode(rfcSecret, step), step, now)).toBeNull();
    expect(matchingStep(rfcSecret, totpCode(rfcSecret, step - 1), step, now)).toBeNull();
    expect(matchingStep(rfcSecret, totpCode(rfcSecret, step + 1), step, now)).toBe(step + 1);
  });

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%s is no code', (typed) => {
    expect(matchingStep(rfcSecret, typed, null)).toBeNull();
  });

  test('blanks in a typed code do not matter', () => {
    const code = totpCode(rfcSecret, stepAt(0));
    expect(matchingStep(rfcSecret, `${code.slice(0, 3)} ${code.slice(3)}`, null, 0)).toBe(0);
  });

  test('the address that apps read escapes the username', () => {
    expect(totpAddress('ABC', 'a b&c')).toBe(
      'otpauth://totp/Incisive:a%20b%26c?secret=ABC&issuer=Incisive&algorithm=SHA1&digits=6&period=30',
    );
  });
});
