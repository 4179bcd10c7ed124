import { precedents } from '@incisive/contract/precedents';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { precedentsOf } from './precedents.service.ts';

export function mountPrecedents(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, precedents, {
    list: ({ actor, params, audit }) => precedentsOf(deps, actor, params.id, audit),
  });
}
