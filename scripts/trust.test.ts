import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

// Each promise of docs/trust.md names the tests that prove it: one that is gone, or was renamed, leaves a promise without proof.

const root = path.resolve(import.meta.dirname, '..');
const sections = readFileSync(path.join(root, 'docs/trust.md'), 'utf8').split(/^## /m).slice(1);
const rowsOf = (section: string): string[] => section.split('\n').filter((line) => /^\| (?!promise |what )/.test(line));
const promises = sections.filter((section) => section.includes('| promise | proof |')).flatMap(rowsOf);

/** What is wrong with a row's proofs; empty when each test is there. */
function problemsOf(row: string): string[] {
  const [promise = '', proof = ''] = row.slice(2, -2).split(' | ');
  const named = proof.split('<br>').map((one) => /^`([\w./-]+\.(?:test|spec)\.tsx?)`: (.+)$/.exec(one));
  return named.flatMap((found) => {
    const [, file = '', title = ''] = found ?? [];
    if (!found || !existsSync(path.join(root, file))) return [`${promise}: no test file in "${proof}"`];
    const source = readFileSync(path.join(root, file), 'utf8');
    const declared = ['it', 'test', 'describe'].some((call) =>
      source
        .split(`${call}(`)
        .some((after) => ["'", '`', '"'].some((quote) => after.trimStart().startsWith(quote + title + quote))),
    );
    return declared ? [] : [`${promise}: ${file} has no "${title}"`];
  });
}

describe('docs/trust.md', () => {
  it('names a test that is there for every promise', () => {
    expect(promises.length).toBeGreaterThan(30);
    expect(promises.flatMap(problemsOf)).toEqual([]);
  });

  it('tells what is not promised', () => {
    expect(rowsOf(sections.at(-1)!).length).toBeGreaterThan(5);
  });

  it('is found out when a test or its file vanishes', () => {
    const proof = (file: string, title: string) => problemsOf(`| A promise | \`${file}\`: ${title} |`);
    expect(proof('scripts/trust.test.ts', 'tells what is not promised')).toEqual([]);
    expect(proof('scripts/trust.test.ts', 'tells what nobody wrote')).toHaveLength(1);
    expect(proof('scripts/gone.test.ts', 'tells what is not promised')).toHaveLength(1);
    expect(problemsOf('| A promise | by hand |')).toHaveLength(1);
  });
});
