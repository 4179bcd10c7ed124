import type { AuditEventName } from '@incisive/contract/audit-events';
import { auditEvents } from '@incisive/contract/audit-events';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import type { AuditLogTable } from '../db/schema.ts';
import { platformTenantId } from '../db/tenant.ts';
import { prepared } from '../db/wire.ts';
import { atCommit } from '../db/transaction.ts';
import type { AuditTrail } from './context.ts';

type Row = Insertable<AuditLogTable>;

interface Who {
  userId?: string | null;
  username?: string | null;
  role?: string | null;
  tenantId?: string;
}

/** Collects what a request says about itself; `rows` are what the gate writes in the request's own transaction. */
export class RequestAudit implements AuditTrail {
  #who: Who = {};
  #entity: string[] = [];
  #tenantId: string | undefined;
  #detail: string | undefined;
  #each: Parameters<AuditTrail['each']>[0] | undefined;
  #silent = false;
  readonly #request: { requestId: string; network: string };
  readonly #type: AuditEventName | null;

  constructor(request: { requestId: string; network: string }, type: AuditEventName | null = null) {
    this.#request = request;
    this.#type = type;
  }

  entity(...ids: string[]): void {
    this.#entity.push(...ids);
  }
  tenant(tenantId: string): void {
    this.#tenantId = tenantId;
  }
  detail(words: string): void {
    this.#detail = words;
  }
  actor(who: Who): void {
    this.#who = { ...this.#who, ...who };
  }
  each(rows: Parameters<AuditTrail['each']>[0]): void {
    this.#each = rows;
  }
  none(): void {
    this.#silent = true;
  }
  inStatement(shown: RawBuilder<unknown>): RawBuilder<unknown> {
    const [row] = this.rows(this.#type!);
    if (!row) throw new Error('What is said in a statement has nothing to say.');
    this.#silent = true;
    return sql`insert into app.audit_log (tenant_id, type, action, outcome, user_id, who, role, network, request_id, entity)
      select tenant_id, ${row.type}, ${row.action}, ${row.outcome}, ${row.user_id}::uuid, ${row.who}, ${row.role}, ${row.network},
          ${row.request_id}, entity
        from (with shown as (${shown}) select tenant_id, entity from shown
          union all select ${row.tenant_id}::uuid, '{}' where not exists (select from shown)) as told`;
  }
  async writeIn(tx: Tx): Promise<void> {
    if (this.#type) auditAtCommit(tx, this.rows(this.#type));
    this.#silent = true;
  }
  async refuseIn(tx: Tx, event: AuditEventName, detail: string): Promise<void> {
    await writeAudit(tx, this.rows(event, 'refused', detail));
  }

  rows(type: AuditEventName, outcome: Row['outcome'] = 'success', detail?: string): Row[] {
    if (this.#silent && outcome === 'success') return [];
    const shared = {
      type,
      action: auditEvents[type],
      outcome,
      user_id: this.#who.userId ?? null,
      who: this.#who.username?.slice(0, 200) ?? null,
      role: this.#who.role ?? null,
      network: this.#request.network,
      request_id: this.#request.requestId,
    };
    const parts =
      outcome === 'success' && this.#each
        ? this.#each
        : [{ entity: this.#entity, tenantId: this.#tenantId ?? this.#who.tenantId ?? platformTenantId }];
    return parts.map((part) => ({
      ...shared,
      ...('type' in part && part.type && { type: part.type, action: auditEvents[part.type] }),
      tenant_id: part.tenantId,
      entity: part.entity,
      detail: detail ?? ('detail' in part ? part.detail : undefined) ?? this.#detail ?? null,
    }));
  }
}

/** Writes audit rows inside the transaction of what they record, so that one never stands without the other. */
export async function writeAudit(tx: Tx, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0) await tx.executeQuery(inserting(tx, rows));
}

/** The same as the transaction's last statement, on the way that COMMIT goes. */
export function auditAtCommit(tx: Tx, rows: readonly Row[]): void {
  if (rows.length > 0) atCommit(tx, inserting(tx, rows));
}

/** The same words for any number of rows. */
const inserting = (tx: Tx, rows: readonly Row[]) =>
  prepared(
    sql`insert into app.audit_log (tenant_id, type, action, outcome, user_id, who, role, network, request_id, entity, detail)
      select tenant_id, type, action, outcome, user_id, who, role, network, request_id, coalesce(entity, '{}'), detail
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (tenant_id uuid, type text, action text, outcome text,
        user_id uuid, who text, role text, network text, request_id text, entity text[], detail text)`.compile(tx),
  );
