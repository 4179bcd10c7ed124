/** What a query's answer adds to a note: who, when and what was asked on one line, the answer below. */
const ASKED = /^ADDENDUM \d{2}\/\d{2}\/\d{4} by [^\n]+(?=\r?\nAnswer: )/gm;

/**
 * A note with the questions of its addenda blank, and every place as it was. What somebody asked was not said of the operation; the
 * answer was.
 * @example withoutQuestions("ADDENDUM 01/02/2026 by a: Was it trimmed?\nAnswer: No") // blanks, "\nAnswer: No"
 */
export const withoutQuestions = (text: string): string =>
  text.includes('ADDENDUM ') ? text.replace(ASKED, (asked) => ' '.repeat(asked.length)) : text;
