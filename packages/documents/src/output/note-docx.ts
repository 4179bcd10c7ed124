import { setImmediate as nextTurn } from 'node:timers/promises';
import { packParts } from '../docx/docx-archive.ts';
import { sanitizeText } from '../extraction/sanitize.ts';
import { documentPart, FIXED_PARTS, footerPart, paragraph, table } from '../docx/wordprocessing.ts';

export interface NoteCode {
  readonly code: string;
  readonly description: string;
}

export interface NoteDocument {
  /** The note's id, shown in full. */
  readonly id: string;
  readonly text: string;
  /** The approved codes in their order. Absent for notes that have no codes (education notes): no codes, no table. */
  readonly codes?: readonly NoteCode[] | undefined;
  /** How many approved codes the note has in all, when `codes` is a part of them. Default: as many as `codes`. */
  readonly totalApproved?: number | undefined;
  /** How many codes to print, 1 or more. Default: all of `codes`. */
  readonly limit?: number | undefined;
  /** The copyright notice of the code set, for the footer. */
  readonly notice?: string | undefined;
}

const LINES_A_TURN = 2000;

/**
 * A note as a Word file: its id, the approved codes, the text (printable characters only, line breaks kept), and a table
 * of code and description. Says 'n of m approved codes' when not all are printed. The same input makes the same bytes.
 *
 * @returns the bytes of a .docx file
 * @example
 * await noteToDocx({ id, text, codes: [{ code: '47562', description: 'Removal of gallbladder by scope' }], totalApproved: 3, limit: 1 });
 */
export async function noteToDocx(note: NoteDocument): Promise<Uint8Array> {
  const { id, text, codes, notice = '' } = note;
  const shown = codes?.slice(0, note.limit ?? codes.length);
  const total = Math.max(note.totalApproved ?? 0, codes?.length ?? 0);
  const body = [
    paragraph(`Document ID: ${sanitizeText(id)}`, 'Heading1'),
    ...(shown === undefined ? [] : codeLines(shown, total)),
    paragraph('Text', 'Heading2'),
    ...(await textLines(text)),
    ...(shown === undefined || shown.length === 0 ? [] : codeTable(shown)),
  ];
  return packParts([
    ...FIXED_PARTS,
    ['word/document.xml', documentPart(body.join(''))],
    ['word/footer1.xml', footerPart(oneLine(notice))],
  ]);
}

function codeLines(shown: readonly NoteCode[], total: number): string[] {
  const list = shown.map(({ code }) => oneLine(code)).join(', ');
  const lines = [paragraph('Approved codes', 'Heading2'), paragraph(list === '' ? 'None' : list)];
  if (shown.length < total) lines.push(paragraph(`${shown.length} of ${total} approved codes`));
  return lines;
}

function codeTable(shown: readonly NoteCode[]): string[] {
  const rows = shown.map(({ code, description }) => [oneLine(code), oneLine(description)] as const);
  // Word wants a paragraph after a table that ends the document.
  return [paragraph('Codes', 'Heading2'), table(['Code', 'Description'], rows), paragraph('')];
}

/** A paragraph a line. A long text is done in steps, so that other requests get their turn. */
async function textLines(text: string): Promise<string[]> {
  const lines = sanitizeText(text).split('\n');
  const done: string[] = [];
  for (let at = 0; at < lines.length; at += LINES_A_TURN) {
    if (at > 0) await nextTurn();
    for (const line of lines.slice(at, at + LINES_A_TURN)) done.push(paragraph(line));
  }
  return done;
}

function oneLine(text: string): string {
  return sanitizeText(text).replace(/\s+/g, ' ').trim();
}
