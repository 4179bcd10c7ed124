import { describe, expect, test } from 'vitest';
import { bytesOf } from './attachments.ts';

describe('L: base64 of a file', () => {
  test('may be broken into lines', () => {
    expect(bytesOf('UFJP\r\nQ0VE VVJF\n', 'data').toString()).toBe('PROCEDURE');
    expect(bytesOf('UFJPQw==\n', 'data').toString()).toBe('PROC');
  });

  test.each(['', ' \n', 'A===', 'n*t', 'QQ==QQ==', 'QQ=Q'])('%j is refused', (data) => {
    expect(() => bytesOf(data, 'data')).toThrow('Some fields need your attention.');
  });

  test('megabytes of blanks before a wrong sign are refused in one pass', () => {
    // With two places for blanks this takes hours.
    expect(() => bytesOf(`A${' '.repeat(4_000_000)}!`, 'data')).toThrow('Some fields need your attention.');
  });
});
