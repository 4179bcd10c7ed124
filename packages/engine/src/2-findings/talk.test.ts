import { expect, test } from 'vitest';
import { talkIn } from './talk.ts';

const talked = (text: string): number => talkIn(text, { start: 0, end: text.length }).length;

test('a sentence about risks is talk, one about a patient or an act of high risk is not', () => {
  expect(talked('the risks include bleeding.')).toBe(1);
  expect(talked('high-risk pci with a pump.')).toBe(0);
  expect(talked('low risk lesion excised.')).toBe(0);
});
