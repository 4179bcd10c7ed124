import { auth } from '@incisive/contract/auth';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { changePassword } from '../../auth/change-password.ts';
import { signIn } from '../../auth/sign-in.ts';

export const clientOf = (request: FastifyRequest) => ({
  userAgent: String(request.headers['user-agent'] ?? ''),
  address: request.ip,
});

export function mountAuth(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, auth, {
    login: ({ body, audit, request }) => signIn(deps, body, { ...clientOf(request), requestId: request.id }, audit),
    refresh: ({ body, request }) =>
      deps.sessions.rotate(body.refresh_token, { requestId: request.id, address: request.ip }, deps.config.IDLE_MINUTES),
    logout: async ({ request, audit }) => {
      const session = await deps.authenticator.sessionIdOf(request.headers.authorization, { evenExpired: true });
      audit.entity(`session:${session}`);
      await deps.sessions.end({ sessionIds: [session] }, 'sign-out');
    },
    changePassword: ({ actor, body, audit, request }) => {
      audit.entity(`user:${actor.userId}`);
      return changePassword(deps, actor, body, clientOf(request));
    },
  });
}
