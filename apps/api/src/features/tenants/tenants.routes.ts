import { retention } from '@incisive/contract/retention';
import { tenants } from '@incisive/contract/tenants';
import type { FastifyInstance } from 'fastify';
import { tenantDirectory } from '../accounts/sign-up/tenant-directory.service.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { textLimit } from './text-quota.service.ts';
import {
  createTenant,
  getTenant,
  inviteTo,
  listTenants,
  notesPast,
  removeTenants,
  requireSecondFactorOf,
  selectableTenants,
  setRetention,
  updateTenant,
} from './tenants.service.ts';

export function mountTenants(app: FastifyInstance, deps: Deps): void {
  const text_limit = textLimit(deps.config);
  mount(app, deps, tenants, {
    list: async ({ tx, query }) => {
      const page = await listTenants(tx, query, `${deps.config.publicUrl}${tenants.list.path}`);
      return { ...page, results: page.results.map((tenant) => ({ ...tenant, text_limit })) };
    },
    directory: () => tenantDirectory(deps),
    selectable: async ({ tx }) => ({ results: await selectableTenants(tx) }),
    get: async ({ tx, params }) => ({ ...(await getTenant(tx, params.id)), text_limit }),
    create: async ({ tx, actor, body, audit }) => {
      const tenant = await createTenant(tx, actor, body.name);
      audit.entity(`tenant:${tenant.id}`);
      audit.tenant(tenant.id);
      return { ...tenant, text_limit };
    },
    update: async ({ tx, actor, params, body, audit }) => {
      audit.entity(`tenant:${params.id}`);
      const tenant = await updateTenant(tx, actor, params.id, body);
      audit.tenant(params.id);
      audit.detail(
        [
          ...(body.name === undefined ? [] : ['renamed']),
          ...(body.active === undefined ? [] : [body.active ? 'activated' : 'deactivated']),
        ].join(', '),
      );
      return { ...tenant, text_limit };
    },
    remove: async ({ tx, actor, params, audit }) => {
      audit.entity(`tenant:${params.id}`);
      await removeTenants(tx, actor, [params.id]);
    },
    removeMany: ({ tx, actor, body, audit }) => {
      audit.entity(...body.tenants.map((id) => `tenant:${id}`));
      return removeTenants(tx, actor, body.tenants);
    },
    requireOtp: async ({ tx, actor, params, body, audit }) => {
      audit.entity(`tenant:${params.id}`);
      const answer = await requireSecondFactorOf(tx, actor, params.id, body.required);
      audit.tenant(params.id);
      audit.detail(body.required ? 'second factor required' : 'second factor optional');
      return answer;
    },
    invite: async ({ tx, actor, params, body, audit }) => {
      audit.entity(`tenant:${params.id}`);
      const answer = await inviteTo(tx, actor, params.id, body.groups);
      audit.tenant(params.id);
      return answer;
    },
  });
  mount(app, deps, retention, {
    set: async ({ tx, actor, params, body, audit }) => {
      audit.entity(`tenant:${params.id}`);
      const tenant = await setRetention(tx, actor, params.id, body);
      audit.tenant(params.id);
      audit.detail(
        `notes kept ${body.keep_years === null ? 'without end' : `${body.keep_years} years`}, legal hold ${body.legal_hold ? 'on' : 'off'}`,
      );
      return { ...tenant, text_limit };
    },
    past: async ({ tx, params, query }) => ({ notes: await notesPast(tx, params.id, query.years) }),
  });
}
