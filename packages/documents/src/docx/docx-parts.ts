import type { ArchiveParts } from '../extraction/archive.ts';
import { DocumentError } from '../errors.ts';
import { attribute, readXml } from './xml-reader.ts';

/** The parts of a Word file that hold text, found by their relations as Word finds them. */
export interface DocxParts {
  readonly document: Uint8Array;
  readonly numbering: Uint8Array | undefined;
  readonly styles: Uint8Array | undefined;
  readonly footnotes: Uint8Array | undefined;
  readonly endnotes: Uint8Array | undefined;
}

interface Relation {
  /** The last part of the type's address: 'officeDocument', 'numbering', ... */
  readonly type: string;
  readonly target: string;
}

const OTHER_OFFICE: readonly (readonly [mark: string, content: string])[] = [
  ['spreadsheetml', 'an Excel workbook'],
  ['presentationml', 'a PowerPoint presentation'],
];

/** @throws DocumentError unsupported-type when the archive is no Word file, broken when its main part is missing */
export function findDocxParts(parts: ArchiveParts): DocxParts {
  const main = relationsOf(parts, '').find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml';
  const document = parts.get(main);
  checkContentType(parts, main, document !== undefined);
  if (document === undefined) throw new DocumentError('broken');
  const related = relationsOf(parts, main);
  const partOf = (wanted: string) => {
    const target = related.find(({ type }) => type === wanted)?.target;
    return target === undefined ? undefined : parts.get(target);
  };
  return {
    document,
    numbering: partOf('numbering'),
    styles: partOf('styles'),
    footnotes: partOf('footnotes'),
    endnotes: partOf('endnotes'),
  };
}

function checkContentType(parts: ArchiveParts, main: string, hasMain: boolean): void {
  const types = parts.get('[Content_Types].xml');
  const text = types === undefined ? '' : Buffer.from(types).toString('utf8');
  if (hasMain && text.includes('wordprocessingml') && !main.startsWith('xl/')) return;
  const other = OTHER_OFFICE.find(([mark]) => text.includes(mark))?.[1] ?? (text === '' ? 'another type of archive' : undefined);
  if (other === undefined) {
    if (hasMain) return;
    throw new DocumentError('broken');
  }
  throw new DocumentError(
    'unsupported-type',
    `The file is named .docx, but is ${other}. Save the note as .txt, .docx or .pdf and upload that.`,
  );
}

/** The relations of a part ('' for the archive itself). External ones are never followed. */
function relationsOf(parts: ArchiveParts, part: string): Relation[] {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const bytes = parts.get(`${folder}_rels/${part.slice(slash)}.rels`);
  const found: Relation[] = [];
  if (bytes === undefined) return found;
  readXml(bytes, {
    open: (name, attributes) => {
      if (!name.endsWith('Relationship') || attribute(attributes, 'TargetMode') === 'External') return;
      const type = attribute(attributes, 'Type')?.split('/').at(-1) ?? '';
      found.push({ type, target: resolvePart(folder, attribute(attributes, 'Target') ?? '') });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return found;
}

function resolvePart(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}
