import { fnv1a } from '../../src/4-learning/fingerprint.ts';
import type { LabelledNote } from '../labelled-notes.ts';

const SHINGLE = 6;
const SAME = 0.3;

/** Groups of near-duplicate notes: notes that share at least 30 % of their six-word shingles, transitively. */
export function duplicateGroups(notes: readonly LabelledNote[]): number[] {
  const group = notes.map((_, at) => at);
  const find = (at: number): number => {
    let root = at;
    while (group[root] !== root) root = group[root] ?? root;
    return root;
  };
  const shingles = notes.map((note) => shinglesOf(note.text));
  const holders = new Map<string, number[]>();
  shingles.forEach((set, at) => {
    for (const shingle of set) {
      const list = holders.get(shingle);
      if (list === undefined) holders.set(shingle, [at]);
      else if (list.length < 12) list.push(at);
    }
  });
  shingles.forEach((set, at) => {
    const shared = new Map<number, number>();
    for (const shingle of set)
      for (const other of holders.get(shingle) ?? []) if (other < at) shared.set(other, (shared.get(other) ?? 0) + 1);
    for (const [other, count] of shared) {
      const smaller = Math.min(set.size, shingles[other]?.size ?? 0);
      if (count / Math.max(1, smaller) >= SAME) group[find(at)] = find(other);
    }
  });
  return notes.map((_, at) => find(at));
}

function shinglesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const shingles = new Set<string>();
  for (let at = 0; at + SHINGLE <= words.length; at++) shingles.add(words.slice(at, at + SHINGLE).join(' '));
  return shingles;
}

/** A fold number for every note; near-duplicates share a fold. Fixed: the same notes give the same folds. */
export function assignFolds(notes: readonly LabelledNote[], folds: number): number[] {
  const groups = duplicateGroups(notes);
  return groups.map((group) => hash(notes[group]?.id ?? '') % folds);
}

function hash(text: string): number {
  let value = fnv1a(text);
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  return (value ^ (value >>> 12)) >>> 0;
}
