import type { SsoConnection, SsoMessage, SsoRoleLine } from '@incisive/contract/single-sign-on';
import { limits } from '@incisive/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/client.ts';
import { AppError } from '../../../http/app-error.ts';
import { backChannelUrl, signInUrl } from './provider.ts';

interface ConnectionRow extends Omit<
  SsoConnection,
  'tenant' | 'state' | 'created_at' | 'rotated_at' | 'revoked_at' | 'sign_in_url' | 'back_channel_url'
> {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly key: string;
  readonly created_at: Date;
  readonly rotated_at: Date | null;
  readonly revoked_at: Date | null;
}

const at = sql`'at', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const messages = sql`from app.sso_messages m where m.tenant_id = c.tenant_id and m.connection_id = c.id`;
const newest = sql`order by m.created_at desc, m.id desc limit 1`;

async function connectionsWhere(tx: Tx, publicUrl: string, condition: RawBuilder<unknown>): Promise<SsoConnection[]> {
  const { rows } = await sql<ConnectionRow>`
    select c.id, c.tenant_id, t.name as tenant_name, c.name, c.key, c.issuer, c.client_id, c.groups_claim, c.roles, c.just_in_time,
           c.trusts_email, c.required, c.created_by, c.created_at, c.rotated_at, c.revoked_by, c.revoked_at,
           (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username) order by u.username), '[]')
              from app.users u where u.id = any (c.break_glass) and u.tenant_id = c.tenant_id) as break_glass,
           (select count(*)::int from app.sso_identities i where i.connection_id = c.id and i.issuer = c.issuer) as people,
           (select json_build_object(${at}, 'event', m.event) ${messages} ${newest}) as last_message,
           (select json_build_object(${at}, 'reason', m.reason) ${messages} and m.outcome = 'refused' ${newest}) as last_error
      from app.sso_connections c join app.tenants t on t.id = c.tenant_id
     where ${condition} order by c.revoked_at is not null, c.created_at desc, c.id desc limit 200`.execute(tx);
  return rows.map(({ tenant_id, tenant_name, key, ...row }) => ({
    ...row,
    tenant: { id: tenant_id, name: tenant_name },
    state: row.revoked_at ? 'revoked' : 'active',
    sign_in_url: signInUrl(publicUrl, key),
    back_channel_url: backChannelUrl(publicUrl, key),
    created_at: row.created_at.toISOString(),
    rotated_at: row.rotated_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }));
}

/** Those in force come first, then the newest. */
export const listConnections = (tx: Tx, publicUrl: string): Promise<SsoConnection[]> =>
  connectionsWhere(tx, publicUrl, sql`true`);

/** @throws AppError `not-found` for a foreign and an unknown id alike */
export async function getConnection(tx: Tx, publicUrl: string, id: string): Promise<SsoConnection> {
  const [connection] = await connectionsWhere(tx, publicUrl, sql`c.id = ${id}`);
  if (!connection) throw new AppError('not-found');
  return connection;
}

/** The last messages of a connection, newest first. */
export async function listMessages(tx: Tx, connectionId: string): Promise<SsoMessage[]> {
  const { rows } = await sql<Omit<SsoMessage, 'at'> & { created_at: Date }>`
    select m.id, m.created_at, m.event, m.outcome, m.reason, u.username from app.sso_messages m left join app.users u on u.id = m.user_id
     where m.connection_id = ${connectionId} order by m.created_at desc, m.id desc limit ${limits.integrationMessages}`.execute(
    tx,
  );
  return rows.map(({ created_at, ...row }) => ({ ...row, at: created_at.toISOString() }));
}

/** A connection in force, with what the request roles never read of it. */
export interface OpenConnection {
  readonly id: string;
  readonly tenant_id: string;
  readonly key: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: Buffer;
  readonly groups_claim: string;
  readonly roles: readonly SsoRoleLine[];
  readonly just_in_time: boolean;
  readonly trusts_email: boolean;
  readonly required: boolean;
  readonly break_glass: readonly string[];
}

async function openWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<OpenConnection | undefined> {
  const { rows } = await sql<OpenConnection>`
    select c.id, c.tenant_id, c.key, c.issuer, c.client_id, c.client_secret, c.groups_claim, c.roles, c.just_in_time, c.trusts_email,
           c.required, c.break_glass
      from app.sso_connections c join app.tenants t on t.id = c.tenant_id
     where ${condition} and c.revoked_at is null and t.active and t.deleted_at is null`.execute(tx);
  return rows[0];
}

export const openConnectionOfKey = (tx: Tx, key: string): Promise<OpenConnection | undefined> =>
  openWhere(tx, sql`c.key = ${key}`);
export const openConnectionById = (tx: Tx, id: string): Promise<OpenConnection | undefined> => openWhere(tx, sql`c.id = ${id}`);

/** The connection that an account has to sign in by: its tenant requires it, and the account is not kept for emergencies. */
export const requiredConnectionOf = (
  tx: Tx,
  account: { readonly id: string; readonly tenant_id: string },
): Promise<OpenConnection | undefined> =>
  openWhere(tx, sql`c.tenant_id = ${account.tenant_id} and c.required and not (${account.id}::uuid = any (c.break_glass))`);

/** Writes down what became of a sign-in or sign-out; the log keeps the last thousand. */
export async function saveMessage(
  tx: Tx,
  connection: { readonly id: string; readonly tenant_id: string },
  message: { event: SsoMessage['event']; outcome: SsoMessage['outcome']; reason?: string; userId?: string },
): Promise<void> {
  await sql`insert into app.sso_messages (tenant_id, connection_id, event, outcome, reason, user_id)
    values (${connection.tenant_id}, ${connection.id}, ${message.event}, ${message.outcome}, ${message.reason ?? null},
            ${message.userId ?? null})`.execute(tx);
  await sql`delete from app.sso_messages where id in (
    select m.id from app.sso_messages m where m.tenant_id = ${connection.tenant_id} and m.connection_id = ${connection.id}
     order by m.created_at desc, m.id desc offset ${limits.integrationMessages})`.execute(tx);
}
