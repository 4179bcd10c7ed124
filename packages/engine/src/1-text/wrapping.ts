/** A line that these end goes on in the next: nobody ends a line of a list with them. */
const GOES_ON =
  /[ (,](?:not|no|without|w\/o|the|a|an|of|to|with|and|or|for|from|by|in|on|at|into|through|was|were|is|are|has|have|been|be|any|further)$/;
/** What is no continuation: a number or mark of a list, a box, a label. */
const OPENS = /^(?:[-*\u2022\u2013#>|]|\(?\d{1,2}[.)]|[a-z][.)] |\[|\( ?x? ?\)|[\u2610-\u2612]|[a-z][a-z /&()'-]{1,40}:)/;
const ENDS = /[.:;!?]$/;
const BLANKS = /\s{2,}|[^\S ]/g;

/** Widths at which programs wrap lines, and how many lines must reach them before a text counts as wrapped. */
const NARROWEST = 50;
const WIDEST = 132;
const FULL_LINES = 4;
const NEAR = 14;

/**
 * Places of the line breaks that only wrap a sentence: after a word that ends no line, or, where the lines of a text are filled to one
 * width, before a word for which its line had no more room.
 * @param text in lower case
 */
export function wrapsIn(text: string): number[] {
  const lines = text.split('\n').map((line) => line.replace(BLANKS, ' ').trim());
  const width = filledWidth(lines);
  const wraps: number[] = [];
  let at = -1;
  for (const [number, raw] of text.split('\n').entries()) {
    at += raw.length + 1;
    const [line = '', next = ''] = [lines[number], lines[number + 1]];
    if (line === '' || next === '' || ENDS.test(line) || OPENS.test(next)) continue;
    const first = next.indexOf(' ') < 0 ? next.length : next.indexOf(' ');
    if (GOES_ON.test(line) || (width !== undefined && line.length + 1 + first > width)) wraps.push(at);
  }
  return wraps;
}

function filledWidth(lines: readonly string[]): number | undefined {
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  if (width < NARROWEST || width > WIDEST) return undefined;
  return lines.filter((line) => line.length > width - NEAR).length >= FULL_LINES ? width : undefined;
}
