import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readArchive, writeArchive } from './archive.ts';

const secret = 'a secret of the tests, long enough to be taken';
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'incisive-archive-'));
  file = path.join(folder, 'backup');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* given(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
const read = async (by = secret): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of readArchive(file, by)) lines.push(line);
  return lines;
};
/** Lines that do not shrink, so that they take several frames. */
const noise = Array.from({ length: 6000 }, (_, n) =>
  Buffer.from(Array.from({ length: 400 }, (_unused, at) => (n * 7919 + at * 104_729 + ((n * at) % 251)) % 256)).toString(
    'base64',
  ),
);

test('lines come back as they were, blanks, quotes and all alphabets included', async () => {
  const lines = ['{"a":1}', '', '  "quoted" \\n \u2028 ', 'Ünïcödé 手術 🩺', 'x'.repeat(3_000_000)];
  const { bytes, sha256 } = await writeArchive(file, secret, given(lines));
  expect(await read()).toEqual(lines);
  expect((await stat(file)).size).toBe(bytes);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(await readdir(folder)).toEqual(['backup']);
});

test('many frames, and none at all', async () => {
  const { bytes } = await writeArchive(file, secret, given(noise));
  expect(bytes).toBeGreaterThan(1_100_000);
  expect(await read()).toEqual(noise);
  await rm(file);
  await writeArchive(file, secret, given([]));
  expect(await read()).toEqual([]);
});

test('HIP-05 nothing of the text can be read in the file, and the same text makes other bytes each time', async () => {
  const marker = 'planted marker of a patient';
  await writeArchive(file, secret, given([marker]));
  const first = await readFile(file);
  await rm(file);
  await writeArchive(file, secret, given([marker]));
  const second = await readFile(file);
  expect(first.includes('marker')).toBe(false);
  expect(first.subarray(18).equals(second.subarray(18))).toBe(false);
});

test('an existing file stays as it is, and a failure leaves none', async () => {
  await writeFile(file, 'the backup of yesterday');
  await expect(writeArchive(file, secret, given(['x']))).rejects.toThrow('is there already');
  expect(await readFile(file, 'utf8')).toBe('the backup of yesterday');
  await rm(file);
  const failing = async function* (): AsyncGenerator<string> {
    yield 'one';
    throw new Error('the database went away');
  };
  await expect(writeArchive(file, secret, failing())).rejects.toThrow('the database went away');
  expect(await readdir(folder)).toEqual([]);
});

describe('REL-11 a backup that is not whole is refused', () => {
  const changed = async (change: (bytes: Buffer) => Buffer): Promise<void> => {
    await writeArchive(file, secret, given(noise));
    await writeFile(file, change(await readFile(file)));
  };
  const cut = (by: number) => (bytes: Buffer) => bytes.subarray(0, bytes.length - by);

  test('under another secret', async () => {
    await writeArchive(file, secret, given(['x']));
    await expect(read('another secret, as long as the first one')).rejects.toThrow('another SECRET');
  });

  test.each([
    ['one byte', cut(1)],
    ['the last frame', (bytes: Buffer) => bytes.subarray(0, 50 + 4 + 16 + (1 << 20))],
    ['all but the head', (bytes: Buffer) => bytes.subarray(0, 50)],
  ])('cut off by %s', async (_what, change) => {
    await changed(change);
    await expect(read()).rejects.toThrow('cut off');
  });

  test.each([
    ['in the salt', 20],
    ['in the first length', 51],
    ['in the first frame', 3000],
    ['in the last frame', -5],
  ])('with a changed bit %s', async (_where, at) => {
    await changed((bytes) => {
      const copy = Buffer.from(bytes);
      copy[at < 0 ? copy.length + at : at]! ^= 1;
      return copy;
    });
    await expect(read()).rejects.toThrow(/changed|another SECRET|cut off/);
  });

  test('with something added to its end', async () => {
    await changed((bytes) => Buffer.concat([bytes, Buffer.from('more')]));
    await expect(read()).rejects.toThrow('added to its end');
  });

  test('that is another file, or none', async () => {
    await writeFile(file, 'PK this is a zip');
    await expect(read()).rejects.toThrow('not a backup');
    await rm(file);
    await expect(read()).rejects.toThrow('is not there');
  });
});
