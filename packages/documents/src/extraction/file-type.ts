import { DocumentError } from '../errors.ts';
import { extensionOf } from '../output/filename.ts';

/** What people upload. */
export type DocumentType = 'txt' | 'docx' | 'pdf';
/** Messages of other systems may bring RTF and clinical documents (CDA) besides. */
export type ReadableType = DocumentType | 'rtf' | 'cda';

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const PDF_SEARCHED_BYTES = 1024;

const RTF = [...Buffer.from(String.raw`{\rtf`)];
const MAGIC: readonly (readonly [content: string, start: readonly number[]])[] = [
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a GIF picture', [0x47, 0x49, 0x46, 0x38]],
  ['a TIFF picture', [0x49, 0x49, 0x2a, 0x00]],
  ['a TIFF picture', [0x4d, 0x4d, 0x00, 0x2a]],
  ['a program', [0x4d, 0x5a]],
  ['a program', [0x7f, 0x45, 0x4c, 0x46]],
  ['an RTF document', RTF],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['a RAR archive', [...Buffer.from('Rar!')]],
  ['a gzip archive', [0x1f, 0x8b]],
];

/**
 * Judges a file by its extension and by how it starts; both must agree.
 *
 * @param allowed RTF and CDA (named .xml), which nobody uploads
 * @throws DocumentError unsupported-type (naming what it really is), old-doc, password-protected
 */
export function judgeType(
  bytes: Uint8Array,
  filename: string,
  allowed: { readonly rtf?: boolean; readonly cda?: boolean } = {},
): ReadableType {
  const extension = extensionOf(filename);
  if (extension === 'rtf' && allowed.rtf && startsWith(bytes, RTF)) return 'rtf';
  // Whether it is XML, and which, its reader says.
  if (extension === 'xml' && allowed.cda) return 'cda';
  if (startsWith(bytes, OLE)) throw judgeOle(bytes, extension);
  if (extension === 'doc') throw new DocumentError('old-doc');
  if (extension !== 'txt' && extension !== 'docx' && extension !== 'pdf') throw new DocumentError('unsupported-type');
  const content = nameContent(bytes, extension);
  if (content === extension) return extension;
  throw new DocumentError(
    'unsupported-type',
    `The file is named .${extension}, but is ${content}. Open it in its own program, save it as .txt, .docx or .pdf and upload that.`,
  );
}

/** What the first bytes say, in words; the extension itself when nothing speaks against it. */
function nameContent(bytes: Uint8Array, extension: DocumentType): string {
  const known = MAGIC.find(([, start]) => startsWith(bytes, start));
  if (known !== undefined && (known[0] !== 'a program' || !isAsciiText(bytes))) return known[0];
  const isZip = startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06]);
  if (isZip) return extension === 'docx' ? extension : 'a Word file or another archive';
  const head = Buffer.from(bytes.subarray(0, PDF_SEARCHED_BYTES)).toString('latin1');
  // Mail gateways and scanners put a few bytes before the header; in a text file only the very start counts.
  if (extension === 'pdf' ? head.includes('%PDF-') : head.startsWith('%PDF-')) return extension === 'pdf' ? extension : 'a PDF';
  if (/^\s*(?:<!doctype html|<html[\s>])/i.test(head.replace(/^\u00EF\u00BB\u00BF/, ''))) return 'a web page';
  if (extension === 'txt') return extension;
  return isAsciiText(bytes) ? 'plain text' : 'something else';
}

function judgeOle(bytes: Uint8Array, extension: string): DocumentError {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const holds = (name: string) => content.includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) return new DocumentError('password-protected');
  if (extension === 'doc' || holds('WordDocument')) return new DocumentError('old-doc');
  return new DocumentError('unsupported-type', 'This is an old Office file, not a note. Upload a .txt, .docx or .pdf file.');
}

function isAsciiText(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 512).every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127));
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
