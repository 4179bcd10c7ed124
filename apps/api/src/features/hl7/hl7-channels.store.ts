import type { Hl7Certificate, Hl7Channel, Hl7Message } from '@incisive/contract/hl7-channels';
import { limits } from '@incisive/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { AppError } from '../../http/app-error.ts';

interface ChannelRow extends Omit<Hl7Channel, 'tenant' | 'state' | 'created_at' | 'rotated_at' | 'revoked_at'> {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly created_at: Date;
  readonly rotated_at: Date | null;
  readonly revoked_at: Date | null;
}

const at = sql`'at', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const messages = sql`from app.hl7_messages m where m.tenant_id = c.tenant_id and m.channel_id = c.id`;
const newest = sql`order by m.created_at desc, m.id desc limit 1`;

async function channelsWhere(tx: Tx, condition = sql`true`): Promise<Hl7Channel[]> {
  const { rows } = await sql<ChannelRow>`
    select c.id, c.tenant_id, t.name as tenant_name, c.name, c.created_by, c.created_at, c.rotated_at, c.revoked_by, c.revoked_at,
           c.certificate, c.last_certificate,
           (select json_build_object(${at}, 'event', m.event) ${messages} ${newest}) as last_message,
           (select json_build_object(${at}, 'reason', m.reason) ${messages} and m.outcome = 'refused' ${newest}) as last_error
      from app.hl7_channels c join app.tenants t on t.id = c.tenant_id
     where ${condition} order by c.revoked_at is not null, c.created_at desc, c.id desc limit 200`.execute(tx);
  return rows.map(({ tenant_id, tenant_name, ...row }) => ({
    ...row,
    tenant: { id: tenant_id, name: tenant_name },
    state: row.revoked_at ? 'revoked' : 'active',
    created_at: row.created_at.toISOString(),
    rotated_at: row.rotated_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }));
}

/** Those that are read come first, then the newest. */
export const listChannels = (tx: Tx): Promise<Hl7Channel[]> => channelsWhere(tx);

/** @throws AppError `not-found` for a foreign and an unknown id alike */
export async function getChannel(tx: Tx, id: string): Promise<Hl7Channel> {
  const [channel] = await channelsWhere(tx, sql`c.id = ${id}`);
  if (!channel) throw new AppError('not-found');
  return channel;
}

/** The last messages of a channel, newest first. */
export async function listMessages(tx: Tx, channelId: string): Promise<Hl7Message[]> {
  const { rows } = await sql<Omit<Hl7Message, 'at'> & { created_at: Date }>`
    select m.id, m.created_at, m.event, m.control_id, m.outcome, m.reason, m.note_id, m.sha256 from app.hl7_messages m
     where m.channel_id = ${channelId} order by m.created_at desc, m.id desc limit ${limits.integrationMessages}`.execute(tx);
  return rows.map(({ created_at, ...row }) => ({ ...row, at: created_at.toISOString() }));
}

export interface KnownChannel {
  readonly id: string;
  readonly name: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly certificate: string | null;
}

/** The channel of a key, as long as it and its tenant are active. */
export async function channelOfKey(tx: Tx, keyHash: Buffer): Promise<KnownChannel | undefined> {
  const { rows } = await sql<KnownChannel>`
    select c.id, c.name, c.tenant_id, t.name as tenant_name, c.certificate from app.hl7_channels c join app.tenants t on t.id = c.tenant_id
     where c.key_hash = ${keyHash} and c.revoked_at is null and t.active and t.deleted_at is null`.execute(tx);
  return rows[0];
}

/** Keeps which certificate spoke for a channel last. */
export async function saveCertificate(tx: Tx, channelId: string, shown: Hl7Certificate): Promise<void> {
  const json = JSON.stringify(shown);
  await sql`update app.hl7_channels set last_certificate = ${json}::jsonb
    where id = ${channelId} and last_certificate is distinct from ${json}::jsonb`.execute(tx);
}

export interface MessageOutcome {
  readonly channel: KnownChannel;
  readonly event: string;
  readonly control: string;
  readonly sha256: string;
  readonly outcome: Hl7Message['outcome'];
  readonly reason?: string;
  readonly noteId?: string;
}

/** Writes down what became of a message; the log keeps the last thousand. */
export async function saveOutcome(
  tx: Tx,
  { channel, event, control, sha256, outcome, reason, noteId }: MessageOutcome,
): Promise<void> {
  await sql`insert into app.hl7_messages (tenant_id, channel_id, event, control_id, outcome, reason, note_id, sha256)
    values (${channel.tenant_id}, ${channel.id}, ${event}, ${control}, ${outcome}, ${reason ?? null}, ${noteId ?? null}, ${sha256})`.execute(
    tx,
  );
  await sql`delete from app.hl7_messages where id in (
    select m.id from app.hl7_messages m where m.tenant_id = ${channel.tenant_id} and m.channel_id = ${channel.id}
     order by m.created_at desc, m.id desc offset ${limits.integrationMessages})`.execute(tx);
}
