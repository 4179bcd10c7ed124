import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const compress = promisify(deflateRaw);
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** 1 January 1980, the earliest date there is: the same note makes the same bytes. */
const DATE = 0x0021;

/** Packs the parts of a Word file, compressed off the main thread. */
export async function packParts(parts: readonly (readonly [name: string, content: string])[]): Promise<Uint8Array> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
    const bytes = Buffer.from(content, 'utf8');
    const packed = await compress(bytes);
    const fields = entryFields(Buffer.byteLength(name), { crc: crc32(bytes), size: bytes.length, packedSize: packed.length });
    files.push(signature(0x04034b50), fields, Buffer.from(name), packed);
    directory.push(directoryEntry(fields, name, offset));
    offset += 4 + fields.length + Buffer.byteLength(name) + packed.length;
  }
  const list = Buffer.concat(directory);
  return Buffer.concat([...files, list, directoryEnd(parts.length, list.length, offset)]);
}

/** The fields that a file's own header and its directory entry share. */
function entryFields(nameLength: number, { crc, size, packedSize }: { crc: number; size: number; packedSize: number }): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(DEFLATED, 4);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packedSize, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}

function directoryEntry(fields: Buffer, name: string, offset: number): Buffer {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(VERSION);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x02014b50), madeBy, fields, rest, Buffer.from(name)]);
}

function directoryEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
