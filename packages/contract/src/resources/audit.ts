import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dateRange, filterText, id, orderedRange, paged, pagingQuery, timeZone } from '../fields.ts';

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
  type: z.optional(filterText),
  action: z.optional(z.enum(['C', 'R', 'U', 'D', 'E'])),
  outcome: z.optional(filterText),
  who: z.optional(filterText),
  entity: z.optional(filterText),
  tenant: z.optional(filterText),
  ...dateRange('recorded'),
  tz: z.optional(timeZone),
};

/** The audit log. */
export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/audit/',
    summary: 'List audit rows',
    permission: 'audit.read',
    tx: 'read',
    audit: 'audit_read',
    query: z
      .strictObject({ ...pagingQuery(['recorded', 'type', 'outcome', 'who']), ...filters })
      .check(orderedRange('recorded_after', 'recorded_before')),
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
    query: z.strictObject(filters).check(orderedRange('recorded_after', 'recorded_before')),
    file: 'audit.csv',
  }),
};
