import { addOnReader } from './add-ons.ts';
import { type EditFileReader, EditFileError, type FileFacts } from './edit-file-reader.ts';
import { feeReader } from './fees.ts';
import { hcpcsReader } from './hcpcs.ts';
import { icdReader } from './icd.ts';
import { mueReader } from './mue.ts';
import { ptpReader } from './ptp.ts';

const readers: readonly EditFileReader[] = [ptpReader, mueReader, addOnReader, feeReader, icdReader, hcpcsReader];

export interface Recognized {
  readonly reader: EditFileReader;
  readonly facts: FileFacts;
}

/** The reader of a published file, by its name; null when it has none. Only the last part of a path counts. */
export function recognize(filename: string): Recognized | null {
  const name = (filename.split(/[/\\]/).at(-1) ?? '').replace(/\.gz$/i, '');
  for (const reader of readers) {
    const facts = reader.facts(name);
    if (facts) return { reader, facts };
  }
  return null;
}

/** What is said of a file that nobody knows. */
export const unrecognized = (names: readonly string[]): EditFileError =>
  new EditFileError(
    `No file of a known kind: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', ...' : ''}. Keep the names that the files were published under, such as ccipra-v322r0-f1.TXT, MCR_MUE_PractitionerServices_Eff_07-01-2026.csv, AOC_V2026Q3-MCR.txt, PPRRVU26_JUL.csv, icd10cm_order_2026.txt or HCPC2026_JUL_ANWEB.txt; spreadsheets (.xlsx) are not read.`,
  );
