import { createHash, randomBytes, randomInt } from 'node:crypto';

// No I, L, O, U, 0 or 1: codes are read from a screen and typed.
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Groups of four from an alphabet without look-alikes: 4.9 bits a character. */
export const typedCode = (groups: number): string =>
  Array.from({ length: groups }, () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')).join('-');

/** A typed code as it was made: people leave out dashes and do not mind case. */
export const foldedCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** 256 bits for a link. */
export const linkToken = (): string => randomBytes(32).toString('base64url');

/** Enough for what has 128 bits or more; shorter codes are digested under the installation's secret. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
