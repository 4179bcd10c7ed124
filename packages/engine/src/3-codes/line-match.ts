import type { NoteLine } from '../2-findings/note.ts';
import type { CodeIndex } from './code-index.ts';

/** How well a code's best wording and a line cover each other, each 0 to 1. */
export type LineMatch = {
  readonly f: number;
  /** Share of the wording that the line says. */
  readonly wordingCover: number;
  /** Share of the line that the wording says. */
  readonly lineCover: number;
  readonly wording: number;
};

/** Terms rarer than this in the catalogue do not open a wording: "removal" alone must not touch ten thousand wordings. */
const OPENING_IDF = 1.2;
/** A weaker match is chance. */
const LEAST_F = 0.12;

/** Compares one line with every wording that shares a term with it; the best wording of each code is kept. */
export function matchLine(line: NoteLine, index: CodeIndex, scratch: Float32Array): Map<number, LineMatch> {
  const touched: number[] = [];
  let lineMass = 0;
  const { starts, ids, weights } = index.wordingPostings;
  for (const [term, weight] of line.terms) {
    const idf = index.idf[term] ?? 0;
    if (weight === 1) lineMass += idf;
    const opens = idf >= OPENING_IDF;
    const end = starts[term + 1] ?? 0;
    for (let at = starts[term] ?? end; at < end; at++) {
      const id = ids[at] ?? 0;
      const before = scratch[id] ?? 0;
      if (before === 0) {
        if (!opens) continue;
        touched.push(id);
      }
      scratch[id] = before + weight * (weights[at] ?? 0) * idf;
    }
  }
  return bestByCode(touched, Math.max(lineMass, 1), index, scratch);
}

function bestByCode(
  touched: readonly number[],
  lineMass: number,
  index: CodeIndex,
  scratch: Float32Array,
): Map<number, LineMatch> {
  const best = new Map<number, LineMatch>();
  const { wordingCodes, wordingMasses, wordingTrust } = index;
  for (const id of touched) {
    const overlap = scratch[id] ?? 0;
    scratch[id] = 0;
    const mass = wordingMasses[id] ?? 0;
    if (mass <= 0) continue;
    const wordingCover = Math.min(1, overlap / mass);
    const lineCover = Math.min(1, overlap / lineMass);
    const f = ((wordingTrust[id] ?? 1) * 2 * wordingCover * lineCover) / (wordingCover + lineCover + 1e-9);
    if (f <= LEAST_F) continue;
    const code = wordingCodes[id] ?? 0;
    const before = best.get(code);
    if (before === undefined || f > before.f) best.set(code, { f, wordingCover, lineCover, wording: id });
  }
  return best;
}
