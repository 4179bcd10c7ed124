import type { SectionKind } from '../../1-text/headings.ts';
import type { Lexicon } from '../../1-text/lexicon.ts';
import { STOP_WORDS } from '../../1-text/stop-words.ts';
import { BODY, CHANNEL_OF, FINDINGS, type NoteFindings } from '../../2-findings/note.ts';

/** Which words of a note tell which family of codes it is about, as `eval/fitting/fit-profiles.ts` finds it. */
export class Profiles {
  /** By name, sorted, with how many notes each profile is of. */
  readonly families: readonly { readonly family: string; readonly notes: number }[];
  readonly #placeOf: ReadonlyMap<string, number>;
  /** Words and pairs of words by number. */
  readonly #words = new Map<string, number>();
  /** From {@link starts} of a word's number to that of the next: families that say it, and how much it tells of each, in parts. */
  readonly #starts: Int32Array;
  readonly #said: Uint16Array;
  readonly #parts: Int16Array;

  /**
   * @param file knowledge/weights/profiles.tsv: a family a line, and of how many notes it is known; behind an empty line a word a line, and
   * of which families it tells, each by its place and with a weight in tenths, less than 0 where it speaks against; undefined: none are known
   */
  constructor(file: string | undefined) {
    const [families = '', words = ''] = (file ?? '').split('\n\n');
    this.families = linesOf(families).map(([family, notes]) => ({ family, notes: Number(notes) }));
    this.#placeOf = new Map(this.families.map(({ family }, at) => [family, at]));
    const starts = [0];
    const told: number[] = [];
    for (const [word, entries] of linesOf(words)) {
      this.#words.set(word, this.#words.size);
      readNumbers(entries, told);
      starts.push(told.length / 2);
    }
    this.#starts = Int32Array.from(starts);
    this.#said = new Uint16Array(told.length / 2);
    this.#parts = new Int16Array(told.length / 2);
    for (let at = 0; at < this.#said.length; at++) {
      this.#said[at] = told[2 * at] ?? 0;
      this.#parts[at] = told[2 * at + 1] ?? 0;
    }
  }

  /** Place of a family among {@link families}. */
  placeOf(family: string): number | undefined {
    return this.#placeOf.get(family);
  }

  /** How well words go with each family, in the order of {@link families}: logarithms of its odds beside the others; 0: nothing is said of it. */
  scoresOf(words: Iterable<string>): Float64Array {
    const scores = new Float64Array(this.families.length);
    let known = 0;
    for (const word of words) {
      const number = this.#words.get(word);
      if (number === undefined) continue;
      known++;
      const end = this.#starts[number + 1] ?? 0;
      for (let at = this.#starts[number] ?? end; at < end; at++) {
        const family = this.#said[at] ?? 0;
        scores[family] = (scores[family] ?? 0) + (this.#parts[at] ?? 0);
      }
    }
    const loud = loudness(known) / PARTS;
    return scores.map((parts) => parts * loud);
  }
}

/** How much each word of so many counts: a long note says more, but not as much more as it has words. */
export const loudness = (words: number): number => 1 / Math.sqrt(Math.max(1, words));

/** The two cells of each line. */
function linesOf(table: string): (readonly [string, string])[] {
  return table.split('\n').flatMap((line) => {
    const tab = line.indexOf('\t');
    return tab < 0 ? [] : [[line.slice(0, tab), line.slice(tab + 1)] as const];
  });
}

/** Adds the whole numbers of a line, whatever stands between them. */
function readNumbers(line: string, numbers: number[]): void {
  let number = -1;
  let sign = 1;
  for (let at = 0; at <= line.length; at++) {
    const letter = line.charCodeAt(at);
    const digit = letter - ZERO;
    if (digit >= 0 && digit <= 9) number = Math.max(0, number) * 10 + digit;
    else {
      if (number >= 0) numbers.push(sign * number);
      number = -1;
      sign = letter === MINUS ? -1 : 1;
    }
  }
}
const ZERO = 48;
const MINUS = 45;

/** Of a weight of one. */
export const PARTS = 10;

const TELLS: ReadonlySet<number> = new Set([BODY, FINDINGS]);
/** What an operation was done for: said as it is known, hoped or feared, so whatever is said counts. */
const DONE_FOR: ReadonlySet<SectionKind> = new Set<SectionKind>(['predx', 'postdx', 'indications']);
const LEAST_LETTERS = 3;

/** Words and pairs of a body that say enough by themselves: what an operation was done for would only add doubt. */
const ENOUGH = 80;

/** The words by which a note is likened to others: those of its body, and where these are few, those of its diagnoses and indications too. */
export function likenedWords(note: NoteFindings, lexicon: Lexicon): Set<string> {
  const body = wordsOf(note, lexicon, ['body']);
  return body.size >= ENOUGH ? body : tellingWords(note, lexicon);
}

/** The words of a note's diagnoses and indications alone. */
export const reasonWords = (note: NoteFindings, lexicon: Lexicon): Set<string> => wordsOf(note, lexicon, ['reasons']);

/** All folded words of a note that tell what it is about, each and with the next. */
export const tellingWords = (note: NoteFindings, lexicon: Lexicon): Set<string> => wordsOf(note, lexicon, ['body', 'reasons']);

/**
 * Folded words, each and with the next: of the body as far as they are meant, what stands under a heading for procedures only where this names
 * nothing; of diagnoses and indications all.
 */
function wordsOf(
  { text, meant, words, sections, pseudo }: NoteFindings,
  lexicon: Lexicon,
  parts: readonly ('body' | 'reasons')[],
): Set<string> {
  const [body, reasons] = [parts.includes('body'), parts.includes('reasons')];
  const told = new Set<string>();
  let before: string | undefined;
  let section = 0;
  for (const { word, start, end } of words) {
    while (section < sections.length && start >= (sections[section]?.end ?? 0)) {
      section++;
      before = undefined;
    }
    const own = sections[section];
    const tells = own === undefined || TELLS.has(CHANNEL_OF[own.kind]) || (pseudo && own.kind === 'procedure');
    const counts =
      (reasons && own !== undefined && DONE_FOR.has(own.kind)) ||
      (body && tells && meant.slice(start, end) === text.slice(start, end));
    if (!counts || start < (own?.contentStart ?? 0)) {
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
