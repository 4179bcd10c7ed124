import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { actionsIn } from '../2-findings/actions.ts';
import { Lexicon } from './lexicon.ts';
import { Spelling } from './spelling.ts';
import { tokenize } from './tokens.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const notes = 40;
const letters = 500_000;

/** A long note with a word that no other has, as a new string in one piece. */
function noteOf(n: number): string {
  const own = `unheardofword${'abcdefghij'[n % 10]!}${'abcdefghij'[Math.floor(n / 10)]!}`;
  return Buffer.from(`${'dry '.repeat(letters / 4)}${own}`).toString();
}

/** Heap that is held after what was read is let go. */
function heldBy(read: () => void): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  read();
  collectGarbage();
  return process.memoryUsage().heapUsed - before;
}

test('the words that are kept of notes do not keep the notes', () => {
  const lexicon = new Lexicon({ synonyms: '', morphology: '' });
  const spelling = new Spelling();
  for (const read of [
    (note: string) => lexicon.termsOf(tokenize(note, letters)),
    (note: string) => tokenize(note, letters).map(({ word }) => spelling.mend(word)),
    (note: string) => actionsIn(note),
  ]) {
    const held = heldBy(() => {
      for (let n = 0; n < notes; n += 1) read(noteOf(n));
    });
    expect(held).toBeLessThan((notes * letters) / 10);
  }
});

test('numbers of notes take no room of the words that are kept', () => {
  const lexicon = new Lexicon({ synonyms: '', morphology: '' });
  const numbers = Array.from({ length: 100_000 }, (_, n) => String(1_000_000_000_000 + n)).join(' ');
  expect(heldBy(() => lexicon.termsOf(tokenize(numbers)))).toBeLessThan(500_000);
  expect(heldBy(() => actionsIn(numbers))).toBeLessThan(500_000);
});

test('a phrase of the tables that holds a number is found', () => {
  const lexicon = new Lexicon({ synonyms: '3 vessel disease=coronary', morphology: '' });
  lexicon.termsOf(tokenize('coronary'), true);
  expect(lexicon.termsOf(tokenize('known 3 vessel disease'))).toEqual([{ term: 0, weight: 1, from: 1, to: 4 }]);
});
