import { keptWord } from './kept-word.ts';

/** Known words by first letter and length, to mend slips of dictation in words that nothing else explains. */
export class Spelling {
  readonly #groups = new Map<string, string[]>();
  readonly #known = new Set<string>();
  readonly #mended = new Map<string, string>();

  add(word: string): void {
    if (word.length < 5 || this.#known.has(word)) return;
    this.#known.add(word);
    const key = word.charAt(0) + word.length;
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, [word]);
    else group.push(word);
  }

  knows(word: string): boolean {
    return this.#known.has(word);
  }

  /** The known word that is one slip away (two from ten letters), or a known word that this one ends with, glued; else undefined. */
  mend(word: string): string | undefined {
    if (word.length < 7) return undefined;
    const kept = this.#mended.get(word);
    if (kept !== undefined) return kept === '' ? undefined : kept;
    const found = this.#nearest(word) ?? this.#glued(word);
    if (this.#mended.size < 5000) this.#mended.set(keptWord(word), keptWord(found ?? ''));
    return found;
  }

  #nearest(word: string): string | undefined {
    return nearestWord(word, word.length >= 10 ? 2 : 1, (length) => this.#groups.get(word.charAt(0) + length));
  }

  /** "abdominosacrocolpopexy" ends with "sacrocolpopexy". */
  #glued(word: string): string | undefined {
    for (let from = 3; word.length - from >= 9; from++) if (this.#known.has(word.slice(from))) return word.slice(from);
    return undefined;
  }
}

/** The first of the words that takes the fewest edits, at most `most`. @param wordsOf the words of a length */
export function nearestWord(
  word: string,
  most: number,
  wordsOf: (length: number) => readonly string[] | undefined,
): string | undefined {
  let best: string | undefined;
  let fewest = most + 1;
  for (let length = word.length - most; length <= word.length + most; length++) {
    for (const candidate of wordsOf(length) ?? []) {
      const edits = editDistance(word, candidate, fewest - 1);
      if (edits >= fewest) continue;
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

/** Optimal string alignment distance, given up beyond `most` (then `most + 1`). */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const cost = a.charCodeAt(row - 1) === b.charCodeAt(column - 1) ? 0 : 1;
      let edits = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + cost);
      const swapped =
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1);
      if (swapped) edits = Math.min(edits, (before[column - 2] ?? 0) + 1);
      current.push(edits);
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? most + 1;
}
