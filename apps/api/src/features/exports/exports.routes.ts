import { claimExports, exports } from '@incisive/contract/exports';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { claimSource } from '../cases/cases.service.ts';
import { beginClaimExport, downloadExport, getExport, listExports, removeExport } from './exports.service.ts';

export function mountExports(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, exports, {
    list: ({ tx }) => listExports(tx),
    get: ({ tx, params }) => getExport(tx, params.id),
    download: ({ actor, params, audit }) => downloadExport(deps, actor, params.id, claimSource.handedOver, audit),
    remove: ({ tx, params }) => removeExport(tx, params.id),
  });
  mount(app, deps, claimExports, {
    begin: ({ tx, actor, query, body, audit }) =>
      beginClaimExport(tx, actor, { ids: body.op_notes, format: query.format }, audit),
  });
}
