import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../db/client.ts';
import { type Actor, withSystem } from '../../../db/tenant.ts';
import { AppError, fieldError } from '../../../http/app-error.ts';
import type { AuditTrail } from '../../../http/context.ts';
import { letters } from '../../../mail/templates.ts';
import { lockTargets } from '../account-targets.ts';
import { foldedCode, typedCode } from '../../../secrets/one-time-codes.ts';
import { requireOwnPassword } from '../passwords/own-password.service.ts';
import { usernameKey } from '../account-lookup.ts';
import { clearSignInAttempts, takeSignInAttempt } from './sign-in-throttle.ts';
import { matchingStep, newTotpSecret, totpAddress } from './totp.ts';

const recoveryCodes = 10;

const recoveryHash = (deps: Deps, userId: string, code: string): string =>
  deps.seal.digest('recovery', `${userId} ${foldedCode(code)}`).toString('base64url');
const openSecret = (deps: Deps, sealed: string): string => deps.seal.open(Buffer.from(sealed, 'base64'));

/** Begins a second factor: a secret that counts only once a code made with it has been shown. */
export async function setUpSecondFactor(deps: Deps, actor: Actor, password: string): Promise<{ secret: string; uri: string }> {
  await requireOwnPassword(deps, actor, password, 'password');
  const secret = newTotpSecret();
  await withSystem(deps.database, async (tx) => {
    const user = await tx.selectFrom('app.users').select('otp_enabled').where('id', '=', actor.userId).executeTakeFirstOrThrow();
    if (user.otp_enabled) throw new AppError('conflict', { detail: 'A second factor is already on. Turn it off first.' });
    await tx
      .updateTable('app.credentials')
      .set({ otp_pending_secret: deps.seal.seal(secret).toString('base64') })
      .where('user_id', '=', actor.userId)
      .execute();
  });
  return { secret, uri: totpAddress(secret, actor.username) };
}

/** Turns the second factor on with a first code; answers ten recovery codes, kept as hashes only. */
export async function confirmSecondFactor(deps: Deps, actor: Actor, otp: string, audit: AuditTrail): Promise<string[]> {
  const key = usernameKey(actor.username);
  const mayTry = await takeSignInAttempt(deps.database, key);
  const codes = Array.from({ length: recoveryCodes }, () => typedCode(4));
  await withSystem(deps.database, async (tx) => {
    const stored = await tx
      .selectFrom('app.credentials')
      .select('otp_pending_secret')
      .where('user_id', '=', actor.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!stored.otp_pending_secret) throw new AppError('conflict', { detail: 'Start setting up the second factor first.' });
    const step = mayTry ? matchingStep(openSecret(deps, stored.otp_pending_secret), otp, null) : null;
    if (step === null) throw fieldError('otp', 'This code is wrong');
    await tx
      .updateTable('app.credentials')
      .set({
        otp_secret: stored.otp_pending_secret,
        otp_pending_secret: null,
        otp_last_step: step,
        recovery_code_hashes: codes.map((code) => recoveryHash(deps, actor.userId, code)),
      })
      .where('user_id', '=', actor.userId)
      .execute();
    const user = await tx
      .updateTable('app.users')
      .set({ otp_enabled: true })
      .where('id', '=', actor.userId)
      .returning('email')
      .executeTakeFirstOrThrow();
    await deps.mailer.queue(tx, user.email, letters.secondFactorChanged({ username: actor.username, change: 'on' }));
    audit.entity(`user:${actor.userId}`);
    audit.detail('on');
    await audit.writeIn(tx);
  });
  await clearSignInAttempts(deps.database, [key]);
  return codes;
}

async function turnOff(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('app.users').set({ otp_enabled: false }).where('id', '=', userId).execute();
  await tx
    .updateTable('app.credentials')
    .set({ otp_secret: null, otp_pending_secret: null, otp_last_step: null, recovery_code_hashes: [] })
    .where('user_id', '=', userId)
    .execute();
}

/** Turns one's own second factor off, with the password and a code or recovery code; not where the tenant requires it. */
export async function disableOwnSecondFactor(
  deps: Deps,
  actor: Actor,
  given: { password?: string | undefined; otp?: string | undefined; recovery_code?: string | undefined },
  audit: AuditTrail,
): Promise<void> {
  const find = (tx: Tx) =>
    tx
      .selectFrom('app.users as u')
      .innerJoin('app.tenants as t', 't.id', 'u.tenant_id')
      .select(['u.email', 'u.otp_enabled', 't.otp_required'])
      .where('u.id', '=', actor.userId)
      .executeTakeFirstOrThrow();
  await requireOwnPassword(deps, actor, given.password, 'password', async () => {
    const user = await withSystem(deps.database, find);
    if (!user.otp_enabled || user.otp_required) return;
    if (!given.otp && !given.recovery_code) throw fieldError('otp', 'Required');
    if (!(await takeSecondFactor(deps, actor.userId, given))) throw fieldError('otp', 'This code is wrong or was already used');
  });
  await withSystem(deps.database, async (tx) => {
    const user = await find(tx);
    if (user.otp_required)
      throw new AppError('conflict', {
        detail: 'Your organization requires a second factor. Ask your administrator to change that first.',
      });
    await turnOff(tx, actor.userId);
    await deps.mailer.queue(tx, user.email, letters.secondFactorChanged({ username: actor.username, change: 'off' }));
    audit.entity(`user:${actor.userId}`);
    audit.detail('off');
    await audit.writeIn(tx);
  });
}

/** An administrator turns a user's lost second factor off: inside their reach only, mailed to the user, and the sessions end. */
export async function resetSecondFactor(deps: Deps, actor: Actor, userId: string, audit: AuditTrail): Promise<void> {
  await withSystem(deps.database, async (tx) => {
    const [target] = await lockTargets(tx, actor, [userId]);
    await turnOff(tx, target!.id);
    await deps.sessions.endIn(tx, { userIds: [target!.id] }, 'second factor reset');
    await deps.mailer.queue(tx, target!.email, letters.secondFactorChanged({ username: target!.username, change: 'reset' }));
    audit.entity(`user:${target!.id}`);
    audit.tenant(target!.tenant_id);
    audit.detail('reset');
    await audit.writeIn(tx);
  });
}

/** Whether a code of the app or a recovery code fits; either is used up by it. */
export async function takeSecondFactor(
  deps: Deps,
  userId: string,
  given: { otp?: string | undefined; recovery_code?: string | undefined },
): Promise<boolean> {
  return withSystem(deps.database, async (tx) => {
    const stored = await tx
      .selectFrom('app.credentials')
      .select(['otp_secret', 'otp_last_step', 'recovery_code_hashes'])
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!stored?.otp_secret) return false;
    if (given.otp) {
      const step = matchingStep(openSecret(deps, stored.otp_secret), given.otp, stored.otp_last_step);
      if (step === null) return false;
      await tx.updateTable('app.credentials').set({ otp_last_step: step }).where('user_id', '=', userId).execute();
      return true;
    }
    const hash = given.recovery_code ? recoveryHash(deps, userId, given.recovery_code) : '';
    const left = stored.recovery_code_hashes.filter((kept) => kept !== hash);
    if (left.length === stored.recovery_code_hashes.length) return false;
    await tx.updateTable('app.credentials').set({ recovery_code_hashes: left }).where('user_id', '=', userId).execute();
    return true;
  });
}
