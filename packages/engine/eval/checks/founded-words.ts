import type { Suggestion } from '../../src/index.ts';

/** The words that every reason is made of, whatever the note says. */
const FRAME = new Set(
  (
    'the procedure heading names note describes and says included in report only one as a whole resembles what this code stands for ' +
    'settled notes yours that read like carry'
  ).split(' '),
);
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
/** The words of a note that a row rests on. */
export const shown = (text: string, { evidence }: Suggestion): string[] =>
  evidence.map(({ start, end }) => text.slice(start, end));

/** Words of a reason that stand neither in a range of its evidence nor in the code's own descriptor. */
export function unfounded(text: string, row: Suggestion): string[] {
  // The number of "2nd" may be said alone.
  const ranges = shown(text, row).join(' ');
  const numbers = ranges.match(/\d+(?=\p{L})/gu) ?? [];
  const founded = new Set([...FRAME, ...numbers, ...wordsIn(ranges), ...wordsIn(row.description), row.partOf ?? '']);
  return wordsIn(row.why.replace(/Included in \w+\./, '')).filter((word) => !founded.has(word));
}
