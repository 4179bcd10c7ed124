import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';
import { tenant } from './tenants.ts';

/** What a form offers; the law of a state says which. */
export const keepYearsOffered = [6, 7, 8, 10, 12, 15, 20, 25, 30] as const;
const keepYears = z.int('Give whole years').check(z.gte(1, 'One year at the least'), z.lte(100, 'A hundred years at the most'));

/** How long a tenant keeps its notes. Apart from the tenants, whose names every screen needs. */
export const retention = {
  set: endpoint({
    method: 'POST',
    path: '/api/v1/tenants/:id/retention/',
    summary: 'For how many years the tenant keeps notes that nobody changes, and whether it is under legal hold',
    permission: 'tenants.manage',
    tx: 'write',
    audit: 'tenant_updated',
    params: idParams,
    body: z.object({ keep_years: z.nullable(keepYears), legal_hold: z.boolean('Say whether it is under legal hold') }),
    response: tenant,
  }),
  past: endpoint({
    method: 'GET',
    path: '/api/v1/tenants/:id/retention/',
    summary:
      'How many notes nobody changed for so many years (without a number: for the years that are set); these go in the next night',
    permission: 'tenants.manage',
    tx: 'read',
    audit: null,
    params: idParams,
    query: z.strictObject({ years: z.optional(z.pipe(z.coerce.number(), keepYears)) }),
    response: z.object({ notes: z.number() }),
  }),
};
