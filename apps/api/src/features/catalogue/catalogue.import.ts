import type { ImportResult } from '@incisive/contract/cpt-codes';
import { limits } from '@incisive/contract/limits';
import { parseCatalogueFile } from '@incisive/engine';
import { AppError, fieldError } from '../../http/app-error.ts';

/** So many refused lines are told one by one. */
const linesTold = 1000;

/** A file ready for the catalogue: parallel lists, as PostgreSQL's unnest takes them, and what was refused. */
export interface CatalogueUpload {
  readonly codes: string[];
  readonly descriptions: string[];
  readonly refused: number;
  readonly lines: ImportResult['lines'];
}

/** How files that are no text begin, in hexadecimal: PDF, zip, old Office, PNG, GIF, JPEG, ELF. */
const binary = /^(?:25504446|504b0304|d0cf11e0|89504e47|47494638|ffd8ff|7f454c46)/;

/**
 * Reads a catalogue file in memory.
 * @throws AppError `file-unsupported-type` for anything but .txt, `file-empty`, or `validation` when no line holds a code.
 */
export function readCatalogueUpload(file: { readonly filename: string; readonly bytes: Buffer }): CatalogueUpload {
  const name = file.filename.toLowerCase();
  if (
    !limits.catalogueExtensions.some((extension) => name.endsWith(extension)) ||
    binary.test(file.bytes.subarray(0, 4).toString('hex'))
  )
    throw new AppError('file-unsupported-type', {
      detail: 'This type of file isn’t supported. Save it as .txt and upload that; CSV lines can stay as they are.',
    });
  if (file.bytes.length === 0) throw new AppError('file-empty');
  const { entries, refused } = parseCatalogueFile(file.bytes);
  if (entries.length === 0 && refused.length === 0)
    throw fieldError('file', 'No line of the file begins with a five-character code and a description');
  return {
    codes: entries.map((entry) => entry.code),
    // PostgreSQL takes no NUL.
    descriptions: entries.map((entry) => entry.description.replaceAll('\u0000', '')),
    refused: refused.length,
    lines: refused.slice(0, linesTold).map(({ line, reason }) => ({ line, reason })),
  };
}
