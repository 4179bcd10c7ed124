import type { NoteLine } from '../../2-findings/note.ts';
import type { CodeIndex } from '../catalogue/code-index.ts';

/** How well wordings of codes and a line cover each other. The arrays have one entry a code. */
export type LineMatches = {
  /** Places in the index. */
  readonly codes: Int32Array;
  /** Of the code's best wording, 0 to 1; 0 is no match. */
  readonly f: Float64Array;
  /** Share of the wording that the line says. */
  readonly wordingCover: Float64Array;
  /** Share of the line that the wording says. */
  readonly lineCover: Float64Array;
  readonly wording: Int32Array;
};

/** Terms rarer than this in the catalogue do not open a wording: "removal" alone must not touch ten thousand wordings. */
const OPENING_IDF = 1.2;
/** A weaker match is chance. */
const LEAST_F = 0.12;
/** A little below, against rounding. */
const HOPELESS = LEAST_F * 0.999;

/** Compares lines with wordings; one for all notes, since what it works on is large and is left clean after each line. */
export class LineMatcher {
  readonly #index: CodeIndex;
  /** By wording: what the line says of it, 0 between lines. */
  readonly #overlap: Float32Array;
  readonly #touched: Int32Array;
  /** By code: its entry in the found ones, from 1; 0 between lines. */
  readonly #entryOf: Int32Array;
  readonly #found: LineMatches;

  constructor(index: CodeIndex) {
    this.#index = index;
    this.#overlap = new Float32Array(index.wordingCodes.length);
    this.#touched = new Int32Array(index.wordingCodes.length);
    this.#entryOf = new Int32Array(index.documents.length);
    const codes = index.documents.length;
    this.#found = {
      codes: new Int32Array(codes),
      f: new Float64Array(codes),
      wordingCover: new Float64Array(codes),
      lineCover: new Float64Array(codes),
      wording: new Int32Array(codes),
    };
  }

  /** Compares one line with every wording that shares a term with it; the best wording of each code is kept, in the order of finding. */
  match(line: Pick<NoteLine, 'terms'>): LineMatches {
    const touched = this.#touch(line);
    const { idf } = this.#index;
    let lineMass = 0;
    for (const [term, weight] of line.terms) if (weight === 1) lineMass += idf[term] ?? 0;
    const count = this.#bestByCode(touched, Math.max(lineMass, 1));
    const { codes, f, wordingCover, lineCover, wording } = this.#found;
    for (let entry = 0; entry < count; entry++) this.#entryOf[codes[entry] ?? 0] = 0;
    return {
      codes: codes.slice(0, count),
      f: f.slice(0, count),
      wordingCover: wordingCover.slice(0, count),
      lineCover: lineCover.slice(0, count),
      wording: wording.slice(0, count),
    };
  }

  /** Sums up what the line says of each wording; answers how many were touched. */
  #touch(line: Pick<NoteLine, 'terms'>): number {
    const { idf, wordingPostings } = this.#index;
    const { starts, ids, weights } = wordingPostings;
    const [overlap, touched] = [this.#overlap, this.#touched];
    let count = 0;
    for (const [term, weight] of line.terms) {
      const rarity = idf[term] ?? 0;
      const opens = rarity >= OPENING_IDF;
      const end = starts[term + 1] ?? 0;
      for (let at = starts[term] ?? end; at < end; at++) {
        const id = ids[at] ?? 0;
        const before = overlap[id] ?? 0;
        if (before === 0) {
          if (!opens) continue;
          touched[count++] = id;
        }
        overlap[id] = before + weight * (weights[at] ?? 0) * rarity;
      }
    }
    return count;
  }

  #bestByCode(touched: number, lineMass: number): number {
    const { wordingCodes, wordingMasses, wordingTrust } = this.#index;
    const { codes, f: bestF, wordingCover: wordingCovers, lineCover: lineCovers, wording } = this.#found;
    let count = 0;
    for (let at = 0; at < touched; at++) {
      const id = this.#touched[at] ?? 0;
      const overlap = this.#overlap[id] ?? 0;
      this.#overlap[id] = 0;
      const mass = wordingMasses[id] ?? 0;
      // The mean of the two covers is at most this, and most wordings share one word with the line.
      if (mass <= 0 || 2 * overlap <= HOPELESS * (mass + lineMass)) continue;
      const trust = wordingTrust[id] ?? 1;
      const wordingCover = Math.min(1, overlap / mass);
      const lineCover = Math.min(1, overlap / lineMass);
      const f = (trust * 2 * wordingCover * lineCover) / (wordingCover + lineCover + 1e-9);
      if (f <= LEAST_F) continue;
      const code = wordingCodes[id] ?? 0;
      let entry = (this.#entryOf[code] ?? 0) - 1;
      if (entry < 0) {
        entry = count++;
        this.#entryOf[code] = count;
        codes[entry] = code;
      } else if (f <= (bestF[entry] ?? 0)) continue;
      bestF[entry] = f;
      wordingCovers[entry] = wordingCover;
      lineCovers[entry] = lineCover;
      wording[entry] = id;
    }
    return count;
  }
}

/** How a line stands to some codes, in the order of these. */
export type CodesOnLine = {
  /** `f` of the code's match, 0 without one. */
  readonly f: Float64Array;
  /** The code's entry in `matches`, -1 without one. */
  readonly entry: Int32Array;
  readonly matches: LineMatches;
  /** Codes that have the line as it stands among their phrases. */
  readonly owners: readonly number[];
};

/** The matches of some codes alone. @param placeOf by code, its place from 1; 0 for others */
export function codesOnLine(count: number, placeOf: Int32Array, matches: LineMatches, owners: readonly number[]): CodesOnLine {
  const f = new Float64Array(count);
  const entry = new Int32Array(count).fill(-1);
  for (let at = 0; at < matches.codes.length; at++) {
    const place = (placeOf[matches.codes[at] ?? 0] ?? 0) - 1;
    if (place < 0) continue;
    f[place] = matches.f[at] ?? 0;
    entry[place] = at;
  }
  return { f, entry, matches, owners };
}
