import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { DocumentError } from '../errors.ts';
import {
  MAX_INFLATED_BYTES,
  MAX_INFLATION_RATIO,
  MAX_XML_PART_BYTES,
  MAX_ZIP_ENTRIES,
  RATIO_CHECKED_FROM_BYTES,
} from '../limits.ts';

/** The XML parts of an Office archive by name, without a leading slash. */
export type ArchiveParts = ReadonlyMap<string, Uint8Array>;

/**
 * Inflates every entry of an archive through a counter, trusting no declared size, and keeps the XML parts in memory.
 * Nothing is ever written to disk.
 *
 * @throws DocumentError too-complex (a bomb), password-protected, broken
 */
export async function readArchive(bytes: Uint8Array): Promise<ArchiveParts> {
  const zip = await openZip(bytes);
  const parts = new Map<string, Uint8Array>();
  const budget = new Budget(bytes.byteLength);
  try {
    if (zip.entryCount > MAX_ZIP_ENTRIES) throw new DocumentError('too-complex');
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new DocumentError('password-protected');
      budget.declare(entry.uncompressedSize);
      const content = await inflate(zip, entry, budget);
      if (content === undefined) continue;
      // Two entries of one name: readers differ in which they take, so neither is trusted.
      if (parts.has(entry.fileName)) throw new DocumentError('broken');
      parts.set(entry.fileName, content);
    }
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError('broken', undefined, { cause: error });
  } finally {
    zip.close();
  }
  return parts;
}

async function openZip(bytes: Uint8Array): Promise<ZipFile> {
  try {
    return await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true });
  } catch (error) {
    throw new DocumentError('broken', undefined, { cause: error });
  }
}

/** Counts what was really inflated, over all entries. */
class Budget {
  readonly #fileBytes: number;
  #declared = 0;
  #inflated = 0;

  constructor(fileBytes: number) {
    this.#fileBytes = fileBytes;
  }

  /** An honest bomb is refused before anything is inflated. */
  declare(bytes: number): void {
    this.#declared += bytes;
    if (this.#declared > MAX_INFLATED_BYTES) throw new DocumentError('too-complex');
  }

  spend(bytes: number): void {
    this.#inflated += bytes;
    const ratio = this.#inflated / this.#fileBytes;
    if (this.#inflated > MAX_INFLATED_BYTES || (this.#inflated > RATIO_CHECKED_FROM_BYTES && ratio > MAX_INFLATION_RATIO)) {
      throw new DocumentError('too-complex');
    }
  }
}

/** The content of an XML part; other entries are counted and let go. */
async function inflate(zip: ZipFile, entry: Entry, budget: Budget): Promise<Uint8Array | undefined> {
  const isKept = /\.(?:xml|rels)$/i.test(entry.fileName);
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = await zip.openReadStreamPromise(entry);
  // Leaving the loop by an error destroys the stream: nothing more is inflated.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    budget.spend(chunk.length);
    size += chunk.length;
    if (!isKept) continue;
    if (size > MAX_XML_PART_BYTES) throw new DocumentError('too-complex');
    chunks.push(chunk);
  }
  return isKept ? Buffer.concat(chunks) : undefined;
}
