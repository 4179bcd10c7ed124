import type { BodyInput, Endpoint, ParamsOf, QueryInput, ResponseOf } from '@incisive/contract/endpoint';
import { ApiError } from './api-error.ts';
import { announceChange } from './changes.ts';
import { refreshSession, refreshWhenDue } from './refresh.ts';
import { accessToken, clearSession, refreshToken } from '../session/session.ts';

type Part<Name extends string, T> = [T] extends [undefined] ? { [K in Name]?: undefined } : { [K in Name]: T };
type OptionalPart<Name extends string, T> = [T] extends [undefined] ? { [K in Name]?: undefined } : { [K in Name]?: T };

export type CallOptions<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  OptionalPart<'query', QueryInput<E>> &
  (undefined extends BodyInput<E> ? OptionalPart<'body', BodyInput<E>> : Part<'body', BodyInput<E>>) & {
    signal?: AbortSignal | undefined;
    headers?: Record<string, string>;
    /** Whether to send the session's token; by default on every endpoint that is not public. */
    signed?: boolean;
  };

export interface SentRequest {
  readonly url: string;
  readonly method: Endpoint['method'];
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** The address of an endpoint with its parameters and query filled in; undefined and empty query values are left out. */
export function addressOf(endpoint: Endpoint, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean')
      search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

async function fetchOnce(request: SentRequest, token: string | null): Promise<Response> {
  const headers = token === null ? request.headers : { ...request.headers, authorization: `Bearer ${token}` };
  try {
    return await fetch(request.url, {
      method: request.method,
      headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.signal ? { signal: request.signal } : {}),
    });
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw ApiError.offline(error);
  }
}

/** Sends with the stored token; a 401 starts one refresh and one retry, and ends the session when that fails. */
export async function send(request: SentRequest, signed: boolean): Promise<Response> {
  const token = signed ? accessToken() : null;
  let answer = await fetchOnce(request, token);
  if (answer.ok) return succeeded(answer, signed);
  let error = ApiError.fromAnswer(answer.status, await answer.text(), answer.headers.get('retry-after'));
  if (signed && error.code === 'unauthenticated' && refreshToken() !== null && (await refreshSession(token))) {
    answer = await fetchOnce(request, accessToken());
    if (answer.ok) return succeeded(answer, signed);
    error = ApiError.fromAnswer(answer.status, await answer.text(), answer.headers.get('retry-after'));
  }
  if (signed && error.code === 'unauthenticated' && accessToken() !== null) clearSession('expired');
  throw error;
}

function succeeded(answer: Response, signed: boolean): Response {
  if (signed) refreshWhenDue();
  return answer;
}

const requestOf = (endpoint: Endpoint, options: CallOptions<Endpoint>): SentRequest => {
  const { params, query, body, headers, signal } = options as {
    params?: unknown;
    query?: unknown;
    body?: unknown;
    headers?: Record<string, string>;
    signal?: AbortSignal;
  };
  return {
    url: addressOf(endpoint, params, query),
    method: endpoint.method,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  };
};

/** Runs a call and tells what it changed, also when the answer was lost on the way. */
export async function announcing<T>(endpoint: Endpoint, params: unknown, run: () => Promise<T>): Promise<T> {
  if (endpoint.method === 'GET') return run();
  const change = { endpoint, params: (params ?? {}) as Record<string, string> };
  try {
    const answer = await run();
    announceChange({ ...change, uncertain: false });
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'offline') announceChange({ ...change, uncertain: true });
    throw error;
  }
}

/**
 * Calls an endpoint of the contract; parameters, query, body and answer are typed by it.
 * @throws ApiError with the problem's code and fields; `offline` when no answer came.
 * @example const note = await call(opNotes.get, { params: { id } });
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[options]: object extends CallOptions<E> ? [CallOptions<E>?] : [CallOptions<E>]
): Promise<ResponseOf<E>> {
  const signed = options?.signed ?? endpoint.permission !== 'public';
  return announcing(endpoint, options?.params, async () => {
    const answer = await send(requestOf(endpoint, (options ?? {}) as CallOptions<Endpoint>), signed);
    return (answer.status === 204 ? undefined : await answer.json()) as ResponseOf<E>;
  });
}

/** As `call`, with the answer's ETag, for a later `If-Match`. */
export async function callWithTag<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<{ data: ResponseOf<E>; etag: string | null }> {
  return announcing(endpoint, options.params, async () => {
    const answer = await send(requestOf(endpoint, options as CallOptions<Endpoint>), endpoint.permission !== 'public');
    return { data: (await answer.json()) as ResponseOf<E>, etag: answer.headers.get('etag') };
  });
}

/** Follows a list's `next` link: the same shape again. */
export async function callNext<E extends Endpoint>(_endpoint: E, next: string, signal?: AbortSignal): Promise<ResponseOf<E>> {
  const { pathname, search } = new URL(next, window.location.origin);
  const request: SentRequest = {
    url: pathname + search,
    method: 'GET',
    headers: { accept: 'application/json' },
    ...(signal ? { signal } : {}),
  };
  return (await (await send(request, true)).json()) as ResponseOf<E>;
}
