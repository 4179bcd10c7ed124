import { expect, test } from 'vitest';
import { collect } from './uploaded-file.ts';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('S11: a file that comes byte by byte, as one of carriage returns does, lets others have their turn', async () => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 251));
  let turns = 0;
  let done = false;
  const count = (): void => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  const collected = await collect(inPieces(bytes, 1), bytes.length);
  done = true;
  expect(collected.equals(bytes)).toBe(true);
  expect(turns).toBeGreaterThan(bytes.length / 256 - 1);
});

test('the bytes of a part are put together whatever the sizes of its pieces, up to the limit and not beyond', async () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 253));
  for (const size of [7, 65_536, 1_000_000]) expect((await collect(inPieces(bytes, size), 300_000)).equals(bytes)).toBe(true);
  expect((await collect(inPieces(Buffer.alloc(0), 1), 10)).length).toBe(0);
  await expect(collect(inPieces(bytes, 1000), 299_999)).rejects.toMatchObject({ code: 'too-large' });
});
