import { limits } from '@incisive/contract/limits';
import type { Webhook, WebhookEvent, WebhookMessage } from '@incisive/contract/webhooks';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { AppError } from '../../http/app-error.ts';

type Subscription = NonNullable<Webhook['subscription']>;

interface WebhookRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly name: string;
  readonly url: string;
  readonly events: WebhookEvent[];
  readonly with_text: boolean;
  readonly subscription: Webhook['subscription'];
  readonly created_by: string;
  readonly created_at: Date;
  readonly rotated_at: Date | null;
  readonly revoked_by: string | null;
  readonly revoked_at: Date | null;
  readonly waiting: number;
  readonly dead: number;
  readonly last_message: { readonly at: string; readonly event: string } | null;
  readonly last_error: { readonly at: string; readonly reason: string } | null;
}

const iso = sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const countOf = (state: 'waiting' | 'dead') =>
  sql`(select count(*)::int from app.webhook_messages m where m.webhook_id = w.id and m.state = ${state})`;
/** In FHIR's words. */
export const subscriptionState = sql<
  Subscription['status']
>`case when w.revoked_at is not null then 'off' when w.problem is not null then 'error'
  when w.confirmed_at is not null then 'active' else 'requested' end`;
const columns = sql`w.id, w.tenant_id, t.name as tenant_name, w.name, w.url, w.events, w.with_text, w.created_by, w.created_at,
  case when w.kind = 'fhir' then json_build_object('content', w.content, 'status', ${subscriptionState},
    'client', case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end) end as subscription,
  w.rotated_at, w.revoked_by, w.revoked_at, ${countOf('waiting')} as waiting, ${countOf('dead')} as dead,
  (select json_build_object('at', to_char(m.created_at at time zone 'UTC', ${iso}), 'event', m.event) from app.webhook_messages m
    where m.webhook_id = w.id order by m.created_at desc, m.id desc limit 1) as last_message,
  (select json_build_object('at', to_char(m.created_at at time zone 'UTC', ${iso}), 'reason', m.reason) from app.webhook_messages m
    where m.webhook_id = w.id and m.state <> 'delivered' and m.reason is not null order by m.created_at desc, m.id desc limit 1) as last_error`;
const from = sql`app.webhooks w join app.tenants t on t.id = w.tenant_id left join app.api_clients c on c.id = w.client_id`;

const shown = ({ tenant_id, tenant_name, ...row }: WebhookRow): Webhook => ({
  ...row,
  tenant: { id: tenant_id, name: tenant_name },
  state: row.revoked_at ? 'revoked' : 'active',
  created_at: row.created_at.toISOString(),
  rotated_at: row.rotated_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

/** Those that are told come first, then the newest. */
export async function listWebhooks(tx: Tx): Promise<Webhook[]> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from ${from} order by w.revoked_at is not null, w.created_at desc, w.id desc limit 200`.execute(tx);
  return rows.map(shown);
}

/** @throws AppError `not-found` for a foreign and an unknown id alike */
export async function getWebhook(tx: Tx, id: string): Promise<Webhook> {
  const { rows } = await sql<WebhookRow>`select ${columns} from ${from} where w.id = ${id}`.execute(tx);
  if (!rows[0]) throw new AppError('not-found');
  return shown(rows[0]);
}

/** Ends those that still stand, for good: what waits for them is not sent. */
export async function endWebhooks(tx: Tx, which: RawBuilder<unknown>, by: string, reason: string): Promise<void> {
  await sql`with ended as (
      update app.webhooks set revoked_at = now(), revoked_by = ${by} where revoked_at is null and ${which} returning id)
    update app.webhook_messages m set state = 'dead', reason = ${reason}, settled_at = now()
      from ended where m.webhook_id = ended.id and m.state = 'waiting'`.execute(tx);
}

interface MessageRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly tenant_id: string;
  readonly event: string;
  readonly note_id: string | null;
  readonly state: WebhookMessage['state'];
  readonly attempts: number;
  readonly next_attempt_at: Date;
  readonly reason: string | null;
  readonly created_at: Date;
}

export const shownMessage = (row: MessageRow): WebhookMessage => ({
  id: row.id,
  at: row.created_at.toISOString(),
  event: row.event,
  note_id: row.note_id,
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: row.state === 'waiting' ? row.next_attempt_at.toISOString() : null,
  reason: row.reason,
});

async function messagesWhere(tx: Tx, condition: RawBuilder<unknown>, count: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.webhook_id, m.tenant_id, m.event, m.note_id, m.state, m.attempts, m.next_attempt_at, m.reason, m.created_at
      from app.webhook_messages m where ${condition} order by m.state = 'dead' desc, m.created_at desc, m.id desc limit ${count}`.execute(
    tx,
  );
  return rows;
}

/** The last messages of a webhook, newest first; above them those that were given up, which somebody has to send again. */
export const listMessages = async (tx: Tx, webhookId: string): Promise<WebhookMessage[]> =>
  (await messagesWhere(tx, sql`m.webhook_id = ${webhookId}`, limits.integrationMessages)).map(shownMessage);

/** @throws AppError `not-found` for a foreign and an unknown id alike */
export async function getMessage(tx: Tx, id: string): Promise<MessageRow> {
  const [row] = await messagesWhere(tx, sql`m.id = ${id}`, 1);
  if (!row) throw new AppError('not-found');
  return row;
}
