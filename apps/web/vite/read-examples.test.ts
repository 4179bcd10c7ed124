// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { drawShareImage } from '../scripts/og-image.mjs';
import { exampleNotes, gallbladder, shoulder } from '../src/site/content/example-notes.ts';
import { piecesOf, textOf } from '../src/site/content/example-text.ts';
import { shareCard } from '../src/site/content/share-card.ts';
import { readExamples } from './read-examples.ts';

const reading = readExamples();
const { codes } = reading;

describe('the notes of the public site, as the engine reads them', () => {
  it('leads with the procedures that were done', () => {
    expect(codes.shoulder.slice(0, 2).map((code) => [code.code, code.tier])).toEqual([
      ['29827', 'likely'],
      ['29826', 'likely'],
    ]);
    expect(codes.gallbladder[0]).toMatchObject({ code: '47563', tier: 'likely' });
    expect(codes.gallbladder[0]?.confidence).toBeGreaterThan(0.8);
  });

  it.each(exampleNotes)('marks the very words of $id, and gives a reason for each code', (note) => {
    const text = textOf(note);
    for (const code of codes[note.id as keyof typeof codes]) {
      expect(code.evidence.length).toBeGreaterThan(0);
      for (const { start, end } of code.evidence) expect(text.slice(start, end).trim()).not.toBe('');
      expect(code.why).toMatch(/\.$/);
      expect(code.description).not.toBe('');
    }
    const pieces = piecesOf(note, codes[note.id as keyof typeof codes]);
    expect(pieces.map((section) => section.map(({ words }) => words).join(''))).toEqual(
      note.sections.map((section) => section.text),
    );
    const marked = new Set(pieces.flat().flatMap((piece) => piece.codes));
    expect([...marked].toSorted()).toEqual(codes[note.id as keyof typeof codes].map(({ code }) => code).toSorted());
  });

  it('finds every aside of the note, whole and unmarked: history, plans and what was not done lead to no code', () => {
    const asides = piecesOf(gallbladder, codes.gallbladder)
      .flat()
      .filter((piece) => piece.aside !== undefined);
    expect(asides.map(({ words, aside }) => [words, aside])).toEqual(
      gallbladder.asides.map(({ words, aside }) => [words, aside]),
    );
    for (const piece of asides) expect(piece.codes).toEqual([]);
    // An appendectomy, or an exploration of the common duct, would be coded by these.
    for (const wrong of ['44950', '44970', '47564', '47610'])
      expect(codes.gallbladder.map(({ code }) => code)).not.toContain(wrong);
  });

  it('knows about as many procedures as the page says', () => {
    expect(reading.procedures).toBeGreaterThan(5000);
  });
});

describe('the picture of shared links', () => {
  it('says what the home page says, in a PNG of 1200 by 630', async () => {
    const card = shareCard(reading);
    expect(card).toMatchObject({ code: '29827', before: '', marked: 'Right shoulder arthroscopy with rotator cuff repair' });
    expect(textOf(shoulder)).toContain(card.before + card.marked);
    const png = Buffer.from(await drawShareImage(card));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    // A picture without its letters is a few plain areas and packs far smaller.
    expect(png.length).toBeGreaterThan(20_000);
  });
});
