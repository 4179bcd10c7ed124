import { deflateRawSync } from 'node:zlib';
import { crc32 } from 'node:zlib';

/** An entry of a hand-made archive; the sizes and flags that are given are written whether they are true or not. */
export interface RawEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly declaredSize?: number;
  readonly flags?: number;
  readonly stored?: boolean;
}

const WORD_NS = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const DOCUMENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** A zip archive, honest or not. */
export function rawZip(entries: readonly RawEntry[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declaredSize, flags = 0x0800, stored = false } of entries) {
    const bytes = Buffer.from(content);
    const packed = stored ? bytes : deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(stored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declaredSize ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    files.push(Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed);
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), fields, rest, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}

export function relationsPart(list: readonly (readonly [type: string, target: string, mode?: string])[]): string {
  const items = list.map(
    ([type, target, mode], index) =>
      `<Relationship Id="r${index}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode === undefined ? '' : ` TargetMode="${mode}"`}/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
}

/** The entries every Word file has, around the given document part. */
export function docxEntries(documentXml: string, more: readonly RawEntry[] = [], contentType = DOCUMENT_TYPE): RawEntry[] {
  return [
    {
      name: '[Content_Types].xml',
      content: `<Types><Override PartName="/word/document.xml" ContentType="${contentType}"/></Types>`,
    },
    { name: '_rels/.rels', content: relationsPart([['officeDocument', 'word/document.xml']]) },
    { name: 'word/document.xml', content: documentXml },
    ...more,
  ];
}

/** A document part with this body; `before` goes in front of the root element. */
export function documentXml(body: string, before = ''): string {
  return `${before}<w:document xmlns:w="${WORD_NS}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>${body}</w:body></w:document>`;
}

export function line(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

export function docx(body: string, more: readonly RawEntry[] = []): Uint8Array {
  return rawZip(docxEntries(documentXml(body), more));
}
