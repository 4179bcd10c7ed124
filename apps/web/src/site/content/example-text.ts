import type { Aside, ExampleNote } from './example-notes.ts';

/** A suggestion of the engine, as the page shows it. */
export interface ExampleCode {
  readonly code: string;
  readonly description: string;
  readonly why: string;
  readonly confidence: number;
  readonly tier: 'likely' | 'look';
  /** Places in `textOf(note)`. */
  readonly evidence: readonly { readonly start: number; readonly end: number }[];
}

/** A stretch of a section's text: plain, marked for the codes that rest on it, or set aside. */
export interface Piece {
  readonly words: string;
  readonly codes: readonly string[];
  readonly aside: Aside | undefined;
}

const headOf = (heading: string): string => `${heading.toUpperCase()}:\n`;

/** The note as somebody would have typed it: this is what the engine is given. */
export const textOf = (note: ExampleNote): string =>
  note.sections.map(({ heading, text }) => headOf(heading) + text).join('\n\n');

/** Each section cut wherever a mark or an aside begins or ends. */
export function piecesOf(note: ExampleNote, codes: readonly ExampleCode[]): readonly (readonly Piece[])[] {
  let from = 0;
  return note.sections.map(({ heading, text }) => {
    const start = from + headOf(heading).length;
    from = start + text.length + 2;
    return cut(text, start, note, codes);
  });
}

function cut(text: string, start: number, note: ExampleNote, codes: readonly ExampleCode[]): readonly Piece[] {
  const asides = note.asides.flatMap(({ words, aside }) => {
    const at = text.indexOf(words);
    return at < 0 ? [] : [{ start: start + at, end: start + at + words.length, aside }];
  });
  const end = start + text.length;
  const ranges = [...asides, ...codes.flatMap(({ evidence }) => evidence)];
  const edges = new Set([start, end, ...ranges.flatMap((range) => [range.start, range.end])]);
  const cuts = [...edges].filter((edge) => edge >= start && edge <= end).toSorted((a, b) => a - b);
  return cuts.slice(1).map((to, index) => {
    const at = cuts[index] ?? start;
    const covers = (range: { start: number; end: number }): boolean => range.start <= at && range.end >= to;
    return {
      words: text.slice(at - start, to - start),
      codes: codes.filter(({ evidence }) => evidence.some(covers)).map(({ code }) => code),
      aside: asides.find(covers)?.aside,
    };
  });
}
