/**
 * The cases of a draw, in their order: the first ones of the population by the SHA-256 of `seed:case`. No chance is left, so that whoever
 * has seed, size and population draws the same.
 * @param sha256 of UTF-8 text, in lower-case hexadecimal: the server's or the browser's own
 */
export async function drawCases(
  seed: string,
  population: readonly string[],
  size: number,
  sha256: (text: string) => string | Promise<string>,
): Promise<string[]> {
  const hashed = await Promise.all(population.map(async (id) => ({ id, hash: await sha256(`${seed}:${id}`) })));
  return hashed
    .toSorted((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0))
    .slice(0, size)
    .map(({ id }) => id);
}
