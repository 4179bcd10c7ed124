import type { fileTypes } from '@incisive/contract/fhir';
import { limits } from '@incisive/contract/limits';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import { fromBase64 } from '../../http/input/base64.ts';
import { extractFile } from '../notes/read-file.service.ts';

export interface Taken {
  readonly text: string;
  readonly type: 'txt' | 'docx' | 'pdf';
  readonly leftOut: readonly string[];
}

/** A name of the kind that the media type says; plain text has none, for it comes in any character set. */
const names: Readonly<Partial<Record<string, string>> & Record<Exclude<(typeof fileTypes)[number], 'text/plain'>, string>> = {
  'application/pdf': 'note.pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'note.docx',
  'application/rtf': 'note.rtf',
  'text/rtf': 'note.rtf',
  'application/xml': 'note.xml',
  'text/xml': 'note.xml',
  'application/hl7-cda+xml': 'note.xml',
  'application/cda+xml': 'note.xml',
};

/** The text of a plain attachment in the character set that it names. */
function plainText(bytes: Buffer, charset: string): Taken {
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    throw fieldError('content.0.attachment.contentType', 'This character set is not known. Send UTF-8.');
  }
  try {
    return { text: decoder.decode(bytes), type: 'txt', leftOut: [] };
  } catch {
    throw fieldError('content.0.attachment.data', `These bytes are not ${charset}. Name the right character set, or send UTF-8.`);
  }
}

export interface Given {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The bytes of a file in base64. @param path where it stands in what was sent */
export function bytesOf(data: string, path: string): Buffer {
  if (data.trim() === '') throw fieldError(path, 'The file is empty.');
  const bytes = fromBase64(data);
  if (bytes === null) throw fieldError(path, 'This is not base64.');
  if (bytes.length > limits.uploadBytes) throw new AppError('too-large');
  return bytes;
}

/** The document's text: plain text as it is, files through the same killable child as uploads. */
export async function readGiven(deps: Deps, { contentType, bytes }: Given, owner: string): Promise<Taken> {
  const [mime = '', ...rest] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (mime === 'text/plain')
    return plainText(
      bytes,
      rest
        .find((part) => part.startsWith('charset='))
        ?.slice(8)
        .replaceAll('"', '') ?? 'utf-8',
    );
  const filename = names[mime];
  if (!filename)
    throw fieldError(
      'content.0.attachment.contentType',
      'Send text/plain, a PDF, a .docx, RTF or a clinical document (CDA) as application/xml, by its media type.',
    );
  return extractFile(deps, { bytes, filename, rtf: true, cda: true }, owner);
}
