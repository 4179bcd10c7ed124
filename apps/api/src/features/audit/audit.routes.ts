import { audit } from '@incisive/contract/audit';
import type { FastifyInstance } from 'fastify';
import { withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { auditCsv } from './audit.csv.ts';
import { auditBelow, listAudit } from './audit.store.ts';

const rowsAtOnce = 1000;

export function mountAudit(app: FastifyInstance, deps: Deps): void {
  const url = `${deps.config.publicUrl}/api/v1/audit/`;
  mount(app, deps, audit, {
    list: ({ tx, query }) => listAudit(tx, query, url),
    csv: async ({ actor, query, audit: trail }) => {
      trail.detail('csv');
      return {
        filename: 'audit.csv',
        contentType: 'text/csv; charset=utf-8',
        body: auditCsv((below) => withSession(deps.database, actor, (tx) => auditBelow(tx, query, below, rowsAtOnce))),
      };
    },
  });
}
