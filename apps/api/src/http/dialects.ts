import { api } from '@incisive/contract';
import type { Dialect, Endpoint } from '@incisive/contract/endpoint';
import type { FastifyRequest } from 'fastify';
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

/** FHIR's IssueType of each kind of refusal. */
const issueCodes: Readonly<Record<number, string>> = {
  400: 'structure',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  409: 'conflict',
  412: 'conflict',
  413: 'too-long',
  415: 'not-supported',
  422: 'processing',
  429: 'throttled',
  503: 'transient',
};
function operationOutcome(error: AppError, requestId: string): unknown {
  const code = issueCodes[error.status] ?? (error.status >= 500 ? 'exception' : 'processing');
  const { detail = '' } = problemOf(error, requestId);
  const shared = { severity: 'error', diagnostics: `request ${requestId}` };
  return {
    resourceType: 'OperationOutcome',
    issue:
      error.fields.length === 0
        ? [{ ...shared, code, details: { text: detail } }]
        : error.fields.map(({ path, message }) => ({
            ...shared,
            code: 'invalid',
            details: { text: message },
            expression: [path],
          })),
  };
}

const own: Refusal = { contentType: 'application/problem+json; charset=utf-8', challenge: 'Bearer', body: problemOf };
const refusals: Readonly<Record<Dialect, Refusal>> = {
  oauth: { contentType: 'application/json; charset=utf-8', challenge: 'Basic realm="Incisive"', body: oauthError },
  fhir: { contentType: 'application/fhir+json; charset=utf-8', challenge: 'Bearer', body: operationOutcome },
};

/** How a refusal is told where other systems ask in the words of a standard. */
export const refusalIn = (dialect: Dialect | undefined): Refusal => (dialect ? refusals[dialect] : own);

/** The content type of what is answered. */
export const contentTypeIn = (dialect: Dialect | undefined): string =>
  dialect === 'fhir' ? 'application/fhir+json; charset=utf-8' : 'application/json; charset=utf-8';

/** Where each standard's endpoints stand: what is fixed of their addresses. */
const places: readonly (readonly [address: string, Dialect])[] = Object.values(api)
  .flatMap((resource): Endpoint[] => Object.values(resource))
  .flatMap(({ path, dialect }) => (dialect ? [[path.split(':', 1)[0]!.replace(/\/$/, ''), dialect] as const] : []));

/** The dialect of a request, also where nothing answers below its address. */
export const dialectOf = (request: FastifyRequest): Dialect | undefined =>
  request.routeOptions.config.endpoint
    ? request.routeOptions.config.endpoint.dialect
    : places.find(([address]) => `${request.originalUrl.split('?', 1)[0]!}/`.startsWith(`${address}/`))?.[1];
