/** What is the matter with a message: a code of table HL70357 and words that hold nothing of it. */
export class Hl7Error extends Error {
  readonly code: number;
  /** AR: it will never be taken as it is; AE: something in it, or here, is wrong. */
  readonly answer: 'AE' | 'AR';
  constructor(code: number, words: string, answer: 'AE' | 'AR' = 'AE') {
    super(words);
    this.code = code;
    this.answer = answer;
  }
}

export interface Segment {
  readonly name: string;
  /** By their numbers of the standard; 0 is the name. */
  readonly fields: readonly string[];
}

export interface Hl7Separators {
  readonly component: string;
  readonly repetition: string;
  readonly escape: string;
  readonly subcomponent: string;
}

export interface Hl7Parsed {
  readonly segments: readonly Segment[];
  readonly separators: Hl7Separators;
}

/** Names of MSH-18 (table HL70211) and of their decoders. */
const charsets: Readonly<Record<string, string>> = {
  ASCII: 'utf-8',
  'UNICODE UTF-8': 'utf-8',
  UTF8: 'utf-8',
  'UTF-8': 'utf-8',
  '8859/1': 'iso-8859-1',
  'ISO-8859-1': 'iso-8859-1',
  '8859/15': 'iso-8859-15',
  '8859/2': 'iso-8859-2',
};

/** The characters of a message, by the character set that it names itself; UTF-8 where it names none. */
export function decodeMessage(bytes: Buffer): string {
  const first = bytes
    .subarray(0, 2000)
    .toString('latin1')
    .split(/[\r\n]/, 1)[0]!;
  if (!/^MSH[^\w\s]/.test(first)) throw new Hl7Error(100, 'The message does not begin with MSH.', 'AR');
  const named = (first.split(first[3]!)[17] ?? '')
    .split(first[4]!)[0]!
    .split(first[5] ?? '~')[0]!
    .trim();
  const label = named === '' ? 'utf-8' : charsets[named.toUpperCase()];
  if (label === undefined) throw new Hl7Error(103, 'The character set of MSH-18 is not known here. Send UNICODE UTF-8.', 'AR');
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    throw new Hl7Error(102, 'The bytes are not of the character set that MSH-18 names. Name the right one, or send UTF-8.');
  }
}

/** Takes a message apart. Its fields stay as they were sent: `valueOf` reads them. */
export function parseMessage(text: string): Hl7Parsed {
  const lines = text.split(/\r\n?|\n/).filter((line) => line !== '');
  const head = lines[0] ?? '';
  const separator = head[3] ?? '';
  const marks = head.slice(4).split(separator, 1)[0] ?? '';
  if (!head.startsWith('MSH') || separator === '' || marks.length < 2)
    throw new Hl7Error(100, 'The message does not begin with MSH and its separators.', 'AR');
  const [component = '^', repetition = '~', escape = '\\', subcomponent = '&'] = marks;
  const segments = lines.map((line, n): Segment => {
    const [name = '', ...fields] = line.split(separator);
    // MSH-1 is the separator itself.
    return { name, fields: n === 0 ? [name, separator, ...fields] : [name, ...fields] };
  });
  const odd = segments.find(({ name }) => !/^[A-Z][A-Z0-9]{2}$/.test(name));
  if (odd) throw new Hl7Error(100, 'A line of the message is no segment. A line break within a field is sent as \\.br\\.');
  return { segments, separators: { component, repetition, escape, subcomponent } };
}

/** Characters behind their escapes; formatting becomes line breaks or goes. */
export function unescaped(
  value: string,
  { component, repetition, escape, subcomponent }: Hl7Separators,
  separator: string,
): string {
  if (escape === '' || !value.includes(escape)) return value;
  const mark = escape.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const meanings: Readonly<Record<string, string>> = {
    F: separator,
    S: component,
    R: repetition,
    E: escape,
    T: subcomponent,
    '.br': '\n',
  };
  // What is no escape of the standard stands as it was sent: a sign that somebody did not escape takes no words with it.
  const known = String.raw`[FSRETHN]|\.br|\.(?:sp|sk|in|ti|ce|fi|nf)[+-]?\d{0,3}|X(?:[0-9A-Fa-f]{2})+|[CM][0-9A-Fa-f]{4,6}`;
  return value.replace(new RegExp(`${mark}(${known})${mark}`, 'g'), (_, inner: string) => {
    if (meanings[inner] !== undefined) return meanings[inner];
    const lines = /^\.sp\+?(\d{0,2})$/.exec(inner);
    if (lines) return '\n'.repeat(Math.max(1, Number(lines[1] ?? 1)));
    if (/^X(?:[0-9a-f]{2})+$/i.test(inner)) return Buffer.from(inner.slice(1), 'hex').toString('utf8');
    return '';
  });
}

/** A component of a field's first repetition, with its characters behind their escapes. */
export function valueOf({ segments, separators }: Hl7Parsed, segment: Segment | undefined, field: number, component = 1): string {
  const separator = segments[0]!.fields[1]!;
  const first = (segment?.fields[field] ?? '').split(separators.repetition, 1)[0] ?? '';
  const part = first.split(separators.component)[component - 1] ?? '';
  return unescaped(part.split(separators.subcomponent, 1)[0] ?? '', separators, separator).trim();
}

const stamp = (at: Date): string => at.toISOString().replaceAll(/[-:]/g, '').replace('T', '').slice(0, 14);
/** What stands in a field as it is meant. */
const escaped = (words: string): string => words.replaceAll(/[|^~\\&\r\n]/g, ' ');

/**
 * The acknowledgment of a message (HL7 v2.5.1, chapter 2.9): AA, AE or AR, in the enhanced mode CA, CE or CR; null where MSH-15 asks for
 * none.
 */
export function acknowledgment(message: Hl7Parsed | null, refusal: Hl7Error | null, at: Date, control: string): string | null {
  const head = message?.segments[0];
  const value = (field: number): string => (message && head ? valueOf(message, head, field) : '');
  const wanted = value(15);
  if (wanted === 'NE' || (wanted === 'ER' && !refusal) || (wanted === 'SU' && refusal)) return null;
  const answer = refusal?.answer ?? 'AA';
  const event = message && head ? valueOf(message, head, 9, 2) : '';
  const lines = [
    `MSH|^~\\&|${escaped(value(5))}||${escaped(value(3))}|${escaped(value(4))}|${stamp(at)}||ACK${event ? `^${escaped(event)}^ACK` : ''}|${control}|${escaped(value(11)) || 'P'}|${escaped(value(12)) || '2.5.1'}||||||UNICODE UTF-8`,
    `MSA|${wanted === '' ? answer : answer.replace('A', 'C')}|${escaped(value(10))}`,
  ];
  if (refusal)
    lines.push(`ERR|||${String(refusal.code)}^${errorWords[refusal.code] ?? 'Error'}^HL70357|E||||${escaped(refusal.message)}`);
  return `${lines.join('\r')}\r`;
}

/** Table HL70357, as far as it is used here. */
const errorWords: Readonly<Record<number, string>> = {
  100: 'Segment sequence error',
  101: 'Required field missing',
  102: 'Data type error',
  103: 'Table value not found',
  200: 'Unsupported message type',
  201: 'Unsupported event code',
  202: 'Unsupported processing id',
  203: 'Unsupported version id',
  204: 'Unknown key identifier',
  205: 'Duplicate key identifier',
  207: 'Application internal error',
};
