import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadKnowledge } from '../node/load-knowledge.ts';
import { createEngine } from '../src/index.ts';
import { countHits, readGoldNotes, scoreGoldNotes, type Ratchet } from './gold-set.ts';

const knowledge = loadKnowledge();
const notes = readGoldNotes();
/** Codes of 2025 in the place of others, which the starter catalog has: no note can get them right without a clinic's own catalog. */
const NEWER = new Set(['25448', '49188']);

test('there are at least 120 gold notes, each once, each with one main item and a code of the knowledge for each item', () => {
  expect(notes.length).toBeGreaterThanOrEqual(120);
  expect(new Set(notes.map((note) => note.id)).size).toBe(notes.length);
  expect(new Set(notes.map((note) => note.text)).size).toBe(notes.length);
  const known = new Set([...knowledge.codes.map((entry) => entry.code), ...NEWER]);
  expect(notes.flatMap((note) => note.items).filter((item) => !item.codes.some((code) => known.has(code)))).toEqual([]);
  expect(notes.filter((note) => note.items.filter((item) => item.primary).length !== 1)).toEqual([]);
});

test('the engine is no worse on the gold notes than when it was last recorded', () => {
  const recorded = JSON.parse(readFileSync(new URL('./gold/ratchet.json', import.meta.url), 'utf8')) as Ratchet;
  const counts = countHits(scoreGoldNotes(notes, createEngine({ knowledge })));
  expect(counts.notes).toBe(recorded.notes);
  expect(counts.hit1).toBeGreaterThanOrEqual(recorded.hit1);
  expect(counts.hit5).toBeGreaterThanOrEqual(recorded.hit5);
  expect(counts.hit10).toBeGreaterThanOrEqual(recorded.hit10);
  expect(counts.itemsFound).toBeGreaterThanOrEqual(recorded.itemsFound);
});
