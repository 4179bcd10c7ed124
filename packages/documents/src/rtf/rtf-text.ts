import { DocumentError } from '../errors.ts';
import { MAX_TEXT_LENGTH } from '../limits.ts';

/** Groups whose content is no text of the document. `\*` marks further ones by itself. */
const UNSEEN: ReadonlySet<string> = new Set(
  'fonttbl colortbl stylesheet listtable listoverridetable info pict object header footer headerl headerr headerf footerl footerr footerf filetbl revtbl themedata datastore fldinst xmlnstbl'.split(
    ' ',
  ),
);
const SIGNS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  tab: '\t',
  cell: '\t',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  endash: '–',
  emdash: '—',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
};
/** Word, sign or escaped byte after a backslash; then what a word has in it: a number, and one blank that belongs to it. */
const CONTROL = /\\(?:'([0-9a-f]{2})|([a-z]{1,32})(-?\d{1,10})? ?|([^a-z]))/giy;
const MOST_GROUPS = 500;

interface Group {
  readonly seen: boolean;
  /** How many characters stand for a reader that knows no Unicode, after each `\u`. */
  readonly fallback: number;
}

const decoders = new Map<number, InstanceType<typeof TextDecoder>>();
function decoderOf(codepage: number): InstanceType<typeof TextDecoder> {
  const label = codepage === 10_000 ? 'macintosh' : codepage === 932 ? 'shift_jis' : `windows-${String(codepage)}`;
  let decoder = decoders.get(codepage);
  if (!decoder) {
    try {
      decoder = new TextDecoder(label);
    } catch {
      decoder = new TextDecoder('windows-1252');
    }
    decoders.set(codepage, decoder);
  }
  return decoder;
}

/** Windows-1252 where Node decodes Latin-1. */
const LATE_SIGNS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/**
 * The text of an RTF document: paragraphs and rows are lines, cells are split by tabs; headers, pictures and tables of fonts stand in no
 * text. After Microsoft's RTF specification 1.9.1.
 *
 * @param bytes the file, which begins with `{\rtf`
 * @throws DocumentError broken when its groups do not close, text-too-long
 */
export function readRtfText(bytes: Uint8Array): string {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const groups: Group[] = [];
  let group: Group = { seen: true, fallback: 1 };
  let codepage = 1252;
  let text = '';
  let waiting: number[] = [];
  let left = 0;
  const flush = (): void => {
    if (waiting.length === 0) return;
    const decoded = decoderOf(codepage).decode(Uint8Array.from(waiting));
    text +=
      codepage === 1252 ? decoded.replace(/[\u0080-\u009F]/g, (char) => LATE_SIGNS[char.charCodeAt(0) - 0x80] ?? char) : decoded;
    waiting = [];
  };
  const add = (some: string): void => {
    if (!group.seen) return;
    flush();
    text += some;
    if (text.length > MAX_TEXT_LENGTH) throw new DocumentError('text-too-long');
  };
  for (let at = 0; at < source.length;) {
    const char = source[at]!;
    if (char === '{') {
      if (groups.length >= MOST_GROUPS) throw new DocumentError('too-complex');
      groups.push(group);
      at += 1;
    } else if (char === '}') {
      const before = groups.pop();
      if (!before) throw new DocumentError('broken');
      if (group.seen) flush();
      group = before;
      left = 0;
      at += 1;
    } else if (char === '\\') {
      CONTROL.lastIndex = at;
      const found = CONTROL.exec(source);
      if (!found) throw new DocumentError('broken');
      at = CONTROL.lastIndex;
      const [, byte, word, number, sign] = found;
      if (byte !== undefined) {
        if (left > 0) left -= 1;
        else if (group.seen) waiting.push(Number.parseInt(byte, 16));
      } else if (word !== undefined) {
        const value = number === undefined ? undefined : Number(number);
        if (word === 'u' && value !== undefined) {
          add(String.fromCharCode(value < 0 ? value + 65_536 : value));
          left = group.fallback;
        } else if (word === 'uc' && value !== undefined) group = { ...group, fallback: Math.max(0, Math.min(value, 16)) };
        else if (word === 'ansicpg' && value !== undefined) codepage = value;
        else if (word === 'mac') codepage = 10_000;
        else if (word === 'bin' && value !== undefined) at += Math.max(0, value);
        else if (UNSEEN.has(word)) group = { ...group, seen: false };
        else if (SIGNS[word] !== undefined) {
          if (left > 0) left -= 1;
          else add(SIGNS[word]);
        }
      } else if (sign === '*') group = { ...group, seen: false };
      else if (sign === '~') add('\u00A0');
      else if (sign === '_') add('-');
      else if (sign === '\n' || sign === '\r') add('\n');
      else if (sign === '{' || sign === '}' || sign === '\\') {
        if (left > 0) left -= 1;
        else add(sign);
      }
    } else {
      const end = /[{}\\\r\n]/g;
      end.lastIndex = at;
      const next = end.exec(source)?.index ?? source.length;
      const run = source.slice(at, next === at ? at + 1 : next);
      at += run.length;
      const words = run.replaceAll(/[\r\n]/g, '');
      const said = words.slice(Math.min(left, words.length));
      left -= words.length - said.length;
      if (said !== '' && group.seen) for (const one of Buffer.from(said, 'latin1')) waiting.push(one);
    }
  }
  if (groups.length > 0) throw new DocumentError('broken');
  flush();
  return text;
}
