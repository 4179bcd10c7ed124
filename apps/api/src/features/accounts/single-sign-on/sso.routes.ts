import { sso, ssoConnections } from '@incisive/contract/single-sign-on';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { mount } from '../../../http/mount.ts';
import { clientOf } from '../auth.routes.ts';
import * as connections from './connections.service.ts';
import { getConnection, listConnections, listMessages } from './connections.store.ts';
import { finishSignIn, startSignIn } from './sign-in.ts';
import { backChannelLogout, leave } from './sign-out.ts';

export function mountSingleSignOn(app: FastifyInstance, deps: Deps): void {
  const { publicUrl } = deps.config;
  mount(app, deps, ssoConnections, {
    list: async ({ tx }) => ({ results: await listConnections(tx, publicUrl) }),
    create: ({ tx, actor, body, audit }) => connections.createConnection(deps, tx, actor, body, audit),
    change: ({ tx, actor, params, body, audit }) => connections.changeConnection(deps, tx, actor, params.id, body, audit),
    revoke: ({ tx, actor, params, audit }) => connections.revokeConnection(deps, tx, actor, params.id, audit),
    test: ({ actor, params }) => connections.testConnection(deps, actor, params.id),
    messages: async ({ tx, params }) => {
      await getConnection(tx, publicUrl, params.id);
      return { results: await listMessages(tx, params.id) };
    },
  });
  mount(app, deps, sso, {
    start: ({ body }) => startSignIn(deps, body),
    finish: ({ body, audit, request }) => finishSignIn(deps, body, clientOf(request), audit),
    leave: ({ request, audit }) => leave(deps, request.headers.authorization, audit),
    backChannel: ({ params, body, audit, reply }) => {
      void reply.header('cache-control', 'no-store');
      return backChannelLogout(deps, params.key, body.logout_token, audit);
    },
  });
}
