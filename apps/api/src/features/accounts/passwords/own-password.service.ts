import type { Deps } from '../../../deps.ts';
import { type Actor, withSystem } from '../../../db/tenant.ts';
import { fieldError } from '../../../http/app-error.ts';
import { usernameKey } from '../account-lookup.ts';
import { verifyPassword } from './passwords.ts';
import { clearSignInAttempts, takeSignInAttempt } from '../sign-in/sign-in-throttle.ts';

/**
 * Asks the signed-in user for their password again before something that a stolen session must not do. Wrong tries count like
 * those of the sign-in, and so does what `alsoAsked` refuses.
 */
export async function requireOwnPassword(
  deps: Deps,
  actor: Actor,
  password: string | undefined,
  field: string,
  alsoAsked?: () => Promise<void>,
): Promise<void> {
  if (!password) throw fieldError(field, 'Required');
  const key = usernameKey(actor.username);
  const mayTry = await takeSignInAttempt(deps.database, key);
  const stored = await withSystem(deps.database, (tx) =>
    tx.selectFrom('app.credentials').select('password_hash').where('user_id', '=', actor.userId).executeTakeFirst(),
  );
  const fits = await verifyPassword(stored?.password_hash ?? null, password);
  if (!fits || !mayTry) throw fieldError(field, 'Wrong password');
  await alsoAsked?.();
  await clearSignInAttempts(deps.database, [key]);
}
