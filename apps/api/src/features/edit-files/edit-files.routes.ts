import { editFiles } from '@incisive/contract/edit-files';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { dropEditFile, listFiles, takeEditFile, uploadEditFile } from './edit-files.service.ts';

export function mountEditFiles(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, editFiles, {
    list: ({ tx, actor }) => listFiles(tx, actor),
    upload: ({ actor, request, reply, audit }) => uploadEditFile(deps, actor, { request, reply, audit }),
    take: ({ tx, actor, params, audit }) => takeEditFile(tx, actor, params.id, audit),
    remove: ({ tx, params, audit }) => dropEditFile(tx, params.id, audit),
  });
}
