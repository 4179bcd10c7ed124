import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBinaries, restoreLinks } from './binaries.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'inc-'));
  await mkdir(join(root, 'native', 'lib'), { recursive: true });
});

afterEach(() => rm(root, { recursive: true, force: true }));

test('finds the programs of this platform and their version', async () => {
  const found = await findBinaries();
  expect(found.major).toBe('18');
  expect((await readFile(found.postgres)).length).toBeGreaterThan(1_000_000);
});

test.each([
  ['win32', 'x64', /runs on Linux and macOS.*DATABASE_URL/],
  ['linux', 'riscv64', /are not installed.*npm ci/],
])('says what to do on %s %s', async (platform, arch, message) => {
  await expect(findBinaries(platform, arch)).rejects.toThrow(message);
});

test('makes the library links that an install without scripts left out, once', async () => {
  const list = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so' }];
  await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(list));
  await writeFile(join(root, 'native', 'lib', 'libx.so.1.2'), 'code');
  await restoreLinks(root);
  await restoreLinks(root);
  expect(await readlink(join(root, 'native', 'lib', 'libx.so'))).toBe('libx.so.1.2');
  expect(await readFile(join(root, 'native', 'lib', 'libx.so'), 'utf8')).toBe('code');
});
