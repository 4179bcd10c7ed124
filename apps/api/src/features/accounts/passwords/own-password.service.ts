import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import { type Actor, withSystem } from '../../../db/tenant.ts';
import { fieldError } from '../../../http/app-error.ts';
import { usernameKey } from '../account-lookup.ts';
import { verifyPassword } from './passwords.ts';
import { clearSignInAttempts, takeSignInAttempt } from '../sign-in/sign-in-throttle.ts';

/** Whether the session began at the clinic's provider: such a person may have no password here. */
const beganAtProvider = (deps: Deps, actor: Actor): Promise<boolean> =>
  withSystem(deps.database, async (tx) => {
    const { rows } = await sql<{ began: boolean }>`select app.is_sso_session(${actor.sessionId}) as began`.execute(tx);
    return rows[0]!.began;
  });

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
  if (await beganAtProvider(deps, actor))
    throw fieldError(field, 'You signed in with your clinic’s account: sign in with it again first');
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
