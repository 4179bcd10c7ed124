import type { Tokens } from '@incisive/contract/auth';
import { authPaths } from '@incisive/contract/auth-paths';
import { limits } from '@incisive/contract/limits';
import { ApiError } from './api-error.ts';
import { accessToken, clearSession, expiresOn, refreshToken, storeTokens } from '../session/session.ts';

const lockName = 'incisive-refresh';
let running: Promise<boolean> | null = null;

/** Locks are missing on plain http; then each tab takes its own turn, and the server's grace for a rotated token covers the race. */
function oneAtATime(work: () => Promise<boolean>): Promise<boolean> {
  const locks = navigator.locks as LockManager | null | undefined;
  return locks ? locks.request(lockName, work) : work();
}

async function rotate(staleAccess: string | null): Promise<boolean> {
  const current = accessToken();
  // Another tab may have rotated while this one waited for the lock.
  if (current !== null && current !== staleAccess) return true;
  const token = refreshToken();
  if (token === null) return false;
  const answer = await fetch(authPaths.refresh, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: token }),
  }).catch((error: unknown) => {
    throw ApiError.offline(error);
  });
  if (answer.ok) {
    const tokens = (await answer.json()) as Tokens;
    // Signed out meanwhile: the answer must not bring the session back.
    if (refreshToken() !== token) return accessToken() !== null;
    storeTokens(tokens);
    return true;
  }
  // Only a refusal ends the session; a server in trouble must not sign a surgeon out.
  if (answer.status === 401 || answer.status === 403) {
    if (refreshToken() === token) clearSession('expired');
    return false;
  }
  throw ApiError.fromAnswer(answer.status, await answer.text());
}

/**
 * Rotates the tokens, one rotation at a time over all tabs.
 * @param staleAccess the access token that was refused or is about to end; if a newer one is stored, nothing is sent.
 * @returns whether there is a usable session now.
 */
export function refreshSession(staleAccess: string | null): Promise<boolean> {
  running ??= oneAtATime(() => rotate(staleAccess)).finally(() => {
    running = null;
  });
  return running;
}

/** After a success: refreshes in the background once the access token has less than 300 s to live. */
export function refreshWhenDue(): void {
  if (refreshToken() === null || expiresOn() - Date.now() / 1000 > limits.refreshWindowSeconds) return;
  refreshSession(accessToken()).catch(() => undefined);
}
