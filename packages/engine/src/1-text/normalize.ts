import { wrapsIn } from './wrapping.ts';

/** A text as the engine reads it, and how to get back to the text as written. */
export type NormalText = {
  readonly text: string;
  /** Place in the original of each code unit of `text`, and of its end; undefined when nothing moved. */
  readonly offsets: Int32Array | undefined;
};

/**
 * Folds what must not matter: letter case, CRLF, runs of blanks, blanks at line ends, breaks that only wrap a line, digits that a scanner read for
 * letters. Other line breaks stay. Reading the folded text everywhere makes suggestions independent of all of them by construction.
 */
export function normalizeText(original: string): NormalText {
  const lower = withoutMisread(unwrapped(lowerCase(original)));
  if (!/[ \t\u00a0]{2}|[\t\u00a0\r]|[ ]\n|[ ]$/.test(lower)) return { text: lower, offsets: undefined };
  const offsets = new Int32Array(lower.length + 1);
  let text = '';
  let run = 0;
  const copy = (to: number): void => {
    for (let at = run; at < to; at++) offsets[text.length + at - run] = at;
    text += lower.slice(run, to);
  };
  for (const match of lower.matchAll(/[ \t\u00a0\r]+/g)) {
    const end = match.index + match[0].length;
    const atLineEnd = end === lower.length || lower.charCodeAt(end) === 10;
    const lone = match[0].includes('\r') && !atLineEnd && match[0].endsWith('\r');
    const kept = atLineEnd ? '' : lone ? '\n' : ' ';
    if (kept === match[0]) continue;
    copy(match.index);
    if (kept !== '') offsets[text.length] = match.index;
    text += kept;
    run = end;
  }
  copy(lower.length);
  offsets[text.length] = lower.length;
  return { text, offsets };
}

function unwrapped(text: string): string {
  let joined = '';
  let from = 0;
  for (const at of wrapsIn(text)) {
    joined += text.slice(from, at) + ' ';
    from = at + 1;
  }
  return joined + text.slice(from);
}

const LOOKS_LIKE: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 5: 's', 6: 'b', 9: 'g' };
/** Inside a word, or before so many letters that no measure has: "ch0lecystectomy", "1aparoscopic". */
const MISREAD =
  /[01569](?:(?<=[a-z]{2}.)(?=[a-z]{2})|(?<=[a-z]{4}.)(?=[a-z]))|[015](?<![a-z0-9.,/-].)(?=[a-z]{6})(?!centi|milli|minute|second|month|french|gauge)/g;

/** Of the same length. */
function withoutMisread(text: string): string {
  return text.replaceAll(MISREAD, (digit) => LOOKS_LIKE[digit] ?? digit);
}

/** Lower case without changing the length: the few letters whose lower case is longer are left as they are. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at);
    const folded = unit.toLowerCase();
    return folded.length === 1 ? folded : unit;
  }).join('');
}

/** A range of the folded text as a range of the original: from its first to just after its last code unit. */
export function originalRange(
  range: { start: number; end: number },
  offsets: Int32Array | undefined,
): { start: number; end: number } {
  if (offsets === undefined) return { start: range.start, end: range.end };
  return { start: offsets[range.start] ?? 0, end: (offsets[range.end - 1] ?? 0) + 1 };
}
