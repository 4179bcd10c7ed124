import type { ExampleReading } from './site.ts';
import { shoulder } from './example-notes.ts';
import { piecesOf } from './example-text.ts';

/** The first words of the home page. */
export const headline = 'Every code, with the words that earned it.';

/** What the picture of shared links says: the headline, and the first code of the first note with the words it rests on. */
export function shareCard(reading: ExampleReading): { headline: string; code: string; before: string; marked: string } {
  const [first] = reading.codes.shoulder;
  const [pieces = []] = piecesOf(shoulder, first ? [first] : []);
  const at = pieces.findIndex((piece) => piece.codes.length > 0);
  if (!first || at < 0) throw new Error('The engine marks nothing in the first line of the note on the home page.');
  const before = pieces.slice(0, at).map((piece) => piece.words);
  return { headline, code: first.code, before: before.join(''), marked: pieces[at]?.words ?? '' };
}
