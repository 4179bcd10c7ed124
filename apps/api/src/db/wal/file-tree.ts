import { createReadStream } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { BackupError, ByteReader } from '../backup/sealed-file.ts';

/** A file or folder on its way: its place below the root, and the bytes that follow. Plain: what carries it is sealed. */
interface Head {
  readonly path: string;
  /** Undefined for a folder. */
  readonly bytes?: number;
}

const noBytes = Buffer.alloc(1 << 16);

function headBytes(head: Head): Buffer {
  const words = Buffer.from(JSON.stringify(head));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(words.length);
  return Buffer.concat([size, words]);
}

export async function* folderEntry(name: string): AsyncGenerator<Buffer> {
  yield headBytes({ path: name });
}

export async function* textEntry(name: string, text: string): AsyncGenerator<Buffer> {
  const content = Buffer.from(text);
  yield headBytes({ path: name, bytes: content.length });
  if (content.length > 0) yield content;
}

/** A file as it is now, which may change or go meanwhile: as many bytes as it had, with zeros for those that are gone. */
export async function* fileEntry(name: string, file: string): AsyncGenerator<Buffer> {
  const found = await lstat(file).catch(() => null);
  if (!found?.isFile()) return;
  yield headBytes({ path: name, bytes: found.size });
  let left = found.size;
  if (left > 0)
    try {
      for await (const part of createReadStream(file, { end: found.size - 1, highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
        left -= part.length;
        yield part;
      }
    } catch (error) {
      // Deleted between the look and the reading, as the log says too.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  for (; left > 0; left -= noBytes.length) yield noBytes.subarray(0, Math.min(left, noBytes.length));
}

/** Everything in a folder that `wanted` says yes to, folders before what is in them. A link is refused: it leads out of the folder. */
export async function* filesIn(
  root: string,
  wanted: (name: string) => boolean,
  below = '',
): AsyncGenerator<{ readonly name: string; readonly isFolder: boolean }> {
  for (const entry of await readdir(path.join(root, below), { withFileTypes: true })) {
    const name = path.posix.join(below, entry.name);
    if (!wanted(name)) continue;
    if (entry.isSymbolicLink())
      throw new BackupError(
        `${path.join(root, name)} is a link: a database with files elsewhere (tablespaces) cannot be copied.`,
      );
    yield { name, isFolder: entry.isDirectory() };
    if (entry.isDirectory()) yield* filesIn(root, wanted, name);
  }
}

/** Writes what comes into a folder, which must exist. @throws BackupError when the end comes too early */
export async function unpack(source: AsyncIterable<Buffer>, root: string): Promise<void> {
  const reader = new ByteReader(source);
  for (;;) {
    const size = await reader.take(4);
    if (size.length === 0) return;
    const words = size.length === 4 ? await reader.take(size.readUInt32BE()) : size;
    const head = JSON.parse(words.toString('utf8')) as Head;
    const target = path.join(root, head.path);
    if (path.relative(root, target).startsWith('..')) throw new BackupError('The copy names a file outside its folder.');
    if (head.bytes === undefined) {
      await mkdir(target, { recursive: true, mode: 0o700 });
      continue;
    }
    const file = await open(target, 'wx', 0o600);
    try {
      await copyInto(file, reader, head.bytes);
    } finally {
      await file.close();
    }
  }
}

async function copyInto(file: FileHandle, reader: ByteReader, bytes: number): Promise<void> {
  for (let left = bytes; left > 0;) {
    const part = await reader.take(Math.min(left, 1 << 20));
    if (part.length === 0) throw new BackupError('The copy is cut off: its end is missing.');
    await file.write(part);
    left -= part.length;
  }
}
