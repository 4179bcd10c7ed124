/** A segment: its name and its elements; an element of several parts is a list. */
export type Element = string | readonly string[];
export type Segment = readonly [name: string, ...elements: Element[]];

export const separators = { element: '*', part: ':', repetition: '^', segment: '~' } as const;

/**
 * Words as they may stand in an interchange: of the basic and extended character sets, without anything that separates.
 * Letters of other alphabets that have no Latin base are left out, so the result may be empty.
 */
export const x12Text = (value: string): string =>
  value
    .normalize('NFKD')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[*:^~]/g, ' ')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();

const written = ([name, ...elements]: Segment): string => {
  const cells = elements.map((element) => (typeof element === 'string' ? element : trimmed(element).join(separators.part)));
  return `${[name, ...trimmed(cells)].join(separators.element)}${separators.segment}`;
};
/** Empty elements at the end of a segment are not written. */
const trimmed = (cells: readonly string[]): readonly string[] => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

export interface Envelope {
  /** Of the interchange, of its one group and of its one transaction: nine digits. */
  readonly control: string;
  readonly sender: string;
  readonly receiver: string;
  readonly test: boolean;
  readonly at: Date;
  /** As the guide names itself, such as 005010X222A1. */
  readonly guide: string;
}

const two = (n: number): string => String(n).padStart(2, '0');
export const x12Day = (at: Date): string => `${at.getUTCFullYear()}${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}`;
export const x12Time = (at: Date): string => `${two(at.getUTCHours())}${two(at.getUTCMinutes())}`;

/** One transaction in one group in one interchange, with their counts; `body` is what stands between ST and SE. */
export function interchange(envelope: Envelope, body: readonly Segment[]): string {
  const { control, sender, receiver, at, guide } = envelope;
  const group = String(Number(control));
  const set = '0001';
  const head = [
    'ISA',
    '00',
    ' '.repeat(10),
    '00',
    ' '.repeat(10),
    'ZZ',
    sender.padEnd(15),
    'ZZ',
    receiver.padEnd(15),
    x12Day(at).slice(2),
    x12Time(at),
    separators.repetition,
    '00501',
    control,
    '0',
    envelope.test ? 'T' : 'P',
    separators.part,
  ];
  const segments: Segment[] = [
    ['GS', 'HC', sender, receiver, x12Day(at), x12Time(at), group, 'X', guide],
    ['ST', '837', set, guide],
    ...body,
    ['SE', String(body.length + 2), set],
    ['GE', '1', group],
    ['IEA', '1', control],
  ];
  // Only the head has a fixed length: there blanks count, and its last element is the separator itself.
  return `${head.join(separators.element)}${separators.segment}${segments.map(written).join('')}`;
}
