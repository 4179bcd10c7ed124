/** How much work a term adds to a procedure, learned by regression from public relative values; `base` for a code without terms. */
export type Magnitudes = { readonly base: number; readonly terms: ReadonlyMap<string, number> };

/** Reads knowledge/weights/magnitude.json; without it every code weighs the same. */
export function parseMagnitudes(json: string | undefined): Magnitudes {
  if (json === undefined) return { base: 0, terms: new Map() };
  const stored = JSON.parse(json) as { base: number; terms: Record<string, number> };
  return { base: stored.base, terms: new Map(Object.entries(stored.terms)) };
}

/** Estimated size of a procedure on a logarithmic scale, from the terms of its wording, each counted once. */
export function magnitudeOf(own: Iterable<string>, magnitudes: Magnitudes): number {
  let sum = magnitudes.base;
  for (const term of new Set(own)) sum += magnitudes.terms.get(term) ?? 0;
  return sum;
}
