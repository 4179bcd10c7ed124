import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { locks } from './locks.ts';

test('C2: no two advisory locks share a number', () => {
  const numbers = Object.values(locks);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('C2: advisory locks are numbered in db/locks.ts alone', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|sql)$/.test(file));
  const own = new Set([path.join('db', 'locks.ts'), path.join('db', 'locks.test.ts')]);
  // The tests' own server has a lock for its templates, outside the product.
  const others = files.filter((file) => !own.has(file) && file !== path.join('testing', 'test-postgres.ts'));
  const takes = (text: string) => /advisory/.test(text);
  expect(others.filter((file) => takes(readFileSync(path.join(source, file), 'utf8'))).length).toBeGreaterThan(5);
  const numbered = others.filter((file) => {
    const text = readFileSync(path.join(source, file), 'utf8');
    return takes(text) && (/\b7_?24_?5\d\d\b/.test(text) || /advisory\w*lock\(\s*(?:\d|hashtext)/.test(text));
  });
  expect(numbered).toEqual([]);
});
