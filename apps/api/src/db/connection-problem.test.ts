import { expect, it } from 'vitest';
import { connectionProblem } from './connection-problem.ts';

const failing = (code: string): Error => Object.assign(new Error('postgres://user:password@host/name'), { code });

it.each([
  ['3D000', /Create it/],
  ['28P01', /refuses this user or password/],
  ['42501', /may not create roles/],
  ['53300', /max_connections/],
  ['ECONNREFUSED', /does not answer/],
  ['ENOTFOUND', /correct host and port/],
])('S13: a database that cannot be used is told in words that say what to do, without its address: %s', (code, words) => {
  expect(connectionProblem(failing(code))).toMatch(words);
  expect(connectionProblem(failing(code))).not.toContain('password@');
});

it('S13: what is no matter of the connection keeps its stack', () => {
  expect(connectionProblem(failing('42P01'))).toBeNull();
  expect(connectionProblem(new TypeError('x'))).toBeNull();
});
