import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawCases, sharesOf } from './draw-cases.ts';

/** In the place of SHA-256, which is the server's and the browser's: any hash will do here. */
const sha256 = (text: string): string => {
  let hash = 2166136261;
  for (const one of text) hash = Math.imul(hash ^ one.codePointAt(0)!, 16777619) >>> 0;
  return hash.toString(16).padStart(8, '0');
};
const ids = Array.from({ length: 40 }, (_one, at) => `case-${at}`);

describe('K: how a draw is shared out', () => {
  it.each([
    [{ general: 30, urology: 10 }, 8, { general: 6, urology: 2 }],
    [{ general: 30, urology: 10 }, 10, { general: 8, urology: 2 }],
    // One of each, as long as there is room.
    [{ general: 38, urology: 1, spine: 1 }, 5, { general: 3, spine: 1, urology: 1 }],
    [{ general: 38, urology: 1, spine: 1 }, 2, { general: 2, spine: 0, urology: 0 }],
    [{ general: 2 }, 30, { general: 2 }],
    [{}, 5, {}],
  ])('%o, %i', (sizes, size, shares) => {
    expect(Object.fromEntries(sharesOf(new Map(Object.entries(sizes)), size))).toEqual(shares);
  });

  it('never more than there are, never fewer than asked for, and within one of the exact part where one of each leaves room', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        (counts, size) => {
          const sizes = new Map(counts.map((count, at) => [`s${at}`, count]));
          const shares = sharesOf(sizes, size);
          const all = counts.reduce((sum, one) => sum + one, 0);
          expect([...shares.values()].reduce((sum, one) => sum + one, 0)).toBe(Math.min(size, all));
          for (const [name, share] of shares) expect(share).toBeLessThanOrEqual(sizes.get(name)!);
          expect(Math.min(...shares.values())).toBeGreaterThanOrEqual(size >= counts.length ? 1 : 0);
        },
      ),
    );
  });
});

describe('K: a draw', () => {
  it('without strata is the lowest hashes, as draws before them were', async () => {
    const lowest = ids.toSorted((a, b) => (sha256(`7:${a}`) < sha256(`7:${b}`) ? -1 : 1)).slice(0, 9);
    expect(await drawCases('7', ids, 9, sha256)).toEqual(lowest);
  });

  it('takes of each stratum its share, whatever order the population came in', async () => {
    const stratum = (id: string): string => (Number(id.slice(5)) < 4 ? 'urology' : 'general');
    const drawn = await drawCases('7', ids, 10, sha256, ids.map(stratum));
    expect(drawn.filter((id) => stratum(id) === 'urology')).toHaveLength(1);
    expect(drawn).toHaveLength(10);
    const turned = ids.toReversed();
    expect(await drawCases('7', turned, 10, sha256, turned.map(stratum))).toEqual(drawn);
  });
});
