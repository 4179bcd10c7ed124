import { fromBufferPromise } from 'yauzl';
import { expect, test } from 'vitest';
import { zipStream } from './zip-stream.ts';

async function namesAndTexts(zip: Uint8Array): Promise<Record<string, string>> {
  const file = await fromBufferPromise(Buffer.from(zip), { lazyEntries: true });
  const found: Record<string, string> = {};
  for await (const entry of file.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await file.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    found[entry.fileName] = Buffer.concat(chunks).toString();
  }
  return found;
}

async function* entries(...names: string[]): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  for (const name of names) yield { name, bytes: Buffer.from(`content of ${name}`) };
}

test('holds every file, with equal names numbered and paths cut off', async () => {
  const zip = new Uint8Array(await new Response(zipStream(entries('a.docx', 'A.docx', '../../é.docx', 'a.docx'))).arrayBuffer());
  expect(await namesAndTexts(zip)).toEqual({
    'a.docx': 'content of a.docx',
    'A (2).docx': 'content of A.docx',
    'é.docx': 'content of ../../é.docx',
    'a (3).docx': 'content of a.docx',
  });
});

test('asks for the next file only when the last one is taken, and lets the source go when the reader leaves', async () => {
  let made = 0;
  let isReleased = false;
  async function* counted() {
    try {
      for (; made < 1000; made += 1) yield { name: `${made}.txt`, bytes: new Uint8Array(100_000) };
    } finally {
      isReleased = true;
    }
  }
  const reader = zipStream(counted()).getReader();
  for (let chunk = 0; chunk < 10; chunk += 1) await reader.read();
  expect(made).toBeLessThan(20);
  await reader.cancel();
  expect(isReleased).toBe(true);
});

test('an error of the source breaks the stream', async () => {
  // oxlint-disable-next-line require-yield -- fails before its first file
  async function* failing(): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
    throw new Error('database gone');
  }
  await expect(new Response(zipStream(failing())).arrayBuffer()).rejects.toThrow('database gone');
});
