import { randomId } from './random-id.ts';

/** Consent to the product's own page-view counting, and the two cookies that it may set afterwards. */
export type Consent = 'accepted' | 'declined' | 'unasked';

const storageKey = 'cookieConsent';
const visitor = 'inc_vid';
const visit = 'inc_sid';
const listeners = new Set<() => void>();

interface PrivacyNavigator {
  readonly globalPrivacyControl?: boolean;
}

/** Do Not Track and Global Privacy Control are a decline that needs no asking. */
const declinedByBrowser = (): boolean =>
  navigator.doNotTrack === '1' || (navigator as PrivacyNavigator).globalPrivacyControl === true;

export function readConsent(): Consent {
  if (declinedByBrowser()) return 'declined';
  const value = localStorage.getItem(storageKey);
  return value === 'accepted' || value === 'declined' ? value : 'unasked';
}

const remove = (name: string): void => {
  document.cookie = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax`;
};

/** Stores the answer; declining, or withdrawing later, deletes both cookies. */
export function storeConsent(consent: 'accepted' | 'declined'): void {
  localStorage.setItem(storageKey, consent);
  if (consent === 'declined') {
    remove(visitor);
    remove(visit);
  }
  for (const listener of listeners) listener();
}

/** Forgets the answer, so that the banner asks again; the cookies go at once. */
export function askConsentAgain(): void {
  storeConsent('declined');
  localStorage.removeItem(storageKey);
  for (const listener of listeners) listener();
}

export function onConsentChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const readCookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);

function renewCookie(name: string, lifeSeconds: number): string {
  const value = readCookie(name) ?? randomId();
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${value}; path=/; max-age=${lifeSeconds}; samesite=lax${secure}`;
  return value;
}

/** The visitor's and the visit's ids: a year, and half an hour from the last page. Only after consent. */
export const analyticsIds = (): { vid: string; sid: string } => ({
  vid: renewCookie(visitor, 365 * 86_400),
  sid: renewCookie(visit, 30 * 60),
});
