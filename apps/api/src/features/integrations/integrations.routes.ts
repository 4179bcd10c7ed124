import { integrations } from '@incisive/contract/integrations';
import { dropFolders } from '@incisive/contract/drop-folders';
import { webhooks } from '@incisive/contract/webhooks';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { createClient, getClient, listClients, listMessages, revokeClient, rotateClient, testClient } from './clients.service.ts';
import * as drops from './drop-folders.service.ts';
import * as hooks from './webhooks.service.ts';

export function mountIntegrations(app: FastifyInstance, deps: Deps): void {
  const { publicUrl } = deps.config;
  mount(app, deps, integrations, {
    list: async ({ tx }) => ({
      clients: await listClients(tx),
      addresses: { fhir: `${publicUrl}/fhir`, token: `${publicUrl}/oauth/token` },
    }),
    createClient: ({ tx, actor, body, audit }) => createClient(tx, actor, body, audit),
    rotateClient: ({ tx, params, audit }) => rotateClient(tx, params.id, audit),
    revokeClient: ({ tx, actor, params, audit }) => revokeClient(tx, actor, params.id, audit),
    testClient: ({ actor, params }) => testClient(deps, actor, params.id),
    messages: async ({ tx, params }) => {
      await getClient(tx, params.id);
      return { results: await listMessages(tx, params.id) };
    },
  });
  mount(app, deps, webhooks, {
    list: async ({ tx }) => ({ results: await hooks.listWebhooks(tx) }),
    create: ({ tx, actor, body, audit }) => hooks.createWebhook(tx, actor, deps.seal, body, audit),
    rotate: ({ tx, params, audit }) => hooks.rotateWebhook(tx, deps.seal, params.id, audit),
    revoke: ({ tx, actor, params, audit }) => hooks.revokeWebhook(tx, actor, params.id, audit),
    test: ({ actor, params }) => hooks.testWebhook(deps, actor, params.id),
    messages: async ({ tx, params }) => {
      await hooks.getWebhook(tx, params.id);
      return { results: await hooks.listMessages(tx, params.id) };
    },
    replay: ({ tx, params, audit }) => hooks.replayMessage(tx, params.id, audit),
  });
  mount(app, deps, dropFolders, {
    list: async ({ tx }) => ({ served: deps.config.DROP_DIR !== undefined, results: await drops.listFolders(tx) }),
    change: ({ tx, actor, body, audit }) => drops.switchFolder(tx, actor, body, audit),
    test: ({ actor, params }) => drops.testFolder(deps, actor, params.id),
    messages: async ({ tx, params }) => {
      await drops.getFolder(tx, params.id);
      return { results: await drops.listFiles(tx, params.id) };
    },
  });
}
