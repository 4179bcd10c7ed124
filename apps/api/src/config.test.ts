import { readFileSync } from 'node:fs';
import path from 'node:path';
import { limits } from '@incisive/contract/limits';
import { expect, test } from 'vitest';
import { ConfigError, configNames, readConfig, startHints } from './config.ts';

const production = {
  NODE_ENV: 'production',
  DATA_DIR: '/var/lib/incisive',
  SMTP_URL: 'smtp://mail.example.org',
  PUBLIC_URL: 'https://incisive.example.org',
};

test('without configuration it is a demonstration on loopback', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    demo: true,
    production: false,
    publicUrl: 'http://127.0.0.1:3000',
  });
});

test('sample data only appears on loopback with the own database, or when asked for', () => {
  expect(readConfig({ HOST: '0.0.0.0' }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL: 'postgres://x/y' }).demo).toBe(false);
  expect(readConfig({ HOST: '0.0.0.0', DEMO: '1' }).demo).toBe(true);
  expect(readConfig({ DEMO: '0' }).demo).toBe(false);
  expect(readConfig(production).demo).toBe(false);
});

test('HIP-N4 production refuses what is missing or weak, naming each', () => {
  expect(() => readConfig({ ...production, SECRET: 'short' })).toThrow(/SECRET: too weak/);
  expect(() => readConfig({ ...production, SECRET: 'a'.repeat(64) })).toThrow(/SECRET: too weak/);
  expect(() => readConfig({ ...production, DATABASE_URL: 'postgres://x/y' })).toThrow(/SECRET: needed/);
  expect(() => readConfig({ NODE_ENV: 'production', DATA_DIR: './data', RATE_LIMIT: 'off' })).toThrow(
    /SMTP_URL[^]*RATE_LIMIT[^]*DATA_DIR/,
  );
  expect(readConfig(production).production).toBe(true);
});

test('A9: production does not start without the address that its mails link to, and says what to set', () => {
  const { PUBLIC_URL: _, ...without } = production;
  expect(() => readConfig(without)).toThrow(/PUBLIC_URL: needed in production.*https:/);
  for (const wrong of ['incisive.example.org', 'ftp://incisive.example.org', 'https://'])
    expect(() => readConfig({ ...production, PUBLIC_URL: wrong })).toThrow(/PUBLIC_URL: must be a whole address/);
  expect(readConfig(production).publicUrl).toBe('https://incisive.example.org');
});

test('M: a process does everything, or answers or works alone, and says what it needs for that', () => {
  const shared = { DATABASE_URL: 'postgres://db/incisive', SECRET: 'b0c1d2e3f4a5968778695a4b3c2d1e0f' };
  const part = ({ answers, works }: { answers: boolean; works: boolean }) => [answers, works];
  expect(part(readConfig({}))).toEqual([true, true]);
  expect(part(readConfig({ ...shared, ROLE: 'web' }))).toEqual([true, false]);
  expect(part(readConfig({ ...shared, ROLE: 'worker' }))).toEqual([false, true]);
  expect(() => readConfig({ ...shared, ROLE: 'jobs' })).toThrow(/^ROLE: must be web, worker or both$/);
  expect(() => readConfig({ ROLE: 'web' })).toThrow(/^ROLE: web needs DATABASE_URL[^]*^SECRET: needed with ROLE=web/m);
});

test('HIP-04 nobody is warned from the first moment: the idle time is longer than its warning', () => {
  expect(() => readConfig({ IDLE_MINUTES: '1' })).toThrow(
    /IDLE_MINUTES: must be 2 or more: people are warned a minute before they are signed out/,
  );
  const { IDLE_MINUTES } = readConfig({ IDLE_MINUTES: '2' });
  expect(IDLE_MINUTES * 60).toBeGreaterThan(limits.idleWarningSeconds);
});

test('HIP-17 audit rows are kept six years at least', () => {
  expect(() => readConfig({ AUDIT_RETENTION_YEARS: '5' })).toThrow(/AUDIT_RETENTION_YEARS: must be 6 or more/);
  expect(readConfig({}).AUDIT_RETENTION_YEARS).toBe(6);
});

test('L: HL7 beyond this machine needs TLS', () => {
  expect(() => readConfig({ HL7_PORT: '2575', HL7_HOST: '0.0.0.0' })).toThrow(/^HL7_HOST: beyond this machine/);
  expect(readConfig({ HL7_PORT: '2575', HL7_HOST: '0.0.0.0', HL7_TLS_DIR: '/etc/incisive/hl7' }).HL7_PORT).toBe('2575');
  expect(readConfig({ HL7_PORT: '2575' }).HL7_HOST).toBe('127.0.0.1');
});

test('a value that cannot be used is named', () => {
  expect(() => readConfig({ PORT: 'three' })).toThrow(ConfigError);
  expect(() => readConfig({ PORT: 'three' })).toThrow(/PORT: must be a whole number/);
  for (const [name, wrong, right] of [
    ['PORT', ['65536'], ['0', '65535']],
    ['TRUST_PROXY', ['proxy', '10.0.0.0/33', '10.0.0.1,', '1/1/1'], ['127.0.0.1', '10.0.0.0/8, ::1', 'loopback']],
    ['DATABASE_URL', ['db.example.org', 'mysql://x/y', 'postgres://x:y'], ['postgresql://x/y', 'postgres://me@/y?host=/run']],
    ['DATABASE_ADMIN_URL', ['owner@db'], ['postgres://owner@db.example.org/incisive']],
    ['SMTP_URL', ['mail.example.org', 'smtp:'], ['smtps://a:b@mail.example.org:465']],
  ] as const) {
    for (const value of wrong) expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: must be`));
    for (const value of right) expect(() => readConfig({ [name]: value })).not.toThrow();
  }
});

test('C12: every variable stands in the documentation and in the example file, and no other does', () => {
  const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => String(match[1])).toSorted();
  expect(names(read('docs/configuration.md'), /^\| `([A-Z][A-Z0-9_]*)`/gm)).toEqual(configNames.toSorted());
  expect(names(read('.env.example'), /^#([A-Z][A-Z0-9_]*)=/gm)).toEqual(configNames.toSorted());
});

test('C12: the defaults that the documentation tells are those of the code, and its examples can be used', () => {
  const table = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  const cells = /^\| `([A-Z][A-Z0-9_]*)` \|(?:\\\||[^|])*\| ((?:\\\||[^|])*) \| `((?:\\\||[^|`])*)` \|$/gm;
  const rows = [...table.matchAll(cells)].map(([, name = '', told = '', example = '']) => ({ name, told, example }));
  expect(rows.map(({ name }) => name).toSorted()).toEqual(configNames.toSorted());
  const config: Record<string, unknown> = { ...readConfig({}) };
  const onOff = (value: unknown): string => (value === true ? 'on' : value === false ? 'off' : String(value));
  /** What a cell of code says; a sentence instead says that nothing is set. */
  const wanted = (name: string, told: string): string => {
    const literal = /^`([^`]+)`$/.exec(told)?.[1];
    if (literal === undefined) return /^(?:none|from|made|own|that of)/.test(told) ? 'undefined' : onOff(config[name]);
    return name === 'DATA_DIR' ? path.resolve(literal) : literal;
  };
  expect(rows.map(({ name }) => [name, onOff(config[name])])).toEqual(rows.map(({ name, told }) => [name, wanted(name, told)]));
  const values = rows.map(({ name, example }) => [
    name,
    example.startsWith('openssl') ? 'c4f1e0a9b7d2835640fe12ab90cd78e3' : example.replaceAll('\\|', '|'),
  ]);
  /** What an example needs beside it. */
  const beside: Record<string, Record<string, string>> = { NODE_ENV: production, WAL_ARCHIVE: { BACKUP_DIR: '/backup' } };
  for (const [name = '', value] of values) expect(() => readConfig({ ...beside[name], [name]: value })).not.toThrow();
});

test('A7: production says at the start that nobody is told of messages', () => {
  expect(startHints(readConfig(production))).toEqual([
    expect.stringMatching(/^TEAM_EMAIL is not set: nobody is mailed/),
    expect.stringMatching(/^BACKUP_DIR is not set: no backups are made/),
  ]);
  expect(startHints(readConfig({ ...production, TEAM_EMAIL: 'team@example.org', BACKUP_DIR: '/backup' }))).toEqual([]);
  expect(startHints(readConfig({}))).toEqual([]);
});

test('backups: how often is a length of time, and production names the folder from its root', () => {
  expect(readConfig({}).backupEveryMinutes).toBe(1440);
  expect(['30m', '6h', '2d'].map((BACKUP_EVERY) => readConfig({ BACKUP_EVERY }).backupEveryMinutes)).toEqual([30, 360, 2880]);
  for (const wrong of ['1', 'daily', '0h', '1.5h'])
    expect(() => readConfig({ BACKUP_EVERY: wrong })).toThrow(/BACKUP_EVERY: must be a length of time: 30m, 6h or 1d/);
  expect(() => readConfig({ BACKUP_EVERY: '4m' })).toThrow(/BACKUP_EVERY: must be 5m or more/);
  expect(() => readConfig({ ...production, BACKUP_DIR: 'backups' })).toThrow(/BACKUP_DIR: production needs an absolute path/);
  expect(() => readConfig({ ...production, DROP_DIR: 'drop' })).toThrow(/DROP_DIR: production needs an absolute path/);
});

test('the archive of the log is off, is for the own database, and needs a folder', () => {
  expect(readConfig({}).WAL_ARCHIVE).toBe(false);
  expect(readConfig({ WAL_ARCHIVE: 'on', BACKUP_DIR: '/backup' })).toMatchObject({ WAL_ARCHIVE: true, WAL_KEEP_DAYS: 7 });
  expect(() => readConfig({ WAL_ARCHIVE: 'on' })).toThrow(/WAL_ARCHIVE: needs BACKUP_DIR/);
  const given = { WAL_ARCHIVE: 'on', BACKUP_DIR: '/backup', DATABASE_URL: 'postgres://x@db/x' };
  expect(() => readConfig(given)).toThrow(/WAL_ARCHIVE: is for the own PostgreSQL/);
  expect(() => readConfig({ WAL_KEEP_DAYS: '0' })).toThrow(/WAL_KEEP_DAYS: must be 1 or more/);
});
