import { fromBufferPromise } from 'yauzl';
import type { ZipFile } from 'yauzl';
import { DocumentError } from '../errors.ts';
import { MAX_ZIP_ENTRIES } from '../limits.ts';

/**
 * The bytes of the first entry of a zip whose name is wanted, as they are unpacked; undefined when none is. Who reads them counts them.
 *
 * @throws DocumentError password-protected, broken, too-complex
 */
export async function zipEntryBytes(
  bytes: Buffer,
  isWanted: (name: string) => boolean,
): Promise<{ readonly name: string; readonly bytes: AsyncIterable<Uint8Array> } | { readonly names: readonly string[] }> {
  const zip = await opened(bytes);
  if (zip.entryCount > MAX_ZIP_ENTRIES) throw new DocumentError('too-complex');
  const names: string[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (!isWanted(entry.fileName)) {
        names.push(entry.fileName);
        continue;
      }
      if (entry.isEncrypted()) throw new DocumentError('password-protected');
      return { name: entry.fileName, bytes: (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array> };
    }
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError('broken', undefined, { cause: error });
  }
  return { names };
}

async function opened(bytes: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(bytes, { lazyEntries: true });
  } catch (error) {
    throw new DocumentError('broken', undefined, { cause: error });
  }
}
