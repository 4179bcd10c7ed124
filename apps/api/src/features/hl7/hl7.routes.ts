import { hl7Channels } from '@incisive/contract/hl7-channels';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import * as channels from './hl7-channels.service.ts';

export function mountHl7(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, hl7Channels, {
    list: async ({ tx }) => ({ address: channels.addressOf(deps.config), results: await channels.listChannels(tx) }),
    create: ({ tx, actor, body, audit }) => channels.createChannel(tx, actor, body, audit),
    rotate: ({ tx, params, audit }) => channels.rotateChannel(tx, params.id, audit),
    bind: ({ tx, params, body, audit }) => channels.bindChannel(tx, params.id, body, audit),
    revoke: ({ tx, actor, params, audit }) => channels.revokeChannel(tx, actor, params.id, audit),
    test: ({ actor, params, body }) => channels.testChannel(deps, actor, params.id, body.message),
    messages: async ({ tx, params }) => {
      await channels.getChannel(tx, params.id);
      return { results: await channels.listMessages(tx, params.id) };
    },
  });
}
