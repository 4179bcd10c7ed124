import { installation } from '@incisive/contract/installation';
import type { FastifyInstance } from 'fastify';
import { hasDemo } from '../../demo/remove-demo.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';

export function mountInstallation(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, installation, {
    get: async () => ({ demo: await hasDemo(deps.database), idle_minutes: deps.config.IDLE_MINUTES }),
  });
}
