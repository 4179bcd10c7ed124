/** How much work a term adds to a procedure, learned by regression from public relative values; `base` for a code without terms. */
export type Magnitudes = { readonly base: number; readonly terms: ReadonlyMap<string, number> };

/** Reads knowledge/weights/magnitude.json; without it every code weighs the same. */
export function parseMagnitudes(json: string | undefined): Magnitudes {
  if (json === undefined) return { base: 0, terms: new Map() };
  const stored = JSON.parse(json) as { base: number; terms: Record<string, number> };
  return { base: stored.base, terms: new Map(Object.entries(stored.terms)) };
}

/** Estimated size of a procedure on a logarithmic scale, from the stems of its wording, each counted once. */
export function magnitudeOf(stems: Iterable<string>, magnitudes: Magnitudes): number {
  let sum = magnitudes.base;
  for (const stem of new Set(stems)) sum += magnitudes.terms.get(stem) ?? 0;
  return sum;
}
