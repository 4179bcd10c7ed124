import type { Tokens } from '@incisive/contract/auth';
import type { Deps } from '../../../deps.ts';
import { type Actor, withSystem } from '../../../db/tenant.ts';
import { AppError, fieldError } from '../../../http/app-error.ts';
import type { AuditTrail } from '../../../http/context.ts';
import { letters } from '../../../mail/templates.ts';
import { usernameKey } from '../account-lookup.ts';
import { keepPassword } from './keep-password.ts';
import { checkNewPassword, hashPassword, verifyPassword } from './passwords.ts';
import { clearSignInAttempts, takeSignInAttempt } from '../sign-in/sign-in-throttle.ts';

/** Changes the actor's own password, ends every older session and answers fresh tokens. */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  body: { old_password: string; new_password: string },
  client: { userAgent: string; address: string },
  audit: AuditTrail,
): Promise<Tokens> {
  const key = usernameKey(actor.username);
  const mayTry = await takeSignInAttempt(deps.database, key);
  const stored = await withSystem(deps.database, (tx) =>
    tx.selectFrom('app.credentials').select('password_hash').where('user_id', '=', actor.userId).executeTakeFirst(),
  );
  const fits = await verifyPassword(stored?.password_hash ?? null, body.old_password);
  if (!fits || !mayTry) {
    throw new AppError('wrong-credentials', {
      detail: 'The old password is wrong. Enter it again, or sign out and reset it.',
      fields: [{ path: 'old_password', message: 'The old password is wrong.' }],
    });
  }
  await clearSignInAttempts(deps.database, [key]);
  if (body.new_password === body.old_password) throw fieldError('new_password', 'Choose a password different from the old one');
  checkNewPassword(body.new_password, actor.username, 'new_password');
  const hash = await hashPassword(body.new_password);
  return withSystem(deps.database, async (tx) => {
    await keepPassword(tx, actor.userId, hash);
    const user = await tx
      .updateTable('app.users')
      .set({ password_change_required: false })
      .where('id', '=', actor.userId)
      .returning('email')
      .executeTakeFirstOrThrow();
    await deps.mailer.queue(tx, user.email, letters.passwordChanged({ username: actor.username }));
    audit.entity(`user:${actor.userId}`);
    await audit.writeIn(tx);
    await deps.sessions.endIn(tx, { userIds: [actor.userId] }, 'password change');
    return deps.sessions.start(
      tx,
      { id: actor.userId, username: actor.username, role: actor.role, tenant_id: actor.tenantId },
      client,
    );
  });
}
