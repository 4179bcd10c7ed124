import { type Role, can, roles } from '@incisive/contract/roles';
import { sql } from 'kysely';

/** Roles whose people may be the surgeon of a note: those that answer questions about one. */
export const answering: readonly Role[] = roles.filter((role) => can(role, 'queries.answer'));

/** The rendering providers of a case `c`: whom its insurance names, as the practice lists them. */
export const renderingOf = sql`(select p.first, p.last from app.case_insurance i join app.billing_settings s on s.tenant_id = i.tenant_id
  cross join lateral jsonb_to_recordset(s.practice -> 'providers') as p (npi text, first text, last text)
  where i.case_id = c.id and p.npi <> '' and p.npi = i.insurance ->> 'provider_npi' limit 1)`;

/**
 * The surgeon of a case `c` of a note `n`: the rendering provider, or who entered the note where that is somebody who may be one. Empty
 * where neither is known.
 */
export const surgeonColumn = sql<string>`coalesce((select nullif(btrim(r.first || ' ' || r.last), '') from ${renderingOf} r),
  (select n.created_by from app.users u where u.id = n.created_by_id and u.role = any(${[...answering]}::text[])), '')`;
