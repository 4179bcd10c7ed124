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

function toLineFeeds(text: string): string {
  // oxlint-disable-next-line no-control-regex -- vertical tab and form feed end lines
  return text.replace(/\r\n?|[\u000B\u000C\u0085\u2028\u2029]/g, '\n');
}
