import type { Lexicon } from '../../1-text/lexicon.ts';
import { STOP_WORDS } from '../../1-text/stop-words.ts';
import { BODY, CHANNEL_OF, FINDINGS, type NoteFindings } from '../../2-findings/note.ts';

/** What the bodies of notes say more often where a family of codes is billed than elsewhere, as `eval/fitting/fit-profiles.ts` finds it. */
export class Profiles {
  /** By name, sorted, with how many notes each profile is of. */
  readonly families: readonly { readonly family: string; readonly notes: number }[];
  readonly #placeOf: ReadonlyMap<string, number>;
  /** Words and pairs of words by number. */
  readonly #words = new Map<string, number>();
  /** From {@link starts} of a word's number to that of the next: families that say it, and how much it tells of each, in parts. */
  readonly #starts: Int32Array;
  readonly #said: Uint16Array;
  readonly #parts: Uint16Array;

  /**
   * @param file knowledge/weights/profiles.tsv: a family a line, of how many notes it is known, its words with their weights in hundredths;
   * undefined: none are known
   */
  constructor(file: string | undefined) {
    const lines = (file ?? '').split('\n').flatMap((line) => {
      const [family, notes, words = ''] = line.split('\t');
      return family === undefined || notes === undefined ? [] : [{ family, notes: Number(notes), words: wordsOf(words) }];
    });
    this.families = lines.map(({ family, notes }) => ({ family, notes }));
    this.#placeOf = new Map(lines.map(({ family }, at) => [family, at]));
    const counts: number[] = [];
    for (const { words } of lines)
      for (const [word] of words) {
        const number = this.#words.get(word) ?? this.#words.size;
        this.#words.set(word, number);
        counts[number] = (counts[number] ?? 0) + 1;
      }
    this.#starts = new Int32Array(counts.length + 1);
    for (const [number, count] of counts.entries()) this.#starts[number + 1] = (this.#starts[number] ?? 0) + count;
    const next = this.#starts.slice();
    this.#said = new Uint16Array(this.#starts.at(-1) ?? 0);
    this.#parts = new Uint16Array(this.#said.length);
    for (const [family, { words }] of lines.entries())
      for (const [word, parts] of words) {
        const number = this.#words.get(word) ?? 0;
        const at = next[number] ?? 0;
        next[number] = at + 1;
        this.#said[at] = family;
        this.#parts[at] = parts;
      }
  }

  /** Place of a family among {@link families}. */
  placeOf(family: string): number | undefined {
    return this.#placeOf.get(family);
  }

  /** How much words say of what the bodies of each family say, in the order of {@link families}. */
  massesOf(words: Iterable<string>): Float64Array {
    const masses = new Float64Array(this.families.length);
    for (const word of words) {
      const number = this.#words.get(word);
      if (number === undefined) continue;
      const end = this.#starts[number + 1] ?? 0;
      for (let at = this.#starts[number] ?? end; at < end; at++) {
        const family = this.#said[at] ?? 0;
        masses[family] = (masses[family] ?? 0) + (this.#parts[at] ?? 0);
      }
    }
    return masses.map((parts) => parts / PARTS);
  }
}

function wordsOf(entries: string): (readonly [string, number])[] {
  return entries.split(' ').map((entry) => {
    const colon = entry.lastIndexOf(':');
    return [entry.slice(0, colon), Number(entry.slice(colon + 1))];
  });
}

/** Of a weight of one. */
export const PARTS = 100;

const TELLS: ReadonlySet<number> = new Set([BODY, FINDINGS]);
const LEAST_LETTERS = 3;

/** The folded words that the body of a note says and means, and each with the next. */
export function wordsOfBody({ text, meant, words, sections, pseudo }: NoteFindings, lexicon: Lexicon): Set<string> {
  const told = new Set<string>();
  let before: string | undefined;
  let section = 0;
  for (const { word, start, end } of words) {
    while (section < sections.length && start >= (sections[section]?.end ?? 0)) section++;
    const own = sections[section];
    const tells = own === undefined || TELLS.has(CHANNEL_OF[own.kind]) || (pseudo && own.kind === 'procedure');
    if (!tells || start < (own?.contentStart ?? 0) || meant.slice(start, end) !== text.slice(start, end)) {
      before = undefined;
      continue;
    }
    if (word.length < LEAST_LETTERS || !LETTERS.test(word) || STOP_WORDS.has(word)) continue;
    const stem = lexicon.stemOf(word);
    told.add(stem);
    if (before !== undefined) told.add(`${before}_${stem}`);
    before = stem;
  }
  return told;
}
const LETTERS = /^[a-z-]+$/;
