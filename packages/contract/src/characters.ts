/**
 * What is in a text without being seen: controls, marks of no width, marks that turn text round. Blanks, tabs and line ends are not among
 * them: they show by what they do.
 */
const hidden = String.raw`(?![\t\n\v\f\r\u0085])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]`;
const hiddenCharacters = new RegExp(hidden, 'gu');
/** Beside those what has no agreed look, the blank that is a letter, and all that moves a terminal or breaks a line. */
const unprintableCharacters = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a text shows all that is in it, on one line. */
export const isPrintable = (text: string): boolean => text.search(unprintableCharacters) < 0;

/** A character by its number, as Unicode writes it: U+202E. */
export const codePointName = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** A text for a terminal, a log or a file of values: on one line, what cannot be seen by its number. */
export const printable = (text: string): string => text.replace(unprintableCharacters, (found) => `[${codePointName(found)}]`);

/** A stretch of a text that shows as it is, or one character of it that does not. Together they are the text. */
export interface ShownPart {
  readonly text: string;
  readonly hidden: boolean;
}

/** A text cut where something in it is hidden. */
export function showHidden(text: string): ShownPart[] {
  const parts: ShownPart[] = [];
  let at = 0;
  for (const { index, 0: found } of text.matchAll(hiddenCharacters)) {
    if (index > at) parts.push({ text: text.slice(at, index), hidden: false });
    parts.push({ text: found, hidden: true });
    at = index + found.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), hidden: false });
  return parts;
}

/** A text without what is hidden in it. */
export const withoutHidden = (text: string): string => text.replace(hiddenCharacters, '');
