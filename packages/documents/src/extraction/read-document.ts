import { readArchive } from './archive.ts';
import { readCda } from '../cda/cda-text.ts';
import { findDocxParts } from '../docx/docx-parts.ts';
import { readDocxText } from '../docx/docx-text.ts';
import { DocumentError } from '../errors.ts';
import type { ReadableType } from './file-type.ts';
import { MAX_TEXT_LENGTH } from '../limits.ts';
import { type ReadText, readPdfText } from '../pdf/pdf-text.ts';
import { readRtfText } from '../rtf/rtf-text.ts';
import { toStoredText } from './sanitize.ts';
import { decodeTextFile } from './text-file.ts';

/**
 * Reads a file whose type was judged, in this process. Hostile Word and PDF files can exhaust memory and time here:
 * the server reads them through an extractor's child processes.
 *
 * @throws DocumentError
 */
export async function readDocument(bytes: Uint8Array, type: ReadableType): Promise<ReadText> {
  const { text: raw, leftOut } = await read(bytes, type);
  const text = toStoredText(raw);
  if (text.length > MAX_TEXT_LENGTH) throw new DocumentError('text-too-long');
  if (!/[\p{L}\p{N}]/u.test(text))
    throw new DocumentError('no-text', type === 'txt' ? 'The file holds no words. Choose a file with text in it.' : undefined);
  return { text, leftOut: leftOut.map(toStoredText) };
}

async function read(bytes: Uint8Array, type: ReadableType): Promise<ReadText> {
  if (type === 'txt') return { text: decodeTextFile(bytes), leftOut: [] };
  if (type === 'rtf') return { text: readRtfText(bytes), leftOut: [] };
  if (type === 'cda') {
    const found = readCda(bytes);
    return typeof found === 'string' ? { text: found, leftOut: [] } : read(found.bytes, found.type);
  }
  if (type === 'pdf') return readPdfText(bytes);
  return { text: readDocxText(findDocxParts(await readArchive(bytes))), leftOut: [] };
}
