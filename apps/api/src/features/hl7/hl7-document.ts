import { fromBase64 } from '../../http/input/base64.ts';
import type { SourceId } from '../notes/note-sources.service.ts';
import { Hl7Error, type Hl7Parsed, type Segment, unescaped, valueOf } from './hl7-message.ts';

/** A piece of the document, in the order of the message. */
export type DocumentPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly filename: string; readonly bytes: Buffer };

export interface Hl7Document {
  /** For example MDM^T02. */
  readonly event: string;
  /** By which the sender knows the document. */
  readonly source: SourceId;
  /** Of the document that this one replaces. */
  readonly replaces: SourceId | null;
  /** Whether another text of the same document takes the place of the one that is here. */
  readonly changes: boolean;
  readonly parts: readonly DocumentPart[];
}

/** New, of another state, edited, and replacing documents with their content; the others bring none, or take away. */
const documentEvents: readonly string[] = ['T02', 'T04', 'T08', 'T10'];

/** Type and trigger of MSH-9, checked for what is taken here. */
export function eventOf(message: Hl7Parsed): string {
  const head = message.segments[0];
  const [type, trigger] = [valueOf(message, head, 9), valueOf(message, head, 9, 2)];
  const event = `${type}^${trigger}`.slice(0, 40);
  if (type !== 'MDM' && type !== 'ORU')
    throw new Hl7Error(200, 'Messages of this type are not accepted. Send MDM^T02, T04, T08, T10 or ORU^R01.', 'AR');
  if (type === 'ORU' ? trigger !== 'R01' : !documentEvents.includes(trigger))
    throw new Hl7Error(201, 'This event is not accepted. Send MDM^T02, T04, T08, T10 or ORU^R01.', 'AR');
  return event;
}

/** An identifier of type EI within whoever assigned it; the sending system where nobody is named. */
function sourceOf(message: Hl7Parsed, segment: Segment, field: number): SourceId | null {
  const value = valueOf(message, segment, field);
  if (value === '') return null;
  const head = message.segments[0];
  const assigned = valueOf(message, segment, field, 3) || valueOf(message, segment, field, 2);
  const system = assigned || [valueOf(message, head, 3), valueOf(message, head, 4)].filter((one) => one !== '').join(' ');
  return { system: `urn:incisive:hl7:${segment.name.toLowerCase()} ${system}`.slice(0, 500), value: value.slice(0, 500) };
}

/** How files begin, whatever the message calls them. */
const beginnings: readonly (readonly [string, string])[] = [
  ['%PDF-', 'note.pdf'],
  [String.raw`{\rtf`, 'note.rtf'],
  // A zip: whether a Word document is in it, the file readers say.
  ['PK\u0003\u0004', 'note.docx'],
];
const files: Readonly<Record<string, string>> = {
  pdf: 'note.pdf',
  rtf: 'note.rtf',
  docx: 'note.docx',
  'vnd.openxmlformats-officedocument.wordprocessingml.document': 'note.docx',
};

/** OBX-5 of type ED: source, type, subtype, encoding, data. */
function encapsulated(message: Hl7Parsed, segment: Segment): DocumentPart {
  const { component, repetition } = message.separators;
  const [, type = '', subtype = '', encoding = '', data = ''] = (segment.fields[5] ?? '')
    .split(repetition, 1)[0]!
    .split(component);
  if (encoding.trim().toLowerCase() !== 'base64')
    throw new Hl7Error(102, 'A document in OBX-5 is not in base64. Send it as ED with Base64 in its fourth component.');
  const bytes = fromBase64(data);
  if (bytes === null) throw new Hl7Error(102, 'The base64 of a document in OBX-5 cannot be read.');
  const kind = (subtype || type)
    .trim()
    .toLowerCase()
    .replace(/^application\//, '');
  const magic = bytes.subarray(0, 5).toString('latin1');
  const filename = beginnings.find(([first]) => magic.startsWith(first))?.[1] ?? files[kind];
  if (filename === undefined && /^(text|plain|txt)$/.test(kind)) return { kind: 'file', filename: 'note.txt', bytes };
  if (filename === undefined)
    throw new Hl7Error(102, 'The document in OBX-5 is of a kind that is not read. Send text, RTF, PDF or .docx.');
  return { kind: 'file', filename, bytes };
}

/** The parts of the OBX segments: lines of text that follow one another are one part. */
function partsOf(message: Hl7Parsed, observations: readonly Segment[]): DocumentPart[] {
  const parts: DocumentPart[] = [];
  const separator = message.segments[0]!.fields[1]!;
  let lines: string[] = [];
  const close = (): void => {
    const text = lines.join('\n');
    lines = [];
    if (text.trim() === '') return;
    if (text.trimStart().startsWith(String.raw`{\rtf`))
      parts.push({ kind: 'file', filename: 'note.rtf', bytes: Buffer.from(text.trimStart(), 'latin1') });
    else parts.push({ kind: 'text', text });
  };
  for (const observation of observations) {
    const kind = valueOf(message, observation, 2);
    if (['TX', 'FT', 'ST', ''].includes(kind))
      lines.push(
        ...(observation.fields[5] ?? '')
          .split(message.separators.repetition)
          .map((line) => unescaped(line, message.separators, separator)),
      );
    else if (kind === 'ED') {
      close();
      parts.push(encapsulated(message, observation));
    } else if (kind === 'RP')
      throw new Hl7Error(
        102,
        'OBX-5 names an address instead of the document: addresses are not fetched. Send the document itself.',
      );
    // Codes and numbers beside the report are no words of it.
  }
  close();
  return parts;
}

/**
 * The document that a message brings: of an MDM under TXA-12, of an ORU under the filler's number of its report (OBR-3).
 * @throws Hl7Error
 */
export function documentOf(message: Hl7Parsed): Hl7Document {
  const event = eventOf(message);
  const { segments } = message;
  const observations = segments.filter(({ name }) => name === 'OBX');
  if (observations.length === 0) throw new Hl7Error(100, 'The message has no OBX segment, and so no text.');
  if (event.startsWith('MDM')) {
    const about = segments.filter(({ name }) => name === 'TXA');
    if (about.length !== 1) throw new Hl7Error(100, 'The message needs exactly one TXA segment.');
    const source = sourceOf(message, about[0]!, 12);
    if (!source) throw new Hl7Error(101, 'TXA-12, the number of the document, is missing.');
    return {
      event,
      source,
      changes: event !== 'MDM^T02',
      replaces: event === 'MDM^T10' ? sourceOf(message, about[0]!, 13) : null,
      parts: partsOf(message, observations),
    };
  }
  const reports = segments.filter(
    ({ name }, n) =>
      name === 'OBR' && segments.slice(n + 1).find((one) => one.name === 'OBX' || one.name === 'OBR')?.name === 'OBX',
  );
  if (reports.length !== 1)
    throw new Hl7Error(100, 'The message needs exactly one report: one OBR segment with its OBX segments.');
  if (valueOf(message, reports[0], 25) === 'X')
    throw new Hl7Error(103, 'A report that was canceled (OBR-25 X) is not accepted.', 'AR');
  const source = sourceOf(message, reports[0]!, 3) ?? sourceOf(message, reports[0]!, 2);
  if (!source) throw new Hl7Error(101, 'OBR-3, the number of the report, is missing.');
  return { event, source, changes: true, replaces: null, parts: partsOf(message, observations) };
}
