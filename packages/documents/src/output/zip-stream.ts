import { makeZip } from 'client-zip';
import { cleanFilename } from './filename.ts';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * An archive of files, made while it is read: one entry is in memory at a time, however many there are.
 * Entries are stored without compression (a .docx is compressed already). A name that occurs again gets a number.
 *
 * @example return new Response(zipStream(notes)); // or Readable.fromWeb(zipStream(notes))
 */
export function zipStream(entries: AsyncIterable<ZipEntry>): ReadableStream<Uint8Array> {
  const reader = makeZip(toInputs(entries)).getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      // The inner stream reports its own cancellation as an error; a reader that goes away is none.
      cancel: (reason) => reader.cancel(reason).catch(() => undefined),
    },
    { highWaterMark: 0 },
  );
}

async function* toInputs(
  entries: AsyncIterable<ZipEntry>,
): AsyncGenerator<{ name: string; input: Uint8Array; lastModified: Date }> {
  const taken = new Set<string>();
  for await (const { name, bytes } of entries)
    yield { name: freeName(cleanFilename(name), taken), input: bytes, lastModified: new Date() };
}

function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length;
  let free = name;
  // Compared as Windows and macOS do.
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
  taken.add(free.toLowerCase());
  return free;
}
