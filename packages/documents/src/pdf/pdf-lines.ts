/** A line as it stands on a page; positions in points, from the left and from the bottom. */
export interface PageLine {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly height: number;
}

/** A gap of this many line heights between two lines is an empty line. */
const PARAGRAPH_GAP = 1.9;
/** Lines that fill less of the page than this are a list or a form, where each line stands for itself. */
const COLUMN_SHARE = 0.55;

/**
 * The lines of a page as they were written: a line that ended only because the page did goes on in the next one, a gap is an empty
 * line. A line is taken to go on when the next word had no room on it and nothing says that something new begins: no full stop or
 * colon before, no list mark, heading or capitals after. In doubt the break stays.
 *
 * @param pageWidth in points
 * @returns lines of text, '' for an empty one
 */
export function writtenLines(lines: readonly PageLine[], pageWidth: number): string[] {
  const edge = lines.reduce((most, line) => Math.max(most, line.right), 0);
  const written: string[] = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    const gap = before ? before.y - line.y : 0;
    const last = written.at(-1);
    if (before && gap > PARAGRAPH_GAP * Math.max(line.height, before.height, 1)) written.push('', line.text);
    else if (before && last !== undefined && isFull(before, line, { edge, pageWidth }) && goesOn(before.text, line.text))
      written[written.length - 1] = last.endsWith('-') ? last + line.text : `${last} ${line.text}`;
    else written.push(line.text);
  });
  return written;
}

function isFull(line: PageLine, next: PageLine, page: { edge: number; pageWidth: number }): boolean {
  const isBelow = next.y < line.y && next.left < line.right;
  const isColumn = page.edge - Math.min(line.left, next.left) >= COLUMN_SHARE * page.pageWidth;
  const word = next.text.split(' ', 1)[0] ?? '';
  const wordWidth = ((next.right - next.left) * (word.length + 1)) / Math.max(next.text.length, 1);
  return isBelow && isColumn && line.right + wordWidth > page.edge;
}

const ended = /[.:;!?]["')\]]?$/;
const listMark = /^(?:\(?\d{1,3}[.)]\s|\(?[A-Za-z][.)]\s|[-–—*•·▪◦‣]\s)/;
const heading = /^[A-Z][A-Za-z0-9 ,&/()-]{1,60}:/;
const isCapitals = (text: string): boolean => /[A-Z]{2}/.test(text) && text === text.toUpperCase();

function goesOn(text: string, next: string): boolean {
  if (listMark.test(next) || heading.test(next)) return false;
  if (isCapitals(text) !== isCapitals(next) && !/^[a-z]/.test(next)) return false;
  return !ended.test(text) || /^[a-z]/.test(next);
}

/** Shorter last lines of a page are rather a page number than text that goes on. */
const SENTENCE_PART = 40;

/** Pages one after the other with an empty line between, unless a sentence runs over the turn. */
export function joinPages(pages: readonly string[]): string {
  let text = '';
  for (const page of pages) {
    const last = text.slice(text.lastIndexOf('\n') + 1);
    const runsOver = last.length >= SENTENCE_PART && !ended.test(last) && /^[a-z]/.test(page);
    text += (text === '' ? '' : runsOver ? (last.endsWith('-') ? '' : ' ') : '\n\n') + page;
  }
  return text;
}
