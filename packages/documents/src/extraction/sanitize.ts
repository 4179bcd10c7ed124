// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;
const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
const NON_CHARACTER = /[\uFDD0-\uFDEF\uFFFE\uFFFF]/g;

/**
 * The text for a document: without non-printable characters, zero-width characters and bidi controls.
 * Line breaks (as `\n`) and tabs stay.
 *
 * @example sanitizeText('a\u202Eb\r\nc\u0000') // 'ab\nc'
 */
export function sanitizeText(text: string): string {
  return toLineFeeds(text).replace(CONTROLS, '').replace(INVISIBLE, '').replace(LONE_SURROGATE, '').replace(NON_CHARACTER, '');
}

/** What was read from a file, as it is stored: one kind of line break, nothing that a database refuses, nothing else changed. */
export function toStoredText(text: string): string {
  return toLineFeeds(text).replaceAll('\0', '').replace(LONE_SURROGATE, '').trim();
}

// oxlint-disable-next-line no-control-regex -- vertical tab and form feed end lines
const LINE_END = /[\r\u000B\u000C\u0085\u2028\u2029]/;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const OTHER_LINE_ENDS = new Set([0x0b, 0x0c, 0x85, 0x2028, 0x2029]);

/** Unit by unit: millions of matches of an expression, as in a file of line ends alone, take seconds and gigabytes. */
function toLineFeeds(text: string): string {
  if (!LINE_END.test(text)) return text;
  const bytes = Buffer.from(text, 'utf16le');
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  let length = 0;
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at] ?? 0;
    if (unit === CARRIAGE_RETURN && units[at + 1] === LINE_FEED) continue;
    units[length] = unit === CARRIAGE_RETURN || (unit !== LINE_FEED && OTHER_LINE_ENDS.has(unit)) ? LINE_FEED : unit;
    length += 1;
  }
  return bytes.toString('utf16le', 0, length * 2);
}
