import { isDeepStrictEqual } from 'node:util';
import type { Dialect, Endpoint } from '@incisive/contract/endpoint';
import { codeOfProblem, errorStatus } from '@incisive/contract/errors';
import { problemSchema } from '@incisive/contract/problem';
import { type Role, can } from '@incisive/contract/roles';
import type { LightMyRequestResponse } from 'fastify';
import { marker } from './hostile-values.ts';
import type { Shot } from './request-fuzzer.ts';

/** Stacks, files, SQL, the database's words, libraries' names, tokens: nothing of it belongs into an answer to a refused call. */
const leaks =
  /\bat \S+ \(|:\d+:\d+\)|node_modules|\.[jt]s\b|\/(home|tmp|usr|var)\/|select .+ from|insert into|\bapp\.[a-z_]+|pg_|SQLSTATE|relation "|violates|invalid input syntax|kysely|FST_|ECONN|argon2|eyJ[A-Za-z0-9_-]{10}|password_hash|undefined|\[object/i;
const mostErrorCharacters = 20_000;

type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>;

/** What every answer of the API carries, whatever was asked. */
function headerFaults(endpoint: Endpoint, { statusCode, headers }: Answer): string[] {
  const wanted: Record<string, boolean> = {
    'x-request-id': /^[0-9a-f-]{36}$/.test(String(headers['x-request-id'])),
    'x-content-type-options': headers['x-content-type-options'] === 'nosniff',
    'cache-control': headers['cache-control'] === 'no-store',
    'content-security-policy':
      String(headers['content-security-policy']).includes("default-src 'self'") || headers['content-disposition'] !== undefined,
    'referrer-policy': headers['referrer-policy'] === 'no-referrer',
    'www-authenticate':
      statusCode !== 401 || headers['www-authenticate'] === (endpoint.dialect === 'oauth' ? 'Basic realm="Incisive"' : 'Bearer'),
    allow: statusCode !== 405 || headers['allow'] !== undefined,
    'retry-after': statusCode !== 429 || headers['retry-after'] !== undefined,
    'x-injected': headers['x-injected'] === undefined,
  };
  return Object.entries(wanted).flatMap(([name, right]) => (right ? [] : [`FUZ-05 header ${name}: ${String(headers[name])}`]));
}

function problemFaults({ statusCode, headers, body }: Answer): string[] {
  const faults: string[] = [];
  if (headers['content-type'] !== 'application/problem+json; charset=utf-8')
    return [`FUZ-03 content type ${String(headers['content-type'])}`];
  const problem = problemSchema.safeParse(JSON.parse(body));
  if (!problem.success) return [`FUZ-04 not a problem: ${body.slice(0, 200)}`];
  const code = codeOfProblem(problem.data);
  if (!code || errorStatus[code] !== statusCode || problem.data.status !== statusCode)
    faults.push(`FUZ-02 ${String(statusCode)} as ${problem.data.type}`);
  if (problem.data.request_id !== headers['x-request-id']) faults.push('FUZ-04 request id differs from the header');
  const leak = leaks.exec(body);
  if (leak) faults.push(`ASV-74 leaks "${leak[0]}"`);
  if (body.includes(marker)) faults.push('ASV-74 repeats what was sent');
  if (body.length > mostErrorCharacters) faults.push(`FUZ-04 an error of ${String(body.length)} characters`);
  return faults;
}

/** What a standard says of its own refusals. */
function dialectFaults(dialect: Dialect, { headers, body }: Answer): string[] {
  const faults: string[] = [];
  const told = JSON.parse(body) as Record<string, unknown>;
  if (dialect === 'oauth') {
    if (headers['content-type'] !== 'application/json; charset=utf-8') faults.push('FUZ-03 content type');
    if (!/^[a-z_]+$/.test(String(told['error'])) || typeof told['error_description'] !== 'string')
      faults.push(`FUZ-04 not an OAuth error: ${body.slice(0, 200)}`);
  }
  if (dialect === 'fhir') {
    if (headers['content-type'] !== 'application/fhir+json; charset=utf-8') faults.push('FUZ-03 content type');
    if (told['resourceType'] !== 'OperationOutcome' || !Array.isArray(told['issue']))
      faults.push(`FUZ-04 no OperationOutcome: ${body.slice(0, 200)}`);
  }
  const leak = leaks.exec(body);
  if (leak) faults.push(`ASV-74 leaks "${leak[0]}"`);
  if (body.includes(marker)) faults.push('ASV-74 repeats what was sent');
  return faults;
}

function successFaults(endpoint: Endpoint, { statusCode, headers, body }: Answer): string[] {
  const wanted = endpoint.status ?? 200;
  if (statusCode !== wanted && statusCode !== 202) return [`FUZ-02 answered ${String(statusCode)}, declares ${String(wanted)}`];
  if (statusCode === 204) return body === '' ? [] : ['FUZ-04 204 with a body'];
  if (endpoint.file)
    return String(headers['content-disposition']).startsWith('attachment; ') &&
      String(headers['content-security-policy']).startsWith('sandbox')
      ? []
      : ['ASV-23 a file that a browser may show'];
  if (headers['content-type'] !== `application/${endpoint.dialect === 'fhir' ? 'fhir+' : ''}json; charset=utf-8`)
    return [`FUZ-03 content type ${String(headers['content-type'])}`];
  const value: unknown = JSON.parse(body);
  const result = endpoint.response?.safeParse(value);
  if (result && !result.success) return [`FUZ-04 ${result.error.issues[0]?.path.join('.') ?? ''} is not as declared`];
  return result && !isDeepStrictEqual(result.data, value) ? ['FUZ-04 says more than is declared'] : [];
}

/** Whether the contract leaves no other way than to refuse this request, judged from what is sent and not by the server's code. */
export function mustBeRefused(endpoint: Endpoint, role: Role | null, shot: Shot): boolean {
  const { permission } = endpoint;
  if (permission !== 'public' && role === null) return true;
  if (role !== null && permission !== 'public' && permission !== 'pending' && !can(role, permission)) return true;
  const { pathname, searchParams } = new URL(shot.url, 'http://local');
  const query: Record<string, unknown> = {};
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name);
    if (name !== '') query[name] = values.length === 1 ? values[0] : values;
  }
  if (endpoint.query ? !endpoint.query.safeParse(query).success : Object.keys(query).length > 0) return true;
  if (endpoint.params && !endpoint.params.safeParse(paramsOf(endpoint.path, pathname)).success) return true;
  if (!endpoint.body || typeof shot.payload !== 'string') return false;
  if (shot.headers['content-type'] !== 'application/json') return false;
  try {
    return shot.payload !== '' && !endpoint.body.safeParse(JSON.parse(shot.payload.replace(/^\ufeff/, ''))).success;
  } catch {
    return true;
  }
}

function paramsOf(pattern: string, pathname: string): Record<string, string> {
  const parts = pathname.split('/');
  return Object.fromEntries(
    pattern.split('/').flatMap((part, at) => {
      if (!part.startsWith(':')) return [];
      try {
        return [[part.slice(1), decodeURIComponent(parts[at] ?? '')]];
      } catch {
        return [[part.slice(1), '\u0000']];
      }
    }),
  );
}

/** Everything that is wrong with an answer, by the id of the rule; empty when nothing is. */
export function faultsOf(endpoint: Endpoint, role: Role | null, shot: Shot, answer: Answer): string[] {
  const faults = headerFaults(endpoint, answer);
  if (answer.statusCode >= 500) faults.push(`FUZ-01 ${String(answer.statusCode)}`);
  if (answer.statusCode >= 400)
    return [...faults, ...(endpoint.dialect ? dialectFaults(endpoint.dialect, answer) : problemFaults(answer))];
  if (mustBeRefused(endpoint, role, shot))
    faults.push(`FUZ-06 answered ${String(answer.statusCode)} to what the contract refuses`);
  return [...faults, ...successFaults(endpoint, answer)];
}
