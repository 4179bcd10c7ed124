import { describe, expect, it } from 'vitest';
import { given, wanted } from './expected.ts';
import { readSynthetic } from './synthetic.ts';

const { held, cases } = readSynthetic();

describe('claims of made-up codes', () => {
  it.each(cases)('$title', (each) => {
    expect(given(held, each, each.expect.values !== undefined)).toEqual(wanted(each.expect));
  });
});
