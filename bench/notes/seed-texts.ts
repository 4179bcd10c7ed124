import { readGoldNotes } from '../../packages/engine/eval/gold-set.ts';

/** Fields of surgery, and paragraphs of each: powers of two. */
export const FIELDS = 32;
export const PARAGRAPHS = 256;
const SENTENCES_EACH = 7;

/**
 * Paragraphs of some 500 characters, field by field, out of the sentences of the notes that were written for this project: as many
 * different words and parts of words as operative notes have, and those together that are met together, which is what an index of texts
 * costs and what it is good for.
 * @param without words that no paragraph holds, so that how many notes hold them is known
 */
export function seedParagraphs(without: readonly string[]): string[] {
  const notes = readGoldNotes().toSorted((a, b) => (a.specialty ?? '').localeCompare(b.specialty ?? '', 'en'));
  const sentencesOf = (text: string): string[] =>
    text
      .split(/(?<=[.:])\s+/)
      .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
      .filter((sentence) => sentence.length > 20 && !without.some((word) => sentence.toLowerCase().includes(word)));
  let state = 42;
  const oneOf = (sentences: readonly string[]): string => {
    // Numerical Recipes' generator: the same paragraphs in each run.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return sentences[(state >>> 8) % sentences.length]!;
  };
  return Array.from({ length: FIELDS }, (_, field) => {
    const own = notes.slice((field * notes.length) / FIELDS, ((field + 1) * notes.length) / FIELDS);
    const sentences = own.flatMap((note) => sentencesOf(note.text));
    return Array.from({ length: PARAGRAPHS }, () => Array.from({ length: SENTENCES_EACH }, () => oneOf(sentences)).join(' '));
  }).flat();
}
