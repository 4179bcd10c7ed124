import { installation } from '@incisive/contract/installation';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { readBackups, readInstallation } from './installation.service.ts';

export function mountInstallation(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, installation, {
    get: () => readInstallation(deps.database, deps.config),
    backups: () => readBackups(deps.database, deps.config),
  });
}
