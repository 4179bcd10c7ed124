import { expect, test } from 'vitest';
import { safeParse } from 'zod/v4/core';
import { endpoints } from '../testing/contract-cells.ts';
import { sampleBody } from '../testing/sample-request.ts';
import { quick } from './quick-schema.ts';

const responses = endpoints.flatMap(({ id, endpoint: { response } }) => (response ? [{ id, response }] : []));

/** The value with each of its parts, in turn, missing, of another type, null, or with more than is declared beside it. */
function* spoilt(value: unknown): Generator<unknown> {
  yield* [undefined, null, 'another type', 7];
  if (Array.isArray(value)) {
    yield [];
    for (const [at, part] of value.entries()) for (const other of spoilt(part)) yield value.with(at, other);
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, undeclared: 1 };
    for (const [name, part] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
      for (const other of spoilt(part)) yield { ...value, [name]: other };
    }
  }
}

test('every answer is stripped and refused as its schema says', () => {
  let taken = 0;
  let refused = 0;
  for (const { id, response } of responses) {
    const sample = sampleBody(response, {});
    for (const value of [sample, ...spoilt(sample)]) {
      const asDeclared = response.safeParse(value);
      const result = safeParse(quick(response), value);
      expect({ id, ...result, error: result.error?.issues }).toStrictEqual({
        id,
        ...asDeclared,
        error: asDeclared.error?.issues,
      });
      if (result.success) taken += 1;
      else refused += 1;
    }
  }
  expect(taken).toBeGreaterThan(responses.length);
  expect(refused).toBeGreaterThan(responses.length);
});
