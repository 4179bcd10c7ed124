import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type DiagnosisName, diagnosisNames, namesIn, namingWords } from './diagnosis-names.ts';
import { lateWords, manners, meantBy, plainWords, toldBy, wordsOf } from './diagnosis-words.ts';

export interface Diagnosis {
  readonly code: string;
  readonly description: string;
}

/** Read in pieces, so that nothing else waits while it grows. */
const rowsAtOnce = 500;
/** Files whose index is kept; those of two years are asked side by side around October. */
const mostKept = 2;
/** A word that more descriptions have decides among codes that others found, and finds none itself. */
const commonest = 2500;
/** What a word costs that the description has and the note has not, as a share of its weight. */
const unsaid = 0.3;
/** Less of what was said than this share, and a code is none of it. */
const leastSaid = 0.2;
/** So many codes of a stem are proposed: its side or kind may be left open by the note. */
const mostOfStem = 2;
/** Causes from outside are coded beside a diagnosis, never as it. */
const causes = /^[V-Y]/;
const sides: readonly string[] = ['left', 'right', 'bilateral'];

interface Entry {
  readonly row: Diagnosis;
  readonly words: readonly string[];
  /** What the description says is not there. */
  readonly without: readonly string[];
}

const telling = (text: string): string[] => [...new Set(wordsOf(text).filter((word) => !plainWords.has(word)))];
/** From "without" or "not" up to the next comma or "with". */
const denied = /\b(?:without|not|except)\b.*?(?=,|\bwith\b|$)/gi;

/** Billable codes of one file by the words of their descriptions. */
export class DiagnosisIndex {
  readonly #entries: Entry[] = [];
  readonly #at = new Map<string, number[]>();
  readonly #below = new Map<string, Entry[]>();
  readonly #names: readonly DiagnosisName[];

  constructor(names: readonly DiagnosisName[] = diagnosisNames()) {
    this.#names = names;
  }

  add(rows: readonly Diagnosis[]): void {
    for (const row of rows) {
      if (causes.test(row.code)) continue;
      const words = telling(row.description.replaceAll(denied, ''));
      const without = telling((row.description.match(denied) ?? []).join(' ')).filter((word) => !words.includes(word));
      const entry = { row, words, without };
      const n = this.#entries.push(entry) - 1;
      const category = row.code.slice(0, 3);
      const below = this.#below.get(category);
      if (below) below.push(entry);
      else this.#below.set(category, [entry]);
      for (const word of words) {
        const list = this.#at.get(word);
        if (list) list.push(n);
        else this.#at.set(word, [n]);
      }
    }
  }

  #weight(word: string): number {
    return Math.log((this.#entries.length + 1) / ((this.#at.get(word)?.length ?? 0) + 1));
  }

  /** How much of what is meant an entry says, and what it says beside it; undefined for a later visit or another side. */
  #compared({ words, without }: Entry, meant: ReadonlySet<string>): { said: number; score: number } | undefined {
    const sided = sides.some((one) => meant.has(one));
    if (words.some((word) => !meant.has(word) && (lateWords.has(word) || (sided && sides.includes(word))))) return undefined;
    let [said, cost] = [0, 0];
    for (const word of words) {
      if (sides.includes(word)) cost += meant.has(word) ? -1.5 : 1;
      else if (meant.has(word)) said += this.#weight(word);
      else cost += this.#weight(word) * unsaid;
    }
    for (const word of without) if (meant.has(word)) cost += this.#weight(word);
    return { said, score: said - cost };
  }

  /** The codes of the names that stand in a diagnosis: each name's first before any one's second. */
  #named(phrase: string, meant: ReadonlySet<string>): Entry[] {
    const lists = namesIn(namingWords(toldBy(phrase)), this.#names).map(({ stems }) =>
      stems.flatMap((stem) => {
        const below = (this.#below.get(stem.slice(0, 3)) ?? []).filter(({ row }) => row.code.startsWith(stem));
        const scored = below.flatMap((entry) => {
          const found = this.#compared(entry, meant);
          // What the note says and the description denies is another code of the kind.
          return found && !entry.without.some((word) => meant.has(word)) ? [{ entry, ...found }] : [];
        });
        return bestFirst(scored).slice(0, mostOfStem);
      }),
    );
    const longest = Math.max(0, ...lists.map((list) => list.length));
    return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat();
  }

  /**
   * The codes of a diagnosis, best first: those of the names that stand in it, then those that say most of its words and least beside
   * them; `side` where the diagnosis itself names none.
   */
  best(phrase: string, side: 'left' | 'right' | null, most: number): Diagnosis[] {
    const meant = meantBy(phrase);
    if (side && !sides.some((one) => meant.has(one))) meant.add(side);
    const known = [...meant].filter((word) => this.#at.has(word) && !sides.includes(word));
    const finding = known.filter((word) => !manners.has(word));
    const all = known.reduce((sum, word) => sum + this.#weight(word), 0);
    const rare = finding.filter((word) => this.#at.get(word)!.length <= commonest);
    const asked = new Set((rare.length > 0 ? rare : finding).flatMap((word) => this.#at.get(word)!));
    const scored: Scored[] = [];
    for (const n of asked) {
      const entry = this.#entries[n]!;
      const found = this.#compared(entry, meant);
      if (found && found.said >= all * leastSaid) scored.push({ entry, ...found });
    }
    return [...new Set([...this.#named(phrase, meant), ...bestFirst(scored).slice(0, most)])]
      .slice(0, most)
      .map(({ row }) => row);
  }
}

interface Scored {
  readonly entry: Entry;
  readonly score: number;
}

/** Of two that say as much the one that leaves open what nobody said. */
const leftOpen = ({ entry }: Scored): number => (/\bunspecified\b/i.test(entry.row.description) ? 0 : 1);
const bestFirst = (scored: readonly Scored[]): Entry[] =>
  scored
    .toSorted((a, b) => b.score - a.score || leftOpen(a) - leftOpen(b) || (a.entry.row.code < b.entry.row.code ? -1 : 1))
    .map(({ entry }) => entry);

const kept = new Map<string, Promise<DiagnosisIndex>>();

/** Reads rows of a file in a transaction of their own: who asked first may have gone meanwhile. */
export type ReadRows = <T>(read: (tx: Tx) => Promise<T>) => Promise<T>;

/** The index of a file, whose rows never change: made once a process, at the first question. */
export function indexOf(fileId: string, readRows: ReadRows): Promise<DiagnosisIndex> {
  const before = kept.get(fileId);
  if (before) return before;
  const made = make(fileId, readRows);
  kept.set(fileId, made);
  made.catch(() => kept.delete(fileId));
  for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest);
  return made;
}

async function make(fileId: string, readRows: ReadRows): Promise<DiagnosisIndex> {
  const index = new DiagnosisIndex();
  for (let after = ''; ;) {
    const { rows } = await readRows((tx) =>
      sql<Diagnosis>`select code, description from app.icd_codes
        where file_id = ${fileId} and billable and code > ${after} order by code limit ${rowsAtOnce}`.execute(tx),
    );
    index.add(rows);
    if (rows.length < rowsAtOnce) return index;
    after = rows.at(-1)!.code;
  }
}
