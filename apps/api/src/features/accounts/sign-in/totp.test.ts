import { describe, expect, test } from 'vitest';
import { matchingStep, newTotpSecret, stepAt, totpAddress, totpCode } from './totp.ts';

/** '12345678901234567890' in base 32. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

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

  test('a new secret is 20 bytes of base 32, another each time', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
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
    expect(totpAddress(rfcSecret, 'a b&c')).toBe(
      `otpauth://totp/Incisive:a%20b%26c?issuer=Incisive&secret=${rfcSecret}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
