import { Secret, TOTP } from 'otpauth';

// RFC 6238 with what authenticator apps expect: SHA-1, 30 seconds, six digits.
const stepSeconds = 30;
const secretBytes = 20;
const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Incisive', label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: stepSeconds });

/** A new secret in RFC 4648 base 32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;
export const stepAt = (milliseconds: number): number => Math.floor(milliseconds / 1000 / stepSeconds);

/** The code of one time step. */
export const totpCode = (secret: string, step: number): string =>
  totpOf(secret).generate({ timestamp: step * stepSeconds * 1000 });

/**
 * The step that a code belongs to, one step either way of now, or null. A step at or before `lastStep` was used already: a code
 * works once.
 */
export function matchingStep(secret: string, code: string, lastStep: number | null, now = Date.now()): number | null {
  const typed = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(typed)) return null;
  const delta = totpOf(secret).validate({ token: typed, timestamp: now, window: 1 });
  if (delta === null) return null;
  const step = stepAt(now) + delta;
  return lastStep !== null && step <= lastStep ? null : step;
}

/** What authenticator apps read from the QR code. */
export const totpAddress = (secret: string, username: string): string => totpOf(secret, username).toString();
