import type { Tokens } from '@incisive/contract/auth';
import { authPaths } from '@incisive/contract/auth-paths';
import { send } from '../api/call.ts';
import { storeClinic, storeTokens } from './session.ts';

/** What the browser keeps of a sign-in while the person is at the clinic's provider; this tab alone can finish it. */
const begunKey = 'clinicSignIn';

interface Begun {
  readonly key: string;
  readonly binding: string;
  /** Where the person was. */
  readonly back: string;
}

async function post<T>(url: string, body: object): Promise<T> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const answer = await send({ url, method: 'POST', headers, body: JSON.stringify(body) }, false);
  return (await answer.json()) as T;
}

/**
 * Leaves for the clinic's provider.
 * @param options.again the person is to show anew who they are
 * @param options.back the path that they come back to; the first page where there is none
 * @throws ApiError with the server's reason, before anything was left
 */
export async function beginAtClinic(key: string, options: { again?: boolean; back?: string } = {}): Promise<void> {
  const { again = false, back = '/login' } = options;
  const { url, binding } = await post<{ url: string; binding: string }>(authPaths.ssoStart, { key, again });
  sessionStorage.setItem(begunKey, JSON.stringify({ key, binding, back } satisfies Begun));
  window.location.assign(url);
}

/**
 * Finishes with what the provider answered in the address.
 * @returns the path to go on at @throws ApiError with the server's reason
 */
export async function finishAtClinic(key: string, answer: URLSearchParams): Promise<string> {
  const kept = sessionStorage.getItem(begunKey);
  sessionStorage.removeItem(begunKey);
  const begun = kept === null ? null : (JSON.parse(kept) as Begun);
  const told = Object.fromEntries(
    ['state', 'code', 'iss', 'error'].flatMap((name) => {
      const value = answer.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  // Without what was kept the server refuses, and says why.
  const tokens = await post<Tokens>(authPaths.ssoFinish, { key, binding: begun?.binding ?? 'none', state: 'none', ...told });
  storeClinic(key);
  storeTokens(tokens);
  return begun?.back ?? '/login';
}

/** Ends a session that began at the clinic's provider; answers where the provider ends its own, or the public page. */
export async function leaveClinic(token: string, patience: number): Promise<string> {
  const answer = await fetch(authPaths.ssoLeave, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(patience),
  });
  const { url } = (await answer.json()) as { url?: string | null };
  return url ?? '/';
}
