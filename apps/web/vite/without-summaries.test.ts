import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withoutSummaries } from './without-summaries.ts';

test('a summary goes, on one line or two, in quotes or backticks; everything else and each line’s number stay', () => {
  const source = [
    'endpoint({',
    "  path: '/a/',",
    "  summary: 'It’s one, isn\\'t it',",
    "  tx: 'read',",
    '  summary:',
    "    'A long one',",
    '  summary: `Of ${kind}`,',
    '  summary,',
    '})',
  ].join('\n');
  expect(withoutSummaries(source).split('\n')).toEqual([
    'endpoint({',
    "  path: '/a/',",
    '',
    "  tx: 'read',",
    '',
    '',
    '',
    '  summary,',
    '})',
  ]);
});

test('what is left of the resources has no summary of its own', () => {
  const root = path.resolve(import.meta.dirname, '../../../packages/contract/src/resources');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const left = withoutSummaries(readFileSync(path.join(root, file), 'utf8'));
    expect({ file, left: /^\s*summary:\s*['"`]/m.test(left) }).toEqual({ file, left: false });
  }
});
