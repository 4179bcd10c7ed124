import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { bulk, count, flag, id, idParams, tenantName } from '../fields.ts';
import { listQuery, paged, textFilters } from '../lists.ts';
import { limits } from '../limits.ts';
import { tenantRoles } from '../roles.ts';

export const tenant = z.object({
  id,
  name: z.string(),
  active: z.boolean(),
  otp_required: z.boolean(),
  created_by: z.string(),
  created_at: z.string(),
  updated_by: z.nullable(z.string()),
  updated_at: z.string(),
  count_users: z.number(),
  count_opnotes: z.number(),
  count_ednotes: z.number(),
  /** Characters of its notes and their earlier versions, and how many it may keep; null is no limit. */
  text_kept: z.number(),
  text_limit: z.nullable(z.number()),
  /** For how many years notes are kept that nobody changes; null is without end. */
  keep_years: z.nullable(z.number()),
  /** Nothing of it is removed for good. */
  legal_hold: z.boolean(),
});
export type Tenant = z.infer<typeof tenant>;

export const tenantOrderings = ['id', 'name', 'created_by', 'created_at', 'updated_by', 'updated_at', 'active'] as const;
const query = listQuery({
  orderings: tenantOrderings,
  sizes: [...limits.pageSizesAccepted, limits.tenantSelectorSize],
  filters: { ...textFilters('id', 'name', 'created_by', 'updated_by'), active: z.optional(flag) },
  dates: ['created_at', 'updated_at'],
});

/** Organizations. */
export const tenants = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/tenants/',
    summary: 'List tenants',
    permission: 'tenants.manage',
    tx: 'read',
    audit: null,
    query,
    response: paged(tenant),
  }),
  directory: endpoint({
    method: 'GET',
    path: '/api/v1/tenants/directory/',
    summary: 'Names of active tenants, for sign-up, where the installation shows them',
    permission: 'public',
    tx: 'manual',
    audit: null,
    rate: 'sign-up',
    response: z.object({ enabled: z.boolean(), results: z.array(z.object({ id, name: z.string() })) }),
  }),
  /** What a selector on a form may offer: all active tenants to super-level users, else one's own. */
  selectable: endpoint({
    method: 'GET',
    path: '/api/v1/tenants/selectable/',
    summary: 'The tenants that the caller may choose in a form',
    permission: 'profile.own',
    tx: 'read',
    audit: null,
    response: z.object({ results: z.array(z.object({ id, name: z.string() })) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/tenants/:id/',
    summary: 'Read one tenant',
    permission: 'tenants.manage',
    tx: 'read',
    audit: null,
    params: idParams,
    response: tenant,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/tenants/',
    summary: 'Create a tenant',
    permission: 'tenants.manage',
    tx: 'write',
    audit: 'tenant_created',
    body: z.object({ name: tenantName }),
    response: tenant,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/tenants/:id/',
    summary: 'Rename, activate or deactivate a tenant',
    permission: 'tenants.manage',
    tx: 'write',
    audit: 'tenant_updated',
    params: idParams,
    body: z.object({ name: z.optional(tenantName), active: z.optional(z.boolean()), updated_by: z.optional(z.unknown()) }).check(
      z.refine((body) => body.name !== undefined || body.active !== undefined, {
        error: 'Give a name, or active as true or false',
        path: ['name'],
      }),
    ),
    response: tenant,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/tenants/:id/',
    summary: 'Delete an empty tenant',
    permission: 'tenants.manage',
    tx: 'write',
    audit: 'tenant_deleted',
    params: idParams,
    status: 204,
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/api/v1/tenants/delete/',
    summary: 'Delete several empty tenants, all or none',
    permission: 'tenants.manage',
    tx: 'write',
    audit: 'tenant_deleted',
    body: z.object({ tenants: bulk(id) }),
    response: count,
  }),
  requireOtp: endpoint({
    method: 'POST',
    path: '/api/v1/tenants/:id/require-otp/',
    summary: 'Require a second factor of all users of the tenant',
    permission: 'users.manage',
    tx: 'write',
    audit: 'tenant_updated',
    params: idParams,
    body: z.object({ required: z.boolean() }),
    response: z.object({ otp_required: z.boolean() }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/v1/tenants/:id/invitations/',
    summary: 'Make a single-use sign-up code, good for 7 days',
    permission: 'users.manage',
    tx: 'write',
    audit: 'invitation_created',
    params: idParams,
    body: z.object({ groups: z.optional(z.enum(tenantRoles as ['Admin', 'Approver', 'DataEntry'])) }),
    response: z.object({ code: z.string(), expires_at: z.string() }),
    status: 201,
  }),
};
