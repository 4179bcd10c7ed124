import { type ErrorCode, errorStatus, errorTitles } from '@incisive/contract/errors';
import { expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { problemOf, toAppError } from './problems.ts';

it.each(Object.keys(errorStatus) as ErrorCode[])('every problem has a detail that says what to do: %s', (code) => {
  const { detail, title } = problemOf(new AppError(code), 'id');
  expect(detail).toMatch(/^[A-Z].{10,}\.$/);
  expect(detail).not.toBe(title);
  expect(title).toBe(errorTitles[code]);
});

it('what is nearer stands in the detail, but never what a failure of the server says of itself', () => {
  expect(problemOf(new AppError('conflict', { detail: 'Begin the set-up first.' }), 'id').detail).toBe('Begin the set-up first.');
  expect(problemOf(new AppError('internal', { detail: 'select secret' }), 'id').detail).not.toContain('secret');
});

it('M: a database that is away, told by itself or by a pooler before it, is 503 with the time to come again', () => {
  for (const code of ['08006', '08P01', '57P01', '57P03', '25006', 'ECONNREFUSED']) {
    const { status, retryAfterSeconds } = toAppError(Object.assign(new Error('server conn crashed?'), { code }));
    expect([code, status, retryAfterSeconds]).toEqual([code, 503, 2]);
  }
});
