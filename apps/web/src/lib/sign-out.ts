import type { QueryClient } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { accessToken, clearSession } from './session.ts';
import type { SessionEnd } from './session.ts';

/**
 * Ends the session: storage, query cache and page are emptied at once, whether or not the server can be told.
 * Signing out by hand goes to the public page; an ending by idleness stays, so that the gate keeps the path.
 */
export function signOut(queries: QueryClient, reason: SessionEnd = 'sign-out'): void {
  const token = accessToken();
  clearSession(reason);
  queries.clear();
  if (token !== null) {
    fetch(auth.logout.path, {
      method: auth.logout.method,
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
    }).catch(() => undefined);
  }
  if (reason === 'sign-out') window.location.assign('/');
}
