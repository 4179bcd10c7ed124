import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allocator, supervise } from './supervise.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'incisive-supervise-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A server that adds a line to a file at each start and then does what its n-th start is told to. */
function server(...starts: string[]): { file: string; count: () => number } {
  const [file, log] = [path.join(folder, 'server.mjs'), path.join(folder, 'starts')];
  writeFileSync(
    file,
    `import { appendFileSync, readFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(log)}, 'x');
const start = readFileSync(${JSON.stringify(log)}, 'utf8').length - 1;
const ready = () => new Promise((resolve) => process.send('ready', resolve));
await [${starts.map((words) => `async () => { ${words} }`).join(', ')}][start]();`,
  );
  return { file, count: () => (existsSync(log) ? readFileSync(log, 'utf8').length : 0) };
}

test('S5: a server that was ready and ended with a failure is started again, one that ends in order is not', async () => {
  const { file, count } = server(
    'await ready(); process.exit(1)',
    `await ready(); process.kill(process.pid, 'SIGKILL')`,
    'process.exit(0)',
  );
  const said: string[] = [];
  expect(await supervise(file, { say: (line) => said.push(line) })).toBe(0);
  expect(count()).toBe(3);
  expect(said).toHaveLength(2);
});

test('S5: a server that cannot start is not tried again, and its code is told', async () => {
  const { file, count } = server('process.exit(3)');
  expect(await supervise(file)).toBe(3);
  expect(count()).toBe(1);
});

test('S5: a signal is passed on, and what ends by it stays ended', async () => {
  const { file, count } = server(
    `process.on('SIGTERM', () => process.exit(7)); setInterval(() => undefined, 1000); await ready()`,
  );
  const signals = new EventEmitter();
  const ended = supervise(file, { signals });
  await vi.waitFor(() => expect(count()).toBe(1), { timeout: 30_000 });
  const again = setInterval(() => signals.emit('SIGTERM', 'SIGTERM'), 50);
  expect([7, 1]).toContain(await ended);
  clearInterval(again);
  expect(count()).toBe(1);
});

test('the server gives memory back as it is set here, unless the environment says otherwise', async () => {
  const wanted = Object.keys(allocator);
  const told = path.join(folder, 'told');
  const start = `const { writeFileSync } = await import('node:fs');
writeFileSync(${JSON.stringify(told)}, JSON.stringify(${JSON.stringify(wanted)}.map((name) => process.env[name])));`;
  const { file } = server(start, start);
  const read = (): unknown => JSON.parse(readFileSync(told, 'utf8'));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !wanted.includes(name)));
  await supervise(file, { env });
  expect(read()).toEqual(Object.values(allocator));
  await supervise(file, { env: { ...env, MALLOC_ARENA_MAX: '5' } });
  expect(read()).toEqual(Object.values({ ...allocator, MALLOC_ARENA_MAX: '5' }));
});
