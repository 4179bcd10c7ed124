import type { AuditRow } from '@incisive/contract/audit';
import { auditEvents } from '@incisive/contract/audit-events';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { platformTenantId } from '../../db/tenant.ts';
import { type Page, type PageQuery, type Sort, and, anywhere, dateConditions, listPage } from '../../http/paging.ts';

interface StoredRow {
  id: number;
  type: string;
  action: AuditRow['action'];
  recorded: Date;
  outcome: AuditRow['outcome'];
  who: string | null;
  user_id: string | null;
  role: string | null;
  network: string | null;
  request_id: string;
  entity: string[];
  tenant_id: string;
  tenant: string;
  detail: string | null;
  sealed: boolean;
}

/** FHIR's AuditEvent.source: what observed the event. */
const source = 'incisive-api';

const sorts: Readonly<Record<string, Sort>> = {
  recorded: { by: sql`l.recorded`, cast: 'timestamptz' },
  type: { by: sql`l.type`, cast: 'text' },
  outcome: { by: sql`l.outcome`, cast: 'text' },
  who: { by: sql`lower(coalesce(l.who, ''))`, cast: 'text' },
};
const columns = sql`l.id, l.type, l.action, l.recorded, l.outcome, l.who, l.user_id, l.role, l.network, l.request_id, l.entity, l.tenant_id, t.name as tenant, l.detail,
  exists (select from app.audit_seals s where s.audit_id = l.id) as sealed`;
const from = sql`app.audit_log l join app.tenants t on t.id = l.tenant_id`;

const shown = (row: StoredRow): AuditRow => ({
  id: String(row.id),
  type: row.type,
  action: row.action,
  recorded: row.recorded.toISOString(),
  outcome: row.outcome,
  agent: { who: row.who, user_id: row.user_id, role: row.role, network: row.network },
  source,
  request_id: row.request_id,
  entity: row.entity,
  tenant: row.tenant_id === platformTenantId ? null : row.tenant,
  tenant_id: row.tenant_id === platformTenantId ? null : row.tenant_id,
  detail: row.detail,
  sealed: row.sealed,
});

/** The database's policies keep an Admin to the own tenant's rows. */
function conditions(query: PageQuery): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [];
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [type, action, outcome, who, entity, tenant] = ['type', 'action', 'outcome', 'who', 'entity', 'tenant'].map(text);
  // The name of an event is that event alone, though other names begin with it; a part of a name finds all that have it.
  if (type) where.push(Object.hasOwn(auditEvents, type) ? sql`l.type = ${type}` : sql`l.type ilike ${anywhere(type)}`);
  if (action) where.push(sql`l.action = ${action}`);
  if (outcome) where.push(sql`l.outcome ilike ${anywhere(outcome)}`);
  if (who) where.push(sql`l.who ilike ${anywhere(who)}`);
  // A whole entity such as note:ID is what a link asks for; a part of one is what a person types.
  if (entity) where.push(sql`exists (select from unnest(l.entity) as e (name) where e.name ilike ${anywhere(entity)})`);
  if (tenant) where.push(sql`lower(t.name) = lower(${tenant}::text) and not t.platform`);
  where.push(...dateConditions(sql`l.recorded`, 'recorded', query));
  return where;
}

export async function listAudit(tx: Tx, query: PageQuery, url: string): Promise<Page<AuditRow>> {
  const where = conditions(query);
  const page = await listPage<StoredRow>(tx, {
    columns,
    from,
    where,
    id: sql`l.id`,
    idCast: 'bigint',
    sorts,
    query,
    defaultOrdering: '-recorded',
    url,
  });
  return { ...page, results: page.results.map(shown) };
}

/** The next rows of an export, newest first, below an id. */
export async function auditBelow(tx: Tx, query: PageQuery, below: number | null, rows: number): Promise<AuditRow[]> {
  const where = [...conditions(query), ...(below === null ? [] : [sql`l.id < ${below}`])];
  const found = await sql<StoredRow>`
    select ${columns} from ${from} where ${and(where)} order by l.id desc limit ${rows}`.execute(tx);
  return found.rows.map(shown);
}
