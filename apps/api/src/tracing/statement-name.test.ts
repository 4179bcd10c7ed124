import { describe, expect, test } from 'vitest';
import { statementName } from './statement-name.ts';

describe('what a statement is called in a trace', () => {
  test.each([
    ['begin', 'begin', undefined],
    ['select "n"."id" from "app"."notes" as "n" where "n"."id" = $1', 'select', 'app.notes'],
    ['  insert into app.audit_log (type) values ($1)', 'insert', 'app.audit_log'],
    ['select * from app.open_request($1, $2)', 'select', 'app.open_request'],
    ['(select 1)', 'select', undefined],
    ['with found as (select id from app.notes) update app.cases set x = 1', 'with', 'app.notes'],
    [`select 'app.secret words' from "app"."users"`, 'select', 'app.users'],
    [`select 'it''s app.secret'`, 'select', undefined],
    ['select $$ app.secret $$ from jobs.job', 'select', 'jobs.job'],
    ['', 'statement', undefined],
  ])('%s', (text, operation, target) => {
    expect(statementName(text)).toEqual({ operation, target });
  });
});
