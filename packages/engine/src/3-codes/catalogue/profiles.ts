import type { Lexicon } from '../../1-text/lexicon.ts';
import { STOP_WORDS } from '../../1-text/stop-words.ts';
import { BODY, CHANNEL_OF, FINDINGS, type NoteFindings } from '../../2-findings/note.ts';

/** What the bodies of notes say more often where a family of codes is billed than elsewhere, as `eval/fitting/fit-profiles.ts` finds it. */
export class Profiles {
  /** By word or pair of words: families and weights, side by side. */
  readonly #postings = new Map<string, number[]>();
  /** By name, sorted, with how many notes each profile is of. */
  readonly families: readonly { readonly family: string; readonly notes: number }[];
  readonly #placeOf: ReadonlyMap<string, number>;

  /**
   * @param file knowledge/weights/profiles.tsv: a family a line, of how many notes it is known, its words with their weights in hundredths;
   * undefined: none are known
   */
  constructor(file: string | undefined) {
    const lines = (file ?? '').split('\n').flatMap((line) => {
      const [family, notes, words = ''] = line.split('\t');
      return family === undefined || notes === undefined ? [] : [{ family, notes: Number(notes), words }];
    });
    this.families = lines;
    this.#placeOf = new Map(lines.map(({ family }, at) => [family, at]));
    for (const [family, { words }] of lines.entries()) {
      for (const entry of words.split(' ')) {
        const colon = entry.lastIndexOf(':');
        const word = entry.slice(0, colon);
        const weight = Number(entry.slice(colon + 1)) / PARTS;
        const posting = this.#postings.get(word);
        if (posting === undefined) this.#postings.set(word, [family, weight]);
        else posting.push(family, weight);
      }
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
      const posting = this.#postings.get(word) ?? NONE;
      for (let at = 0; at < posting.length; at += 2) {
        const family = posting[at] ?? 0;
        masses[family] = (masses[family] ?? 0) + (posting[at + 1] ?? 0);
      }
    }
    return masses;
  }
}

export const PARTS = 100;
const NONE: readonly number[] = [];

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
