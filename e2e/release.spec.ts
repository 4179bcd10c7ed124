import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { makeRelease } from '../scripts/release.mjs';
import { freePort } from './support/free-port.ts';

// The archive as an operator gets it: unpacked where nothing can be written, run by a user who owns nothing but DATA_DIR.

test.describe.configure({ mode: 'serial' });

const password = 'journey password 7';
let folder: string;
let place: string;
let release: Awaited<ReturnType<typeof makeRelease>>;
/** Root hands over to somebody who may do nothing; anybody else is that user already. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const filesIn = (from: string): string[] =>
  readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)))
    .toSorted();
const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const read = (name: string): string => readFileSync(path.join(place, name), 'utf8');

function newDataDir(name: string): string {
  const made = path.join(folder, name);
  mkdirSync(made);
  if (nobody.uid !== undefined) chownSync(made, nobody.uid, nobody.gid);
  return made;
}

/** Node and what a shell script needs; neither npm nor a compiler. */
const environment = (more: Record<string, string>): Record<string, string> => ({ PATH: path.join(folder, 'bin'), ...more });

function incisive(args: readonly string[], env: Record<string, string> = {}): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(path.join(place, 'bin', 'incisive'), args, {
    cwd: '/',
    env: environment(env),
    encoding: 'utf8',
    ...nobody,
  });
  return { code: status, said: stdout + stderr };
}

function expectEnd({ code, said }: ReturnType<typeof incisive>, wanted: number, words: string): void {
  expect(said).toContain(words);
  expect(code).toBe(wanted);
}

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'incisive-release-'));
  chmodSync(folder, 0o755);
  release = await makeRelease(path.join(folder, 'first'));
  execFileSync('tar', ['-xzf', release.file, '-C', folder]);
  place = path.join(folder, release.folder);
  execFileSync('chmod', ['-R', 'a-w', place]);
  mkdirSync(path.join(folder, 'bin'));
  symlinkSync(process.execPath, path.join(folder, 'bin', 'node'));
  for (const name of ['readlink', 'dirname'])
    symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), path.join(folder, 'bin', name));
});
test.afterAll(() => {
  if (existsSync(place)) execFileSync('chmod', ['-R', 'u+w', place]);
  rmSync(folder, { recursive: true, force: true });
});

test('the same sources make the same archive, byte for byte', async () => {
  const second = await makeRelease(path.join(folder, 'second'));
  expect(second.sha256).toBe(release.sha256);
  expect(readFileSync(second.file).equals(readFileSync(release.file))).toBe(true);
  expect(readFileSync(`${second.file}.sha256`, 'utf8')).toBe(`${second.sha256}  ${path.basename(second.file)}\n`);
});

test('every file has its checksum, and no path of the machine that packed is in it', () => {
  const told = read('SHA256SUMS').trim().split('\n');
  const sums = new Map(told.map((line) => [line.slice(66), line.slice(0, 64)]));
  const files = filesIn(place).filter((name) => name !== 'SHA256SUMS');
  expect([...sums.keys()].toSorted()).toEqual(files);
  expect(files.filter((name) => digestOf(path.join(place, name)) !== sums.get(name))).toEqual([]);
  const own = files.filter((name) => !name.startsWith('node_modules/'));
  const here = path.resolve(import.meta.dirname, '..');
  expect(own.filter((name) => readFileSync(path.join(place, name)).includes(here))).toEqual([]);
  expect(own.filter((name) => /\.(test|spec)\.|\/testing\/|\.env$|tsbuildinfo/.test(name))).toEqual([]);
});

test('ASV-84 HIP-N5 the bill of materials names every package that is there, those that are bundled, and PostgreSQL', () => {
  const bill = JSON.parse(read('sbom.cdx.json')) as {
    specVersion: string;
    components: { name: string; version: string; licenses: unknown[]; 'bom-ref': string }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  expect(bill.specVersion).toBe('1.6');
  const named = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  const there = filesIn(place)
    .filter((name) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(name))
    .map((name) => JSON.parse(read(name)) as { name: string; version: string })
    .map(({ name, version }) => `${name}@${version}`);
  expect(there.length).toBeGreaterThan(80);
  expect(there.filter((entry) => !named.has(entry))).toEqual([]);
  for (const name of ['react', '@mantine/core', 'fastify', 'pg', 'postgresql'])
    expect(bill.components.some((component) => component.name === name)).toBe(true);
  for (const tool of ['vitest', 'typescript', 'esbuild', 'lighthouse', 'tar-stream'])
    expect(bill.components.some((component) => component.name === tool)).toBe(false);
  expect(bill.components.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
  const refs = new Set(['incisive', ...bill.components.map((component) => component['bom-ref'])]);
  expect(bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref))).toEqual([]);
});

test('the one command tells its version and its commands, and refuses others', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(incisive(['--version'])).toEqual({ code: 0, said: `${version}\n` });
  expect(incisive(['--help']).said).toContain('audit verify');
  expectEnd(incisive(['explode']), 2, 'There is no command "explode"');
  expect(incisive([]).code).toBe(2);
});

test('it serves, is backed up meanwhile, stops, is verified and restored: read-only, unprivileged, without npm', async () => {
  const data = newDataDir('data');
  const port = await freePort();
  const address = `http://127.0.0.1:${String(port)}`;
  const settings = { DATA_DIR: data, PORT: String(port), DEMO_PASSWORD: password, LOG_LEVEL: 'warn' };
  const server: ChildProcess = spawn(path.join(place, 'bin', 'incisive'), ['start'], {
    cwd: '/',
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...nobody,
  });
  const ended = once(server, 'exit');
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said, { timeout: 300_000 }).toContain('Incisive is ready');
  try {
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${address}/`)).text()).toContain('<title>');
    const signIn = await fetch(`${address}/auth/login/`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'approver', password }),
    });
    const { access_token } = (await signIn.json()) as { access_token: string };
    const made = await fetch(`${address}/api/v1/op-notes/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'PROCEDURE PERFORMED: Laparoscopic appendectomy. The appendix was removed.' }),
    });
    expect(made.status).toBe(201);
    expectEnd(incisive(['backup', path.join(data, 'first.bak')], settings), 0, 'SHA-256');
  } finally {
    server.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
  expectEnd(incisive(['audit', 'verify'], settings), 0, 'The chain is intact.');
  const restored = {
    ...settings,
    DATA_DIR: newDataDir('restored'),
    SECRET: readFileSync(path.join(data, 'secret'), 'utf8').trim(),
  };
  expectEnd(incisive(['restore', path.join(data, 'first.bak')], restored), 0, 'The audit chain is intact');
  if (nobody.uid !== undefined) expect(lstatSync(path.join(data, 'pg')).uid).toBe(nobody.uid);
  // Nothing was written where it was unpacked.
  const sums = read('SHA256SUMS').trim().split('\n');
  expect(filesIn(place).length).toBe(sums.length + 1);
});
