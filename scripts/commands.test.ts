import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readRequest } from './test-nodes.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

it.each([
  [['--explane'], /^Unknown option '--explane'/],
  [['--catalogue', '/no/such/file'], /^There is no file \/no\/such\/file\.$/],
])('C12: a command that is given %s says what is wrong in a line', (args, words) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'commands-'));
  const file = path.join(folder, 'command.mjs');
  writeFileSync(
    file,
    `import { readFileSync } from 'node:fs';
    import { parseArgs } from 'node:util';
    const { values } = parseArgs({ options: { catalogue: { type: 'string' } } });
    readFileSync(values.catalogue);`,
  );
  const tool = path.join(root, 'scripts', 'tool.mjs');
  const { status, stderr } = spawnSync(process.execPath, [tool, path.relative(root, file), ...args], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stderr.trim()).toMatch(words);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(status).toBe(2);
});

it('C12: the Nodes that are tested are those promised, or those named', () => {
  expect(readRequest([])).toEqual({ versions: ['20.19', '22', '24'], files: [] });
  expect(readRequest(['22', 'notes.list'])).toEqual({ versions: ['22'], files: ['notes.list'] });
});

it('C12: every command of README and CONTRIBUTING is one, and every command is told in one of them', () => {
  const text = ['README.md', 'CONTRIBUTING.md', 'docs/operations.md']
    .map((name) => readFileSync(path.join(root, name), 'utf8'))
    .join('\n');
  const told = new Set([...text.matchAll(/npm (?:run )?([a-z][a-z0-9:-]*)/g)].map(([, name = '']) => name));
  const own = new Set(['ci', 'run']);
  expect([...told].filter((name) => !own.has(name) && !(name in scripts))).toEqual([]);
  expect(Object.keys(scripts).filter((name) => !told.has(name))).toEqual([]);
});
