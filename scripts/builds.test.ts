import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentBuild, placeBuild } from './builds.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'incisive-builds-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const page = (): string => readFileSync(path.join(folder, 'current', 'page'), 'utf8');
const making = (words: string) => async (into: string) => writeFileSync(path.join(into, 'page'), words);

test('S7: a build is put in place whole; until then, and when it fails, the one before is served', async () => {
  expect(currentBuild(folder)).toBeNull();
  await placeBuild(folder, 'one', making('first'));
  expect(page()).toBe('first');
  await placeBuild(folder, 'two', async (into) => {
    writeFileSync(path.join(into, 'page'), 'half');
    expect(page()).toBe('first');
    writeFileSync(path.join(into, 'page'), 'second');
  });
  expect(page()).toBe('second');
  const broken = placeBuild(folder, 'three', async (into) => {
    writeFileSync(path.join(into, 'page'), 'half');
    throw new Error('no room');
  });
  await expect(broken).rejects.toThrow('no room');
  expect(page()).toBe('second');
  expect(currentBuild(folder)).toBe(path.join(folder, 'two'));
  expect(readdirSync(folder).toSorted()).toEqual(['current', 'one', 'two']);
});

test('S7: the build that a running server was started from outlives the next one, older ones do not', async () => {
  for (const name of ['one', 'two', 'three']) await placeBuild(folder, name, making(name));
  expect(readdirSync(folder).toSorted()).toEqual(['current', 'three', 'two']);
  // A build that is there already is not made again.
  await placeBuild(folder, 'two', () => Promise.reject(new Error('made again')));
  expect(page()).toBe('two');
});

test('S7: a command on a checkout that is not built says what to run, builds nothing and installs nothing', () => {
  const scripts = path.join(folder, 'scripts');
  mkdirSync(scripts);
  for (const name of ['incisive.mjs', 'commands.mjs', 'builds.mjs', 'install.mjs', 'supervise.mjs'])
    cpSync(path.join(import.meta.dirname, name), path.join(scripts, name));
  writeFileSync(path.join(folder, 'package-lock.json'), '{}');
  const { status, stderr } = spawnSync(process.execPath, [path.join(scripts, 'incisive.mjs'), 'backup', 'file'], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('npm run build');
  expect(existsSync(path.join(folder, 'dist'))).toBe(false);
  expect(existsSync(path.join(folder, 'node_modules'))).toBe(false);
});

test('S7: a command runs what is in place, whatever the environment says of the public pages', async () => {
  const root = path.join(folder, 'checkout');
  mkdirSync(path.join(root, 'scripts'), { recursive: true });
  for (const name of ['incisive.mjs', 'commands.mjs', 'builds.mjs', 'install.mjs', 'supervise.mjs'])
    cpSync(path.join(import.meta.dirname, name), path.join(root, 'scripts', name));
  writeFileSync(path.join(root, 'package-lock.json'), '{}');
  await placeBuild(path.join(root, 'dist'), 'old', async (into) => {
    mkdirSync(path.join(into, 'server'));
    writeFileSync(path.join(into, 'server', 'cli-backup.js'), 'console.log("backed up", process.argv[2]);');
  });
  const { status, stdout } = spawnSync(process.execPath, [path.join(root, 'scripts', 'incisive.mjs'), 'backup', 'FILE'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], SOCIAL_LINKS: 'another=value' },
  });
  expect([status, stdout.trim()]).toEqual([0, 'backed up FILE']);
  expect(currentBuild(path.join(root, 'dist'))).toBe(path.join(root, 'dist', 'old'));
});
