import type { Tokens } from '@incisive/contract/auth';

/** Where the browser keeps a session; the names are fixed by the product's specification. */
const keys = {
  access: 'accessToken',
  refresh: 'refreshToken',
  id: 'idToken',
  expires: 'expiresOn',
  user: 'userId',
  /** The clinic's sign-in that the session began at; a session by password has none. */
  clinic: 'clinicKey',
} as const;

const ends = ['sign-out', 'expired', 'idle'] as const;
export type SessionEnd = (typeof ends)[number];
/** Tells the other tabs, which follow, why the session ended. */
const endKey = 'sessionEnd';
type Listener = () => void;

const listeners = new Set<Listener>();
let lastEnd: SessionEnd | null = null;
const announce = (): void => {
  for (const listener of listeners) listener();
};

export const accessToken = (): string | null => localStorage.getItem(keys.access);
export const refreshToken = (): string | null => localStorage.getItem(keys.refresh);
export const storedUserId = (): string | null => localStorage.getItem(keys.user);
/** When the access token ends, in seconds since the epoch; 0 when unknown. */
export const expiresOn = (): number => Number(localStorage.getItem(keys.expires) ?? 0);
/** The clinic's sign-in that the session began at, or null. */
export const sessionClinic = (): string | null => localStorage.getItem(keys.clinic);
export const isSignedIn = (): boolean => accessToken() !== null;
/** Why the last session of this page ended, for the sign-in card to say so; null after a fresh load. */
export const sessionEnd = (): SessionEnd | null => lastEnd;

/** Keeps the tokens of login, refresh or change-password. */
export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(keys.refresh, tokens.refresh_token);
  localStorage.setItem(keys.id, tokens.id_token);
  localStorage.setItem(keys.expires, String(tokens.exp));
  localStorage.setItem(keys.access, tokens.access_token);
  localStorage.removeItem(endKey);
  lastEnd = null;
  announce();
}

/** The clinic that somebody signed in at last in this browser: its button stands on the sign-in card from then on. */
export const lastClinic = (): string | null => localStorage.getItem('lastClinicKey');
/** Keeps where a session begins that is not begun by a password; before its tokens. */
export function storeClinic(key: string): void {
  localStorage.setItem(keys.clinic, key);
  localStorage.setItem('lastClinicKey', key);
}

export function storeUserId(id: string): void {
  localStorage.setItem(keys.user, id);
}

/** Forgets the session in this browser; other tabs follow by the storage event. */
export function clearSession(reason: SessionEnd): void {
  lastEnd = reason;
  localStorage.setItem(endKey, reason);
  for (const key of Object.values(keys)) localStorage.removeItem(key);
  announce();
}

/** Calls `listener` whenever the session is stored, replaced or ended, in this tab or another. Returns the way to stop. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the other tabs: one that signs out ends the session here as well. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent): void => {
    const ended = event.key === null || (event.key === keys.access && event.newValue === null);
    // Two idle tabs end in the same second: the one that comes second says why as well.
    if (ended) lastEnd = ends.find((reason) => reason === localStorage.getItem(endKey)) ?? 'sign-out';
    if (ended || event.key === keys.access || event.key === keys.user) announce();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
