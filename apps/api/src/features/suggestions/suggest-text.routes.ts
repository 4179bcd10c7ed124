import { suggest } from '@incisive/contract/suggest';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { suggestForText } from './suggest-text.service.ts';

export const mountSuggest = (app: FastifyInstance, deps: Deps): void =>
  mount(app, deps, suggest, { create: ({ actor, body, audit }) => suggestForText(deps, actor, body, audit) });
