import type { Lexicon } from '../1-text/lexicon.ts';
import { BODY, DIAGNOSIS, FINDINGS, HEADING, INDICATIONS, type NoteFindings } from '../2-findings/note.ts';
import type { CodeIndex } from '../3-codes/catalogue/code-index.ts';

/** Hashed word stems of a note with their share, in pairs: hash, thousandths, hash, thousandths ... No text can be read back in order. */
export type Fingerprint = readonly number[];

const KEPT = 40;
/** A stem that no code speaks of still marks a clinic's own wording, less than a rare known one. */
const UNKNOWN_IDF = 3;
const PSEUDO_SHARE = 0.6;
const DIAGNOSIS_SHARE = 0.35;
const BODY_SHARE = 0.2;

/** The stems that mark this note: its procedure lines first, then diagnosis, then what the body repeats. */
export function fingerprintOf(note: NoteFindings, lexicon: Lexicon, index: CodeIndex): Fingerprint {
  const weights = new Map<string, number>();
  const raise = (stemmed: string, share: number): void => {
    const id = lexicon.idOf(stemmed);
    const weight = share * (id === undefined ? UNKNOWN_IDF : (index.idf[id] ?? UNKNOWN_IDF));
    if (weight > (weights.get(stemmed) ?? 0)) weights.set(stemmed, weight);
  };
  for (const { tokens } of note.lines) {
    for (const { word } of tokens)
      if (word.length > 1 || /\d/.test(word)) raise(lexicon.stemOf(word), note.pseudo ? PSEUDO_SHARE : 1);
  }
  const counts = new Map<string, number>();
  for (const { channel, weight, token } of note.occurrences) {
    if (weight !== 1 || channel === HEADING) continue;
    const stemmed = lexicon.stemOf(token.word);
    if (channel === DIAGNOSIS) raise(stemmed, DIAGNOSIS_SHARE);
    else if (channel === BODY || channel === FINDINGS || channel === INDICATIONS)
      counts.set(stemmed, (counts.get(stemmed) ?? 0) + 1);
  }
  for (const [stemmed, count] of counts) raise(stemmed, BODY_SHARE * (1 + Math.log(count)));
  return scaled([...weights].map(([stemmed, weight]) => [fnv1a(stemmed), weight] as const));
}

/** The heaviest stems, scaled to length one. */
function scaled(weights: readonly (readonly [number, number])[]): number[] {
  const kept = [...weights].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, KEPT);
  const length = Math.sqrt(kept.reduce((sum, [, weight]) => sum + weight * weight, 0));
  return kept.flatMap(([term, weight]) => [term, Math.round((1000 * weight) / length)]);
}

/** FNV-1a. */
export function fnv1a(text: string): number {
  let value = 2166136261;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16777619);
  return value >>> 0;
}

/** A fingerprint laid out for many comparisons. */
export function spreadFingerprint(fingerprint: Fingerprint): ReadonlyMap<number, number> {
  const spread = new Map<number, number>();
  for (let at = 0; at + 1 < fingerprint.length; at += 2) spread.set(fingerprint[at] ?? 0, (fingerprint[at + 1] ?? 0) / 1000);
  return spread;
}

/** Cosine of two notes, 0 to 1. */
export function likeness(spread: ReadonlyMap<number, number>, other: Fingerprint): number {
  let sum = 0;
  for (let at = 0; at + 1 < other.length; at += 2) {
    const weight = spread.get(other[at] ?? 0);
    if (weight !== undefined) sum += (weight * (other[at + 1] ?? 0)) / 1000;
  }
  return Math.min(1, sum);
}
