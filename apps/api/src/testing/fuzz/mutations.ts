import * as fc from 'fast-check';
import { hostileValues } from './hostile-values.ts';

type Json = unknown;
type Path = readonly (string | number)[];

const pathsOf = (value: Json, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
};

function changedAt(value: Json, [first, ...rest]: Path, change: (inner: Json) => Json): Json {
  if (first === undefined) return change(value);
  if (Array.isArray(value)) return value.map((inner: Json, at) => (at === first ? changedAt(inner, rest, change) : inner));
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([key, inner]: [string, Json]) => {
      if (key !== first) return [[key, inner]];
      const changed = changedAt(inner, rest, change);
      return changed === undefined ? [] : [[key, changed]];
    }),
  );
}

const deep = (depth: number): Json => Array.from({ length: depth }).reduce<Json>((inner) => ({ extension: [inner] }), {});

/** A JSON document with one to three places made wrong: left out, of another kind, wrapped, doubled, too deep. */
export const jsonLike = (whole: Json): fc.Arbitrary<Json> => {
  const wrong = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...hostileValues).map((value) => () => value) },
    { weight: 2, arbitrary: fc.constant(() => undefined) },
    { weight: 1, arbitrary: fc.constant((inner: Json) => [inner]) },
    { weight: 1, arbitrary: fc.constant((inner: Json) => (Array.isArray(inner) ? [...inner, ...inner] : { value: inner })) },
    { weight: 1, arbitrary: fc.nat(400).map((depth) => () => deep(depth)) },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => () => value) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map((value) => () => value) },
  );
  return fc.array(fc.tuple(fc.nat(10_000), wrong), { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce<Json>((value, [at, change]) => {
      const paths = pathsOf(value);
      return changedAt(value, paths[at % paths.length]!, change);
    }, whole),
  );
};

/** Text with one to four places made wrong: cut, doubled, swapped, with signs of its own grammar in the wrong place. */
export const textLike = (whole: string, signs: string): fc.Arbitrary<string> => {
  const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  const sign = fc.constantFrom(...Array.from(signs));
  const piece = fc.oneof(
    sign,
    sign.map((one) => one.repeat(300)),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('\u0000', '\uFFFD', '\ud800', '', '9'.repeat(400), 'é', '\n', '\t'),
  );
  const change = fc.tuple(place, place, piece).map(([from, length, put]) => (text: string) => {
    const at = Math.floor(from * (text.length + 1));
    const until = at + Math.floor(length ** 6 * (text.length - at + 1));
    return text.slice(0, at) + put + text.slice(until);
  });
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => changes.reduce((text, one) => one(text), whole));
};
