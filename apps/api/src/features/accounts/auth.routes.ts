import { auth } from '@incisive/contract/auth';
import { can } from '@incisive/contract/roles';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { closeAccountNamed, closeAccounts } from './account-status.ts';
import { changePassword } from './passwords/change-password.ts';
import { resendVerification, verifyEmail } from './sign-up/email-verification.ts';
import { forgotPassword, resetPassword } from './passwords/password-reset.ts';
import { confirmSecondFactor, disableOwnSecondFactor, resetSecondFactor, setUpSecondFactor } from './sign-in/second-factor.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signOut } from './sign-in/sign-out.ts';
import { askForAccount, makeAccount } from './sign-up/sign-up.ts';
import { updateAccount } from './update-account.ts';
import type { Deps } from '../../deps.ts';
import { withTenant } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';
import { mount } from '../../http/mount.ts';
import { profileIn } from './profile.ts';

export const clientOf = (request: FastifyRequest) => ({
  userAgent: String(request.headers['user-agent'] ?? ''),
  address: request.ip,
});

export function mountAuth(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, auth, {
    login: ({ body, audit, request }) => signIn(deps, body, { ...clientOf(request), requestId: request.id }, audit),
    refresh: ({ body, request }) =>
      deps.sessions.rotate(body.refresh_token, { requestId: request.id, address: request.ip }, deps.config.IDLE_MINUTES),
    logout: ({ request, audit }) => signOut(deps, request.headers.authorization, audit),
    signUp: async ({ authenticate, body, audit, request, reply }) => {
      const actor = await authenticate('users.manage');
      if (!actor) return askForAccount(deps, body, audit, profileIn);
      const id = await makeAccount(deps, actor, body, { request, reply, audit });
      return withTenant(deps.database, actor, (tx) => profileIn(tx, id));
    },
    update: async ({ actor, body, audit }) => {
      const id = await updateAccount(deps, actor, body, audit);
      return withTenant(deps.database, actor, (tx) => profileIn(tx, id));
    },
    forgotPassword: async ({ body, request, audit }) => {
      await forgotPassword(deps, body.username, request.ip, audit);
      return { message: 'If the account exists, a code was emailed to its address.' };
    },
    resetPassword: async ({ body, audit }) => {
      await resetPassword(deps, body, audit);
      return { message: 'Your password was changed. Sign in with it.' };
    },
    changePassword: ({ actor, body, audit, request }) => changePassword(deps, actor, body, clientOf(request), audit),
    remove: ({ actor, body, audit }) => closeAccountNamed(deps, actor, body.username, audit),
    removeMany: ({ actor, body, audit }) => closeAccounts(deps, actor, body.users, audit),
    verifyEmail: async ({ body, audit }) => {
      await verifyEmail(deps, body.token, audit);
      return { message: 'Your email address is confirmed.' };
    },
    resendVerification: async ({ body, request, audit }) => {
      await resendVerification(deps, body.username, request.ip, audit);
      return { message: 'If the address of this account awaits confirmation, a new link was emailed to it.' };
    },
    totpSetup: ({ actor, body }) => setUpSecondFactor(deps, actor, body.password),
    totpConfirm: async ({ actor, body, audit }) => ({
      recovery_codes: await confirmSecondFactor(deps, actor, body.otp, audit),
    }),
    totpDisable: ({ actor, body, audit }) => {
      if (!body.user || body.user === actor.userId) return disableOwnSecondFactor(deps, actor, body, audit);
      if (!can(actor.role, 'users.manage')) throw new AppError('forbidden');
      return resetSecondFactor(deps, actor, body.user, audit);
    },
  });
}
