/** Parts of a release of the pairs: one file alone, or four. */
const wholeSets = [[0], [1, 2, 3, 4]];

interface Part {
  readonly kind: string | null;
  readonly release: string | null;
  readonly part: number;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
}

/** Of the files of one kind those that count: of pairs the newest release that is there with all its parts. */
export function completeRelease<F extends Part>(files: readonly F[]): F[] {
  if (files[0]?.kind !== 'ptp') return [...files];
  const newestFirst = [...new Set(files.map((file) => file.release))].toSorted((a, b) => {
    const end = (release: string | null): string => files.find((file) => file.release === release)?.valid_to ?? '';
    return end(b).localeCompare(end(a));
  });
  for (const release of newestFirst) {
    const parts = files.filter((file) => file.release === release);
    if (wholeSets.some((whole) => whole.every((n) => parts.some((file) => file.part === n)))) return parts;
  }
  return [];
}
