import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { BindHl7Channel, Hl7Channel, NewHl7Channel } from '@incisive/contract/hl7-channels';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/client.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { hashOf } from '../../secrets/one-time-codes.ts';
import { tenantFor } from '../tenants/active-tenant.service.ts';
import { getChannel } from './hl7-channels.store.ts';
import { documentOf } from './hl7-document.ts';
import { Hl7Error, parseMessage } from './hl7-message.ts';
import { textOf } from './take-message.ts';

export { getChannel, listChannels, listMessages } from './hl7-channels.store.ts';

/** 100 random bits in characters that no separator of HL7 is among. */
const newKey = (): string => {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from(randomBytes(20), (byte) => letters[byte % 32]).join('');
};

/** Where messages are sent to; null while the operator has opened no port. */
export const addressOf = ({ HL7_PORT, HL7_HOST, HL7_TLS_DIR }: Config): string | null =>
  HL7_PORT === undefined ? null : `${HL7_TLS_DIR ? 'mllps' : 'mllp'}://${HL7_HOST}:${HL7_PORT}`;

/** Sets up a channel. Its key is shown this once; a fingerprint of it is kept. */
export async function createChannel(
  tx: Tx,
  actor: Actor,
  asked: NewHl7Channel,
  audit: AuditTrail,
): Promise<Hl7Channel & { key: string }> {
  const tenantId = await tenantFor(tx, actor, asked.tenant);
  const taken = await sql`select from app.hl7_channels
    where tenant_id = ${tenantId} and lower(name) = lower(${asked.name}) and revoked_at is null`.execute(tx);
  if (taken.rows.length > 0) throw fieldError('name', 'There is an HL7 channel of this name');
  const key = newKey();
  const { rows } = await sql<{ id: string }>`insert into app.hl7_channels (tenant_id, name, key_hash, created_by)
    values (${tenantId}, ${asked.name}, ${hashOf(key)}, ${actor.username}) returning id`.execute(tx);
  const { id } = rows[0]!;
  audit.entity(`hl7-channel:${id}`);
  audit.tenant(tenantId);
  return { ...(await getChannel(tx, id)), key };
}

async function activeChannel(tx: Tx, id: string, audit: AuditTrail): Promise<void> {
  const channel = await getChannel(tx, id);
  audit.entity(`hl7-channel:${id}`);
  audit.tenant(channel.tenant.id);
  if (channel.state === 'revoked') throw new AppError('conflict', { detail: 'This HL7 channel was revoked. Set up a new one.' });
}

export async function rotateChannel(tx: Tx, id: string, audit: AuditTrail): Promise<{ key: string }> {
  await activeChannel(tx, id, audit);
  const key = newKey();
  await sql`update app.hl7_channels set key_hash = ${hashOf(key)}, rotated_at = now() where id = ${id}`.execute(tx);
  audit.detail('new key');
  return { key };
}

/** Binds a channel to one certificate, or lets any of the clinic's authority speak again. */
export async function bindChannel(tx: Tx, id: string, { certificate }: BindHl7Channel, audit: AuditTrail): Promise<Hl7Channel> {
  await activeChannel(tx, id, audit);
  await sql`update app.hl7_channels set certificate = ${certificate} where id = ${id}`.execute(tx);
  audit.detail(certificate === null ? 'certificate freed' : 'certificate bound');
  return getChannel(tx, id);
}

export async function revokeChannel(tx: Tx, actor: Actor, id: string, audit: AuditTrail): Promise<Hl7Channel> {
  await activeChannel(tx, id, audit);
  await sql`update app.hl7_channels set revoked_at = now(), revoked_by = ${actor.username} where id = ${id}`.execute(tx);
  audit.detail('revoked');
  return getChannel(tx, id);
}

/** Whether somebody answers where this server is to listen. */
const isOpen = ({ HL7_PORT, HL7_HOST }: Config): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port: Number(HL7_PORT), host: HL7_HOST, timeout: 2000 });
    const settle = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });

/** Says what a message would do, without storing anything of it; without one, whether the port is open. */
export async function testChannel(
  deps: Deps,
  actor: Actor,
  id: string,
  message: string | undefined,
): Promise<{ ok: boolean; words: string }> {
  const channel = await withSession(deps.database, actor, (tx) => getChannel(tx, id));
  if (channel.state === 'revoked') return { ok: false, words: 'Revoked: nothing is taken.' };
  if (message === undefined || message.trim() === '') {
    const address = addressOf(deps.config);
    if (address === null) return { ok: false, words: 'The operator has not opened a port for HL7 (HL7_PORT).' };
    if (channel.certificate !== null && !deps.config.HL7_TLS_DIR)
      return { ok: false, words: 'Bound to a certificate, and the port takes none: the operator has to set HL7_TLS_DIR.' };
    return (await isOpen(deps.config))
      ? { ok: true, words: `This server listens at ${address}.` }
      : { ok: false, words: `Nothing answers at ${address}. Ask the operator to look at the server.` };
  }
  try {
    const document = documentOf(parseMessage(message.trim()));
    const { text } = await textOf(deps, document.parts, channel.tenant.id);
    const replaces = document.replaces ? `, in the place of ${document.replaces.value}` : '';
    return {
      ok: true,
      words: `${document.event}: document ${document.source.value}${replaces}, ${text.length.toLocaleString('en-US')} characters, would be taken as a note. Nothing was stored.`,
    };
  } catch (error) {
    if (error instanceof Hl7Error || (error instanceof AppError && error.status < 500))
      return { ok: false, words: `Would be refused: ${error.message}` };
    throw error;
  }
}
