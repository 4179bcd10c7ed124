import type { QueryClient } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { accessToken, clearSession, sessionClinic } from './session.ts';
import type { SessionEnd } from './session.ts';
import { flushUnsaved, hasUnsaved, leaveKept } from '../drafts/unsaved.ts';

/** How long a draft may hold up a sign-out by hand. */
const mostMs = 3000;

const tellServer = (token: string | null): void => {
  if (token === null) return;
  fetch(auth.logout.path, {
    method: auth.logout.method,
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => undefined);
};

/**
 * Ends the session: storage, query cache and page are emptied at once, whether or not the server can be told; what was typed is
 * kept as a draft first. Signing out by hand goes to the public page; an ending by idleness stays, so that the gate keeps the path.
 */
export function signOut(queries: QueryClient, reason: SessionEnd = 'sign-out'): void {
  const token = accessToken();
  const atClinic = sessionClinic() !== null;
  const end = (): void => {
    clearSession(reason);
    queries.clear();
  };
  const leave = (): void => {
    end();
    leaveKept();
    if (!atClinic || token === null) {
      tellServer(token);
      window.location.assign('/');
      return;
    }
    void import('./clinic-sign-in.ts')
      .then(({ leaveClinic }) => leaveClinic(token, mostMs))
      .catch(() => '/')
      .then((url) => window.location.assign(url));
  };
  // Begun while the session still holds.
  const kept = hasUnsaved() ? flushUnsaved().catch(() => undefined) : null;
  if (reason === 'sign-out') {
    if (kept === null) leave();
    else void Promise.race([kept, new Promise((resolve) => setTimeout(resolve, mostMs))]).then(leave);
    return;
  }
  end();
  if (kept === null) tellServer(token);
  else void kept.then(() => tellServer(token));
}
