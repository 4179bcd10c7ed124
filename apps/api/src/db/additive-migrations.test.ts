import { expect, test } from 'vitest';
import { readMigrations } from './migrate.ts';

/** The first migration after 1.0.0-rc.1: what comes from here on meets processes of the release before. */
const firstAfterRelease = 11;
/** Those that such a process does not survive; its release is upgraded with every process stopped, as docs/operations.md tells. */
const stopped: Readonly<Record<string, string>> = {
  '012_claim_figures.sql': 'figures of a claim moved from the codes to its lines, between two candidates of the first release',
};

/** What takes from a process of the release before something that it reads or writes, or asks of it what it does not know. */
const takesAway: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(table|column|view|function|type|schema|sequence)\b/i, 'drops what the release before may use'],
  [/\brename\s+(to|column|constraint)\b/i, 'renames'],
  [/\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i, 'changes a type'],
  [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/i, 'asks for a value that the release before may not write'],
  [/\balter\s+column\s+\w+\s+drop\s+default\b/i, 'takes a default away'],
  [
    /\badd\s+(column\s+)?(?!constraint|check|foreign|primary|unique)\w+\s+[\w[\]()]+\s+(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(default|generated)\b)/i,
    'adds a value that must be given',
  ],
  [/\brevoke\b(?![^;]*\bfrom\s+public\b)/i, 'takes a right away'],
  [/\btruncate\b/i, 'empties a table'],
];

/** Statements outside comments and the bodies of functions, which are replaced as a whole and judged by the tests of what they do. */
const statementsOf = (sql: string): string => sql.replaceAll(/--[^\n]*/g, '').replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''");

const faultsOf = (sql: string): string[] => {
  const statements = statementsOf(sql);
  const faults = takesAway.filter(([pattern]) => pattern.test(statements)).map(([, words]) => words);
  // A check is widened by dropping it and adding it anew.
  for (const [, name] of statements.matchAll(/\bdrop\s+constraint\s+(?:if\s+exists\s+)?(\w+)/gi))
    if (!new RegExp(`\\badd\\s+constraint\\s+${name!}\\b`, 'i').test(statements)) faults.push(`drops the constraint ${name!}`);
  return faults;
};

test('REL-12 migrations only add, so that two versions run side by side for the minutes of a rolling upgrade', () => {
  const faults = readMigrations()
    .filter(({ name }) => Number(name.slice(0, 3)) >= firstAfterRelease && !(name in stopped))
    .flatMap(({ name, sql }) => faultsOf(sql).map((fault) => `${name} ${fault}`));
  expect(faults).toEqual([]);
});

test('what does not only add is found', () => {
  const bad = [
    'alter table app.notes drop column text',
    'drop table app.notes',
    'alter table app.notes rename column text to words',
    'alter table app.notes alter column version type bigint',
    'alter table app.notes alter column text set not null',
    'alter table app.notes add column must text not null',
    'alter table app.notes drop constraint notes_check',
    'revoke select on app.notes from inc_tenant',
  ];
  expect(bad.filter((sql) => faultsOf(sql).length === 0)).toEqual([]);
  const good = [
    'alter table app.notes add column may text',
    "alter table app.notes add column has text not null default ''",
    'alter table app.notes drop constraint c, add constraint c check (true)',
    'revoke execute on function app.f() from public',
    '-- drop table app.notes\nselect 1',
    'create function app.f() returns void language plpgsql as $$ begin drop table x; end $$',
  ];
  expect(good.flatMap(faultsOf)).toEqual([]);
});

test('each exception is a migration that is there and needs it', () => {
  const bySql = new Map(readMigrations().map(({ name, sql }) => [name, sql]));
  expect(Object.keys(stopped).filter((name) => faultsOf(bySql.get(name) ?? '').length === 0)).toEqual([]);
});
