import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'incisive-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const npm = (args: string[], cwd: string): string =>
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--offline', '--loglevel=error'], { cwd, encoding: 'utf8' });

// A compiler and npm are started: a busy machine gets the time that it needs.
it(
  'L: packed and installed into an empty folder, the ten lines of its README give suggestions, with types and no dependency',
  { timeout: 900_000 },
  () => {
    const [made, user] = [join(folder, 'made'), join(folder, 'user')];
    execFileSync(process.execPath, [join(root, 'scripts/pack-engine.mjs'), '--to', made], { cwd: root });
    const packed = npm(['pack', '--pack-destination', folder], made).trim().split('\n').at(-1)!;
    mkdirSync(user);
    writeFileSync(join(user, 'package.json'), '{ "type": "module" }');
    npm(['install', join(folder, packed)], user);

    const [, lines = ''] = /```js\n([^]*?)```/.exec(readFileSync(join(made, 'README.md'), 'utf8')) ?? [];
    expect(lines.trim().split('\n').length).toBeLessThanOrEqual(10);
    writeFileSync(join(user, 'ten.js'), lines);
    const told = execFileSync(process.execPath, ['ten.js'], { cwd: user, encoding: 'utf8' });
    expect(told).toMatch(/^47563 likely 0\.\d\d .*cholangiogram/m);

    const manifest = JSON.parse(readFileSync(join(user, 'node_modules/@incisive/engine/package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    writeFileSync(
      join(user, 'typed.ts'),
      `${lines}\nexport const first: string | undefined = suggestions[0]?.code;\n// @ts-expect-error: a confidence is a number\nexport const wrong: string | undefined = suggestions[0]?.confidence;\n`,
    );
    writeFileSync(
      join(user, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { strict: true, noEmit: true, module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], types: [] },
        files: ['typed.ts'],
      }),
    );
    expect(() =>
      execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], { cwd: user, encoding: 'utf8' }),
    ).not.toThrow();
  },
);
