import { quality } from '@incisive/contract/quality';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { measuredCases, overview } from './quality.service.ts';

export function mountQuality(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, quality, {
    overview: ({ tx, actor, query, audit }) => overview(tx, actor, query, audit),
    cases: ({ tx, actor, query, audit }) =>
      measuredCases(tx, actor, query, `${deps.config.publicUrl}/api/v1/quality/cases/`, audit),
  });
}
