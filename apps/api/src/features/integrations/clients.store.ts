import type { ApiClient, IntegrationMessage } from '@incisive/contract/integrations';
import { limits } from '@incisive/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { AppError } from '../../http/app-error.ts';

interface Heard {
  readonly at: string;
  readonly event: string;
  readonly reason: string | null;
}
interface ClientRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly name: string;
  readonly scopes: string[];
  readonly jwks: unknown;
  readonly jwks_url: string | null;
  readonly created_by: string;
  readonly created_at: Date;
  readonly rotated_at: Date | null;
  readonly revoked_by: string | null;
  readonly revoked_at: Date | null;
  readonly last_message: Heard | null;
  readonly last_error: Heard | null;
}

/** What a client did is what the audit log holds of it: nothing is kept twice. */
const heard = (condition: ReturnType<typeof sql>) => sql`(
  select json_build_object('at', to_char(l.recorded at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'event', l.type,
                           'reason', case when l.outcome = 'success' then null else l.detail end)
    from app.audit_log l where l.user_id = c.id and ${condition} order by l.recorded desc limit 1)`;
const columns = sql`c.id, c.tenant_id, t.name as tenant_name, c.name, c.scopes, c.jwks, c.jwks_url, c.created_by, c.created_at,
  c.rotated_at, c.revoked_by, c.revoked_at, ${heard(sql`true`)} as last_message, ${heard(sql`l.outcome <> 'success'`)} as last_error`;
const from = sql`app.api_clients c join app.tenants t on t.id = c.tenant_id`;

export const methodOf = (row: Pick<ClientRow, 'jwks' | 'jwks_url'>): ApiClient['method'] =>
  row.jwks_url ? 'jwks_url' : row.jwks ? 'jwks' : 'secret';

const shown = (row: ClientRow): ApiClient => ({
  id: row.id,
  tenant: { id: row.tenant_id, name: row.tenant_name },
  name: row.name,
  scopes: row.scopes,
  method: methodOf(row),
  jwks_url: row.jwks_url,
  state: row.revoked_at ? 'revoked' : 'active',
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  rotated_at: row.rotated_at?.toISOString() ?? null,
  revoked_by: row.revoked_by,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  last_message: row.last_message,
  last_error: row.last_error,
});

/** Those that may connect come first, then the newest. */
export async function listClients(tx: Tx): Promise<ApiClient[]> {
  const { rows } = await sql<ClientRow>`
    select ${columns} from ${from} order by c.revoked_at is not null, c.created_at desc, c.id desc limit 200`.execute(tx);
  return rows.map(shown);
}

/** @throws AppError `not-found` for a foreign or unknown id alike */
export async function getClient(tx: Tx, id: string): Promise<ApiClient> {
  const { rows } = await sql<ClientRow>`select ${columns} from ${from} where c.id = ${id}`.execute(tx);
  if (!rows[0]) throw new AppError('not-found');
  return shown(rows[0]);
}

/** The last messages of a client, newest first. */
export async function listMessages(tx: Tx, id: string): Promise<IntegrationMessage[]> {
  const { rows } = await sql<{
    id: number;
    recorded: Date;
    type: string;
    outcome: IntegrationMessage['outcome'];
    detail: string | null;
    entity: string[];
    request_id: string;
  }>`select id, recorded, type, outcome, detail, entity, request_id from app.audit_log
      where user_id = ${id} order by recorded desc, id desc limit ${limits.integrationMessages}`.execute(tx);
  return rows.map((row) => ({
    id: String(row.id),
    at: row.recorded.toISOString(),
    event: row.type,
    outcome: row.outcome,
    reason: row.outcome === 'success' ? null : row.detail,
    entity: row.entity,
    request_id: row.request_id,
  }));
}
