import type { Dialect } from '@incisive/contract/endpoint';
import type { AppError } from './app-error.ts';
import { problemOf } from './problems.ts';

interface Refusal {
  readonly contentType: string;
  readonly challenge: string;
  readonly body: (error: AppError, requestId: string) => unknown;
}

/** RFC 6749, 5.2. */
const oauthErrors: Readonly<Record<string, string>> = {
  scope: 'invalid_scope',
  grant_type: 'unsupported_grant_type',
};
const oauthError = ({ status, fields, message }: AppError): Record<string, string> => {
  const error =
    status === 401
      ? 'invalid_client'
      : status >= 500 || status === 429
        ? 'temporarily_unavailable'
        : (oauthErrors[fields[0]?.path ?? ''] ?? 'invalid_request');
  const told = fields.map(({ path, message: words }) => `${path}: ${words}`).join('; ');
  return { error, error_description: told === '' ? message : told };
};

const own: Refusal = { contentType: 'application/problem+json; charset=utf-8', challenge: 'Bearer', body: problemOf };
const refusals: Readonly<Record<Dialect, Refusal>> = {
  oauth: { contentType: 'application/json; charset=utf-8', challenge: 'Basic realm="Incisive"', body: oauthError },
};

/** How a refusal is told where other systems ask in the words of a standard. */
export const refusalIn = (dialect: Dialect | undefined): Refusal => (dialect ? refusals[dialect] : own);
