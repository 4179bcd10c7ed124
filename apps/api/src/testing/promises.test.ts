import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

// What is promised of the repository itself.

const root = path.resolve(import.meta.dirname, '../../../..');
const sourcesOf = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file) && !/(^|\/)testing\//.test(file))
    .map((file) => path.join(folder, file));

test('SEC-02 the security policy names supported versions, a way to report, 3 working days and 90 days', () => {
  const policy = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');
  for (const promise of [/## Supported versions\n\S/, /## Reporting\n\S/, /within 3 business days/, /within 90 days/])
    expect(policy).toMatch(promise);
});

describe('ASV-79 secrets come from the environment or a file', () => {
  test('the environment is read where the configuration is, and nowhere in what browsers get', () => {
    const readers = ['apps/api/src', 'apps/web/src', 'packages/contract/src', 'packages/documents/src', 'packages/engine/src']
      .flatMap(sourcesOf)
      .filter((file) => /process\.env|import\.meta\.env/.test(readFileSync(path.join(root, file), 'utf8')));
    expect(readers.filter((file) => !file.startsWith('apps/api/src/cli/')).toSorted()).toEqual([
      'apps/api/src/config.ts',
      // A child gets the search path alone.
      'apps/api/src/db/embedded/run-command.ts',
      'apps/api/src/main.ts',
      // Whether npm called decides in which words a command is told.
      'apps/api/src/typed-command.ts',
      'packages/documents/src/extraction/child.ts',
    ]);
  });

  test('no key, password or token is written in a source', () => {
    const looksLikeOne =
      /-----BEGIN [A-Z ]*PRIVATE KEY|\beyJ[\w-]{20,}\.|\b(?:postgres|smtps?):\/\/(?!user:password@)\w+:[^@\s'"`$]+@|\b(?:secret|password|api_?key|token)\s*[:=]\s*['"`][^'"`\s$]{16,}['"`]/i;
    const found = ['apps/api/src', 'apps/web/src', 'packages/contract/src', 'packages/documents/src']
      .flatMap(sourcesOf)
      .filter((file) => looksLikeOne.test(readFileSync(path.join(root, file), 'utf8')));
    expect(found).toEqual([]);
    expect(looksLikeOne.test("const secret = 'c2f1a7b09d3e4f55'")).toBe(true);
  });
});
