/**
 * How many of a draw come from each stratum: in proportion, the largest remainders first, and one of each as long as there is room. What
 * two have alike goes by name, so that whoever counts again counts the same.
 * @param sizes cases of each stratum, by its name
 */
export function sharesOf(sizes: ReadonlyMap<string, number>, size: number): Map<string, number> {
  const all = [...sizes.values()].reduce((sum, one) => sum + one, 0);
  const wanted = Math.min(size, all);
  const names = [...sizes.keys()].toSorted();
  const exact = (name: string): number => (wanted * sizes.get(name)!) / Math.max(all, 1);
  const least = wanted >= names.length ? 1 : 0;
  const shares = new Map(names.map((name) => [name, Math.max(Math.floor(exact(name)), least)]));
  const total = (): number => [...shares.values()].reduce((sum, one) => sum + one, 0);
  /** How much less than its part a stratum has, or more. */
  const short = (name: string): number => exact(name) - shares.get(name)!;
  while (total() !== wanted) {
    const more = total() < wanted;
    const open = names.filter((name) => (more ? shares.get(name)! < sizes.get(name)! : shares.get(name)! > least));
    const next = open.reduce((best, name) => ((more ? short(name) > short(best) : short(name) < short(best)) ? name : best));
    shares.set(next, shares.get(next)! + (more ? 1 : -1));
  }
  return shares;
}

/**
 * The cases of a draw, in their order: of each stratum its share, the first ones by the SHA-256 of `seed:case`. No chance is left, so that
 * whoever has seed, size, population and strata draws the same.
 * @param sha256 of UTF-8 text, in lower-case hexadecimal: the server's or the browser's own
 * @param strata what each case of the population belongs to, in its order; null: all to one
 */
export async function drawCases(
  seed: string,
  population: readonly string[],
  size: number,
  sha256: (text: string) => string | Promise<string>,
  strata: readonly string[] | null = null,
): Promise<string[]> {
  const hashed = await Promise.all(
    population.map(async (id, at) => ({ id, stratum: strata?.[at] ?? '', hash: await sha256(`${seed}:${id}`) })),
  );
  const sizes = new Map<string, number>();
  for (const { stratum } of hashed) sizes.set(stratum, (sizes.get(stratum) ?? 0) + 1);
  const left = sharesOf(sizes, size);
  return hashed
    .toSorted((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0))
    .filter(({ stratum }) => {
      const room = left.get(stratum)!;
      left.set(stratum, room - 1);
      return room > 0;
    })
    .map(({ id }) => id);
}
