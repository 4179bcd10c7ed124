import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { productionPackages } from '../production-packages.mjs';
import { judgeAudit } from './audit-dependencies.mjs';
import { secretsIn } from './scan-secrets.mjs';

const root = path.resolve(import.meta.dirname, '../..');

describe('licenses of what a release needs', () => {
  /** Each lets whoever has the product use, change and pass it on, with no claim on their own work. */
  const free = new Set([
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'OFL-1.1',
    'Unlicense',
    'PostgreSQL',
  ]);
  /** One of those that are offered, or each of those that hold together. */
  const isFree = (license: string): boolean => {
    const bare = license.replace(/^\(|\)$/g, '');
    if (bare.includes(' OR ')) return bare.split(' OR ').some(isFree);
    return bare.split(' AND ').every((one) => free.has(one));
  };

  test('are told, and free', () => {
    const { all } = productionPackages();
    expect(all.length).toBeGreaterThan(100);
    expect(
      all.filter(({ license }) => license === undefined || !isFree(license)).map(({ name, license }) => [name, license]),
    ).toEqual([]);
  });

  test('others are not let in', () => {
    expect(['GPL-3.0-only', 'MIT AND GPL-2.0', 'SEE LICENSE IN LICENSE', '(AGPL-3.0 OR SSPL-1.0)'].filter(isFree)).toEqual([]);
    expect(['(MIT OR GPL-3.0)', 'MIT AND ISC'].every(isFree)).toBe(true);
  });
});

describe('advisories of what a release needs', () => {
  const told = (vulnerabilities: object, counts: object = { moderate: 1, low: 0 }): string =>
    JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: counts } });

  test('a grave one stops a release, a lesser one is told', () => {
    const grave = {
      fast: { name: 'fast', severity: 'high', range: '<2' },
      slow: { name: 'slow', severity: 'moderate', range: '*' },
    };
    expect(judgeAudit(told(grave))).toEqual({ verdict: 'grave', lines: ['high: fast <2'] });
    expect(judgeAudit(told({ slow: grave.slow }))).toMatchObject({
      verdict: 'clean',
      lines: [expect.stringContaining('1 moderate')],
    });
    expect(judgeAudit(told({ worst: { name: 'worst', severity: 'critical' } })).verdict).toBe('grave');
  });

  test('a registry that answers nothing is not taken for one that knows nothing', () => {
    for (const output of ['', 'not json', '{}', JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 })])
      expect(judgeAudit(output).verdict).toBe('unanswered');
    expect(judgeAudit(JSON.stringify({ message: '405 Method Not Allowed' })).lines[0]).toContain('405');
  });
});

describe('secrets', () => {
  const tail = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8';
  test.each([
    ['a private key', `-----BEGIN ${'PRIVATE KEY'}-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEA`],
    ['an AWS key', `AKIA${'IOSFODNN7ABCDEFG'}`],
    ['a GitHub token', `ghp_${tail}`],
    ['an npm token', `npm_${tail}`],
    ['a Stripe key', `sk_live_${tail}`],
    ['a password in an address', `postgres://reader:${tail}@db7.clinic.org/incisive`],
  ])('%s is seen', (name, text) => expect(secretsIn(`before ${text} after`)).toEqual([name]));

  test('no file of the project holds one', () => {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter(Boolean);
    expect(files.length).toBeGreaterThan(500);
    const found = files
      .map((file) => path.join(root, file))
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
      .flatMap((file) => secretsIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`));
    expect(found).toEqual([]);
  });
});
