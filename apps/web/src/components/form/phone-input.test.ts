import { expect, test } from 'vitest';
import { maskPhone } from './phone-input.tsx';

test('A11-22 typing and pasting give the same masked number', () => {
  expect(maskPhone('2')).toBe('+1 2');
  expect(maskPhone('2025550100')).toBe('+1 202 555 0100');
  expect(maskPhone('(202) 555-0100')).toBe('+1 202 555 0100');
  expect(maskPhone('+1 202 555 0100')).toBe('+1 202 555 0100');
  expect(maskPhone('12025550100')).toBe('+1 202 555 0100');
  expect(maskPhone('+1 202 555 01009')).toBe('+1 202 555 0100');
  expect(maskPhone('')).toBe('');
});
