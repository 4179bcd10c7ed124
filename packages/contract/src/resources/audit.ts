import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { filterQuery, listQuery, paged, textFilters } from '../lists.ts';

/** One audit row under FHIR AuditEvent's field names. */
export const auditRow = z.object({
  id: z.string(),
  type: z.string(),
  action: z.enum(['C', 'R', 'U', 'D', 'E']),
  recorded: z.string(),
  outcome: z.enum(['success', 'refused', 'failed']),
  /** Names may change and may look alike: the ids beside them say who and whose. */
  agent: z.object({
    who: z.nullable(z.string()),
    user_id: z.nullable(id),
    role: z.nullable(z.string()),
    network: z.nullable(z.string()),
  }),
  source: z.string(),
  /** What a refusal told the person who asked; `job` or `command` where nobody asked. */
  request_id: z.string(),
  entity: z.array(z.string()),
  tenant: z.nullable(z.string()),
  tenant_id: z.nullable(id),
  detail: z.nullable(z.string()),
  sealed: z.boolean(),
});
export type AuditRow = z.infer<typeof auditRow>;

const filters = {
  ...textFilters('type', 'outcome', 'who', 'entity', 'tenant'),
  action: z.optional(z.enum(['C', 'R', 'U', 'D', 'E'])),
};
const dates = ['recorded'] as const;

/** The audit log. */
export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/audit/',
    summary: 'List audit rows',
    permission: 'audit.read',
    tx: 'read',
    audit: 'audit_read',
    query: listQuery({ orderings: ['recorded', 'type', 'outcome', 'who'], filters, dates }),
    response: paged(auditRow),
  }),
  csv: endpoint({
    method: 'GET',
    path: '/api/v1/audit/csv/',
    summary: 'The filtered audit rows as CSV',
    permission: 'audit.read',
    tx: 'manual',
    audit: 'audit_read',
    rate: 'export',
    query: filterQuery(filters, dates),
    file: 'audit.csv',
  }),
};
