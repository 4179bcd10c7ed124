import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

// The file: magic, salt, then frames. A frame is four bytes (its length, the top bit set on the last one), a tag and AES-256-GCM bytes of
// what was gzipped; its number is the nonce under a key of this file alone. Frames can be neither changed, moved, cut off nor added.
const magic = Buffer.from('INCISIVE BACKUP 1\n');
const saltBytes = 32;
const tagBytes = 16;
const frameBytes = 1 << 20;
const lastFrame = 0x8000_0000;

export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** What opens a file. One that was written for another purpose does not open: a file cannot stand in for another. */
export interface SealKey {
  readonly secret: string;
  readonly purpose: string;
}

const keyOf = ({ secret, purpose }: SealKey, salt: Buffer): Buffer => Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));

function nonceOf(frame: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(frame, 8);
  return nonce;
}

function sealFrame(key: Buffer, frame: number, plain: Buffer, last: boolean): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE((plain.length | (last ? lastFrame : 0)) >>> 0);
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(frame)).setAAD(head);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([head, cipher.getAuthTag(), body]);
}

async function* seal(source: AsyncIterable<Buffer>, given: SealKey): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const key = keyOf(given, salt);
  yield Buffer.concat([magic, salt]);
  let waiting = Buffer.alloc(0);
  let frame = 0;
  for await (const chunk of source) {
    waiting = Buffer.concat([waiting, chunk]);
    for (; waiting.length > frameBytes; waiting = waiting.subarray(frameBytes))
      yield sealFrame(key, frame++, waiting.subarray(0, frameBytes), false);
  }
  yield sealFrame(key, frame, waiting, true);
}

/** Takes exactly so many bytes off a stream of chunks. */
export class ByteReader {
  #rest = Buffer.alloc(0);
  readonly #chunks: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Fewer bytes than asked for mean the end. */
  async take(bytes: number): Promise<Buffer> {
    while (this.#rest.length < bytes) {
      const next = await this.#chunks.next();
      if (next.done) break;
      this.#rest = Buffer.concat([this.#rest, next.value]);
    }
    const taken = this.#rest.subarray(0, bytes);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }
}

async function* unseal(source: AsyncIterable<Buffer>, given: SealKey): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  const head = await reader.take(magic.length + saltBytes);
  if (head.length < magic.length + saltBytes || !head.subarray(0, magic.length).equals(magic))
    throw new BackupError('This file is not a backup of Incisive.');
  const key = keyOf(given, head.subarray(magic.length));
  for (let frame = 0; ; frame += 1) {
    const size = await reader.take(4);
    const word = size.length === 4 ? size.readUInt32BE() : 0;
    const last = word >= lastFrame;
    const length = last ? word - lastFrame : word;
    if (length > frameBytes) throw new BackupError('The backup was changed.');
    const body = await reader.take(tagBytes + length);
    if (size.length < 4 || body.length < tagBytes + length) throw new BackupError('The backup is cut off: its end is missing.');
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(frame)).setAAD(size).setAuthTag(body.subarray(0, tagBytes));
    let plain: Buffer;
    try {
      plain = Buffer.concat([decipher.update(body.subarray(tagBytes)), decipher.final()]);
    } catch {
      throw new BackupError(
        frame === 0 ? 'The backup was made under another SECRET, or was changed.' : 'The backup was changed.',
      );
    }
    yield plain;
    if (!last) continue;
    if ((await reader.take(1)).length > 0) throw new BackupError('The backup was changed: something was added to its end.');
    return;
  }
}

/** A new name outlives a power cut only once its folder is on the disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes bytes into a new file that only `key` opens: compressed, encrypted with AES-256-GCM, and complete on the disk before it gets
 * its name. An existing file is never overwritten.
 * @returns size and SHA-256 of the file.
 */
export async function writeSealed(
  file: string,
  key: SealKey,
  source: AsyncIterable<Buffer | string>,
): Promise<{ bytes: number; sha256: string }> {
  const claimed = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw new BackupError(
      error instanceof Error && 'code' in error && error.code === 'EEXIST'
        ? `${file} is there already. Choose another name.`
        : `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  const partial = `${file}.partial`;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(
      source,
      createGzip(),
      (zipped: AsyncIterable<Buffer>) => seal(zipped, key),
      async function* (sealed: AsyncIterable<Buffer>) {
        for await (const chunk of sealed) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(partial, { flags: 'w', mode: 0o600, flush: true }),
    );
    await rename(partial, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(partial, { force: true });
    await rm(file, { force: true });
    throw error;
  } finally {
    await claimed.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * Reads what `writeSealed` wrote. Nothing that was changed comes out of it, but what precedes the change may: use nothing before the end.
 * @throws BackupError for another key, a changed, cut-off or foreign file.
 */
export async function* readSealed(file: string, key: SealKey): AsyncGenerator<Buffer> {
  const plain = new PassThrough();
  const reading = pipeline(createReadStream(file), (source: AsyncIterable<Buffer>) => unseal(source, key), createGunzip(), plain);
  let failure: unknown;
  reading.catch((error: unknown) => {
    failure = error;
  });
  try {
    yield* plain as AsyncIterable<Buffer>;
  } catch (error) {
    failure ??= error;
  }
  await reading.catch(() => undefined);
  if (failure instanceof BackupError || (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT'))
    throw failure instanceof BackupError ? failure : new BackupError(`${file} is not there.`);
  if (failure) throw new BackupError('The backup cannot be read.', { cause: failure });
}
