import { integrations } from '@incisive/contract/integrations';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { createClient, getClient, listClients, listMessages, revokeClient, rotateClient, testClient } from './clients.service.ts';

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
}
