import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const features = 'apps/api/src/features';

interface Trespass {
  readonly file: string;
  readonly line: string;
  /** The start of what lint says to do instead. */
  readonly says: string;
}

const importing = (from: string, what = 'thing'): string => `import { ${what} } from '${from}';\nexport const used = ${what};`;
const door = 'Another feature is reached through its *.service.ts';
const order = 'tenants, notes, suggestions, codes, exports build on each other in this order';
const below = 'The rooms below the features know none';
const system = 'withSystem sees every tenant';
const webFeature = 'Features do not import each other';

const refused: Readonly<Record<string, Trespass>> = {
  'contract takes a package': {
    file: 'packages/contract/src/a.ts',
    line: importing('fastify'),
    says: 'contract imports zod alone',
  },
  'contract takes Node': { file: 'packages/contract/src/b.ts', line: importing('node:fs'), says: 'contract imports zod alone' },
  'engine takes the contract': {
    file: 'packages/engine/src/a.ts',
    line: importing('@incisive/contract'),
    says: 'engine, documents and rules',
  },
  'documents take the engine': {
    file: 'packages/documents/src/a.ts',
    line: importing('@incisive/engine'),
    says: 'engine, documents and rules',
  },
  'rules take the contract': {
    file: 'packages/rules/src/a.ts',
    line: importing('@incisive/contract'),
    says: 'engine, documents and rules',
  },
  'web takes the engine': {
    file: 'apps/web/src/routes/a.tsx',
    line: importing('@incisive/engine'),
    says: 'web knows the contract only',
  },
  'a web feature takes another': {
    file: 'apps/web/src/features/notes/a.ts',
    line: importing('../accounts/x.ts'),
    says: webFeature,
  },
  'a pane of a web feature takes another feature': {
    file: 'apps/web/src/features/notes/list/a.ts',
    line: importing('../../accounts/x.ts'),
    says: webFeature,
  },
  'a component takes a feature': {
    file: 'apps/web/src/components/form/a.tsx',
    line: importing('../../features/notes/x.ts'),
    says: 'components, lib and theme know no feature',
  },
  'an API feature takes a store': { file: `${features}/learning/a.ts`, line: importing('../notes/notes.store.ts'), says: door },
  'an API feature takes the type of a policy': {
    file: `${features}/feedbacks/a.ts`,
    line: "import type { Thing } from '../notes/notes.policy.ts';\nexport type Used = Thing;",
    says: door,
  },
  'an API feature takes a job': {
    file: `${features}/catalogue/a.ts`,
    line: importing('../suggestions/resuggest.job.ts'),
    says: door,
  },
  'an API feature passes a store on': {
    file: `${features}/analytics/a.ts`,
    line: "export { thing } from '../notes/notes.store.ts';",
    says: door,
  },
  'a route takes a store': { file: `${features}/analytics/a.routes.ts`, line: importing('../notes/notes.store.ts'), says: door },
  'a job takes a store': { file: `${features}/learning/a.job.ts`, line: importing('../notes/notes.store.ts'), says: door },
  'accounts take a store': { file: `${features}/accounts/a.ts`, line: importing('../notes/notes.store.ts'), says: door },
  'a sub-room of accounts takes a store': {
    file: `${features}/accounts/sign-up/a.ts`,
    line: importing('../../tenants/tenants.store.ts'),
    says: door,
  },
  'tenants take notes': { file: `${features}/tenants/a.ts`, line: importing('../notes/notes.service.ts'), says: order },
  'notes take suggestions': {
    file: `${features}/notes/a.ts`,
    line: importing('../suggestions/suggestions.service.ts'),
    says: order,
  },
  'suggestions take codes': { file: `${features}/suggestions/a.ts`, line: importing('../codes/codes.service.ts'), says: order },
  'codes take learning': { file: `${features}/codes/a.ts`, line: importing('../learning/training.service.ts'), says: order },
  'exports take learning': { file: `${features}/exports/a.ts`, line: importing('../learning/training.service.ts'), says: order },
  'http takes a feature': { file: 'apps/api/src/http/a.ts', line: importing('../features/notes/notes.service.ts'), says: below },
  'db takes a feature': { file: 'apps/api/src/db/a.ts', line: importing('../features/notes/notes.service.ts'), says: below },
  'mail takes a feature': { file: 'apps/api/src/mail/a.ts', line: importing('../features/notes/notes.service.ts'), says: below },
  'the queue takes a feature': {
    file: 'apps/api/src/jobs/a.ts',
    line: importing('../features/notes/notes.service.ts'),
    says: below,
  },
  ...Object.fromEntries(
    ['tenants', 'notes', 'suggestions', 'codes', 'exports', 'learning'].map((name) => [
      `${name} act as the system`,
      { file: `${features}/${name}/system.ts`, line: importing('../../db/tenant.ts', 'withSystem'), says: system },
    ]),
  ),
  'a route acts as the system': {
    file: `${features}/accounts/system.routes.ts`,
    line: importing('../../db/tenant.ts', 'withSystem'),
    says: system,
  },
};

const allowed: Readonly<Record<string, Omit<Trespass, 'says'>>> = {
  'contract takes zod': { file: 'packages/contract/src/c.ts', line: importing('zod/mini') },
  'a service takes a service below it': { file: `${features}/codes/b.ts`, line: importing('../notes/notes.service.ts') },
  'routes compose services': { file: `${features}/notes/b.routes.ts`, line: importing('../learning/training.service.ts') },
  'a feature takes its own store': { file: `${features}/notes/c.ts`, line: importing('./notes.store.ts') },
  'a feature takes a room below': { file: `${features}/notes/d.ts`, line: importing('../../http/app-error.ts') },
  'a feature takes a sub-room of a room below': {
    file: `${features}/notes/f.ts`,
    line: importing('../../http/input/validation.ts'),
  },
  'a feature opens a transaction as the actor': {
    file: `${features}/notes/e.ts`,
    line: importing('../../db/tenant.ts', 'withSession'),
  },
  'a job acts as the system': { file: `${features}/learning/b.job.ts`, line: importing('../../db/tenant.ts', 'withSystem') },
  'accounts act as the system': {
    file: `${features}/accounts/sign-in/b.ts`,
    line: importing('../../../db/tenant.ts', 'withSystem'),
  },
};

/** Two files that take each other, by value and by type. */
const circles = {
  'apps/api/src/features/notes': 'value',
  'apps/web/src/lib': 'type',
  'packages/rules/src': 'value',
  'packages/engine/src/4-learning': 'type',
} as const;

let scratch = '';
let found: { filename: string; message: string; help?: string; code?: string }[] = [];
const of = (file: string) => found.filter(({ filename }) => filename === file);

beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'boundaries-'));
  copyFileSync(path.join(root, '.oxlintrc.json'), path.join(scratch, '.oxlintrc.json'));
  const put = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(scratch, file)), { recursive: true });
    writeFileSync(path.join(scratch, file), `${text}\n`);
  };
  for (const { file, line } of [...Object.values(refused), ...Object.values(allowed)]) put(file, line);
  for (const [folder, kind] of Object.entries(circles)) {
    const line = (other: string): string =>
      kind === 'value'
        ? `import { thing as other } from './${other}.ts';\nexport const thing = (): unknown => other;`
        : `import type { Thing as Other } from './${other}.ts';\nexport interface Thing {\n  readonly other: Other;\n}`;
    put(`${folder}/there.ts`, line('back'));
    put(`${folder}/back.ts`, line('there'));
  }
  const bin = path.join(root, 'node_modules', '.bin', 'oxlint');
  const { stdout, stderr } = spawnSync(process.execPath, [bin, '--format', 'json', '.'], { cwd: scratch, encoding: 'utf8' });
  if (!stdout.startsWith('{')) throw new Error(`oxlint did not answer: ${stdout}${stderr}`);
  found = (JSON.parse(stdout) as { diagnostics: typeof found }).diagnostics;
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('C3, C4: boundaries are linted', () => {
  it.each(Object.entries(refused))('%s: refused, with what to do instead', (_name, { file, says }) => {
    const helps = of(file).flatMap(({ code, help }) => (code?.includes('no-restricted-imports') ? [help] : []));
    expect(helps).toEqual([expect.stringContaining(says)]);
  });

  it.each(Object.entries(allowed))('%s: allowed', (_name, { file }) => {
    expect(of(file)).toEqual([]);
  });

  it.each(Object.keys(circles))('a circle in %s is refused', (folder) => {
    expect(of(`${folder}/there.ts`).map(({ code }) => code)).toEqual(['import(no-cycle)']);
  });

  it('a feature has at most one level of sub-rooms, which is as deep as the rules look', () => {
    const deeper = ['apps/api/src/features', 'apps/web/src/features'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => path.relative(path.join(root, folder), path.join(entry.parentPath, entry.name)))
        .filter((name) => name.split(path.sep).length > 2),
    );
    expect(deeper).toEqual([]);
  });
});
