/** Takes compound medical words apart: "cholecystectomy" into gallbladder, removal, excision. */
export class WordParts {
  readonly #roots = new Map<string, readonly string[]>();
  readonly #suffixes: (readonly [string, readonly string[]])[] = [];

  /** @param table lines of kind (root or suffix), form, plain words; tab-separated */
  constructor(table: string, stemOf: (word: string) => string) {
    for (const line of table.split(/\r?\n/)) {
      const [kind, form, words] = line.split('\t');
      if (form === undefined || words === undefined) continue;
      const stems = words.split(' ').map(stemOf);
      if (kind === 'root') this.#roots.set(form, stems);
      else if (kind === 'suffix') this.#suffixes.push([form, stems]);
    }
    this.#suffixes.sort((a, b) => b[0].length - a[0].length);
  }

  /** Stems of the plain words; none when the word has no known ending or a part that is no known root. */
  of(word: string): readonly string[] {
    if (word.length < 7) return [];
    for (const [suffix, meaning] of this.#suffixes) {
      if (!word.endsWith(suffix) || word.length - suffix.length < 2) continue;
      const roots = this.#rootsOf(word.slice(0, word.length - suffix.length), 0);
      if (roots !== undefined) return [...new Set([...roots, ...meaning])];
    }
    return [];
  }

  /** Longest root first, shorter ones when the rest does not come out; linking vowels between roots are skipped. */
  #rootsOf(part: string, depth: number): readonly string[] | undefined {
    if (part === '' || part === 'o' || part === 'i' || part === 'a') return depth > 0 ? [] : undefined;
    if (depth > 5) return undefined;
    for (let length = Math.min(part.length, 13); length >= 2; length--) {
      const meaning = this.#roots.get(part.slice(0, length));
      if (meaning === undefined) continue;
      const rest = part.slice(length);
      const others =
        this.#rootsOf(rest, depth + 1) ?? (rest.startsWith('o') ? this.#rootsOf(rest.slice(1), depth + 1) : undefined);
      if (others !== undefined) return [...meaning, ...others];
    }
    return undefined;
  }
}
