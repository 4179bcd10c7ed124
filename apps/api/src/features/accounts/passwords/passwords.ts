import { hash, verify } from '@node-rs/argon2';
import { fieldError } from '../../../http/app-error.ts';
import { usernameKey } from '../account-lookup.ts';
import { isCommonPassword } from './common-passwords.ts';

// OWASP's parameters for argon2id (the package's algorithm 2): 19 MiB, two passes, one lane.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const atOnce = 4;

// Each hash takes 19 MiB: unbounded parallel sign-ins would be a way to exhaust memory.
let running = 0;
const waiting: (() => void)[] = [];

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> => limited(() => hash(password.normalize('NFC'), options));

/** Whether a hash was made with other parameters than today's; the next sign-in rehashes. */
export const isOutdatedHash = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`);

let decoy: Promise<string> | undefined;

/** Whether the password fits; without a hash (unknown user) the same work is done and the answer is no. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const against = stored ?? (await decoy);
  const fits = await limited(() => verify(against, password.normalize('NFC')));
  return fits && stored !== null;
}

/** What a password that holds the username has to have besides. */
const leastOwnCharacters = 4;

/** @throws AppError with 'Too common' for a listed password or one made of the username. */
export function checkNewPassword(password: string, username: string, field = 'password'): void {
  const folded = usernameKey(password);
  const name = usernameKey(username);
  // The name with a few signs around it, or with digits and signs between its letters, is the name.
  const around = name !== '' && folded.includes(name) && folded.length - name.length < leastOwnCharacters;
  const letters = (text: string): string => text.replace(/[^\p{L}]+/gu, '');
  const between = letters(name).length >= leastOwnCharacters && letters(folded) === letters(name);
  if (isCommonPassword(folded) || around || between) throw fieldError(field, 'Too common');
}
