import { DocumentError } from '../errors.ts';

const SAMPLE_BYTES = 65_536;
const UNKNOWN_ENCODING =
  'The file is not plain text, or is in an unsupported encoding. Save it as text in UTF-8 and upload that.';

/**
 * The text of a .txt file: UTF-8, UTF-16 (with or without a byte order mark), else Windows-1252.
 *
 * @throws DocumentError unsupported-type when the bytes are no text
 */
export function decodeTextFile(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  const decoded = new TextDecoder(encoding).decode(bytes);
  const text = encoding === 'windows-1252' ? withWindowsSigns(decoded) : decoded;
  if (!looksLikeText(text)) throw new DocumentError('unsupported-type', UNKNOWN_ENCODING);
  return text;
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zerosAt = (parity: number) => sample.reduce((sum, byte, index) => sum + (byte === 0 && index % 2 === parity ? 1 : 0), 0);
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (odd > sample.length / 5 && even < odd / 10) return 'utf-16le';
  if (even > sample.length / 5 && odd < even / 10) return 'utf-16be';
  if (isEbcdic(sample)) throw new DocumentError('unsupported-type', UNKNOWN_ENCODING);
  return isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** A cut-off or damaged character must not turn a whole UTF-8 text into Windows-1252. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const damaged = text.match(/\uFFFD/g)?.length ?? 0;
  // oxlint-disable-next-line no-control-regex -- everything beyond ASCII
  const good = text.match(/[^\u0000-\u007F\uFFFD]/g)?.length ?? 0;
  return damaged === 0 || good > damaged * 4;
}

/** Mainframe text: its blank is 0x40, ours hardly occurs. */
function isEbcdic(sample: Uint8Array): boolean {
  const count = (wanted: number) => sample.reduce((sum, byte) => sum + (byte === wanted ? 1 : 0), 0);
  return count(0x40) > sample.length / 12 && count(0x20) < sample.length / 100;
}

function looksLikeText(text: string): boolean {
  const sample = text.slice(0, SAMPLE_BYTES);
  // oxlint-disable-next-line no-control-regex -- control characters are what is counted
  const odd = sample.match(/[\u0000-\u0008\u000E-\u001A\u001C-\u001F\uFFFD]/g)?.length ?? 0;
  // A very short text with one stray character is still a text.
  return odd <= Math.max(1, sample.length / 10);
}

/** Characters 0x80 to 0x9F of Windows-1252; the gaps are unassigned. */
const WINDOWS_SIGNS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** Node 20 decodes Windows-1252 as Latin-1, which has control characters where the quotes and dashes are. */
export function withWindowsSigns(text: string): string {
  return text.replace(/[\u0080-\u009F]/g, (char) => WINDOWS_SIGNS[char.charCodeAt(0) - 0x80] ?? char);
}
