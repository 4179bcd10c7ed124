import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { Rounds } from '../../jobs/rounds.ts';
import type { Database, Tx } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';
import { writeAudit } from '../../http/audit-trail.ts';
import { OutboundError, guardedRequest } from '../../outbound/guarded-request.ts';
import type { Networks } from '../../outbound/networks.ts';
import { signedHeaders } from '../../outbound/standard-webhooks.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { type Occasion, type Subscribed, notificationOf } from './fhir-notification.ts';
import { endWebhooks } from './webhooks.store.ts';

const batch = 20;
const pollMilliseconds = 5000;
/** A message in hand belongs to its process this long; a process that dies then loses nothing. */
const leaseSeconds = 60;
/** Pauses after each failure, a day in all; then the message lies still until somebody replays it. */
export const retryMinutes = [0.1, 5, 30, 120, 240, 360, 360, 324.9] as const;

interface Target {
  readonly webhook_id: string;
  readonly kind: 'webhook' | 'fhir';
  readonly url: string;
  /** Null where nothing is signed. */
  readonly secret: Buffer | null;
  readonly headers: Buffer | null;
  readonly content: Subscribed['content'] | null;
  readonly confirmed: boolean;
  readonly events: number;
}
const targetColumns = sql`w.id as webhook_id, w.kind, w.url, w.secret, w.headers, w.content, w.confirmed_at is not null as confirmed,
  w.event_count::int as events`;
interface Told {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly data: Record<string, unknown>;
}
interface Due extends Target {
  readonly id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly event: string;
  readonly note_id: string | null;
  readonly data: Record<string, unknown>;
  readonly attempts: number;
  readonly with_text: boolean;
  readonly text: string | null;
  readonly created_at: Date;
}
interface Refusal {
  readonly reason: string;
  readonly status: number | null;
}

/** Sends what webhooks are to be told: at least once, signed, tried again with growing pauses. The log has ids alone. */
export class WebhookSender {
  readonly #database: Database;
  readonly #seal: SecretBox;
  readonly #networks: Networks;
  readonly #log: FastifyBaseLogger;
  readonly #fhir: string;
  readonly #rounds = new Rounds({
    run: () => this.#sendAll(),
    everyMilliseconds: pollMilliseconds,
    failed: (error) =>
      this.#log.warn({ code: error instanceof Error ? error.name : 'unknown' }, 'webhook messages could not be read'),
  });

  constructor(options: { database: Database; seal: SecretBox; networks: Networks; log: FastifyBaseLogger; publicUrl: string }) {
    this.#fhir = `${options.publicUrl}/fhir`;
    this.#database = options.database;
    this.#seal = options.seal;
    this.#networks = options.networks;
    this.#log = options.log;
  }

  /** Begins to look for messages that are due, also those that an earlier process left. */
  start(): void {
    this.#rounds.start();
  }

  /** Sends all that is due; answers how many were taken by the other side. */
  flush(): Promise<number> {
    return this.#rounds.now();
  }

  /** One message to a webhook, now. Null when it was taken. */
  async try(webhookId: string, told: Told): Promise<Refusal | null> {
    const { rows } = await withSystem(this.#database, (tx) =>
      sql<Target>`select ${targetColumns} from app.webhooks w where w.id = ${webhookId}`.execute(tx),
    );
    return this.#send(rows[0]!, told);
  }

  /** Waits for the messages in hand; what is still due stays for the next start. */
  async close(): Promise<void> {
    await this.#rounds.close();
  }

  async #sendAll(): Promise<number> {
    let taken = 0;
    while (!this.#rounds.closed) {
      const due = await this.#claim();
      if (due.length === 0) break;
      // One that does not answer does not hold up the others.
      const outcomes = await Promise.all(due.map((message) => this.#deliver(message)));
      taken += outcomes.filter(Boolean).length;
    }
    return taken;
  }

  /** What is due, and the text where it is asked for: of a note that is still there and still the tenant's. */
  #claim(): Promise<Due[]> {
    return withSystem(this.#database, async (tx) => {
      const { rows } = await sql<Due>`
        update app.webhook_messages m
           set attempts = m.attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
          from app.webhooks w
         where w.id = m.webhook_id and m.id in (
           select d.id from app.webhook_messages d
             join app.webhooks v on v.id = d.webhook_id and v.revoked_at is null
              and (v.kind = 'webhook' or v.confirmed_at is not null or d.event = 'handshake')
              and not exists (select from app.api_clients c where c.id = v.client_id and c.revoked_at is not null)
             join app.tenants t on t.id = v.tenant_id and t.active
            where d.state = 'waiting' and d.next_attempt_at <= now() order by d.next_attempt_at limit ${batch}
            for update of d skip locked)
        returning m.id, m.tenant_id, m.event, m.note_id, m.data, m.attempts, m.created_at, w.name, w.with_text, ${targetColumns},
          case when w.with_text then (select n.text from app.notes n
            where n.id = m.note_id and n.tenant_id = m.tenant_id and n.deleted_at is null) end as text`.execute(tx);
      return rows;
    });
  }

  async #deliver(message: Due): Promise<boolean> {
    const data = message.with_text ? { ...message.data, text: message.text } : message.data;
    const refusal = await this.#send(message, { id: message.id, type: message.event, at: message.created_at, data });
    const pause = retryMinutes[message.attempts - 1];
    const dead = refusal !== null && (pause === undefined || refusal.status === 410);
    await withSystem(this.#database, async (tx) => {
      // Before its message: whoever revokes takes them in this order too.
      if (message.kind === 'fhir') await noteStanding(tx, message, refusal, dead);
      await tx
        .updateTable('app.webhook_messages')
        .set({
          status: refusal === null ? 200 : refusal.status,
          reason: refusal?.reason ?? null,
          state: refusal === null ? 'delivered' : dead ? 'dead' : 'waiting',
          ...(refusal === null || dead
            ? { settled_at: sql<Date>`now()` }
            : { next_attempt_at: sql<Date>`now() + make_interval(secs => ${pause! * 60})` }),
        })
        .where('id', '=', message.id)
        // It was revoked while it was under way.
        .where('state', '=', 'waiting')
        .execute();
      await writeAudit(tx, [
        {
          tenant_id: message.tenant_id,
          type: 'webhook_sent',
          action: 'E',
          outcome: refusal === null ? 'success' : 'failed',
          user_id: message.webhook_id,
          who: `webhook:${message.name}`,
          request_id: message.id,
          entity: [`webhook:${message.webhook_id}`, ...(message.note_id === null ? [] : [`note:${message.note_id}`])],
          detail: `${message.event}${message.with_text ? ' with text' : ''} attempt ${message.attempts}`,
        },
      ]);
    });
    if (dead) this.#log.warn({ webhook: message.webhook_id, message: message.id }, 'webhook message given up');
    return refusal === null;
  }

  async #send(target: Target, told: Told): Promise<Refusal | null> {
    let message: { headers: Record<string, string>; body: string };
    try {
      message = target.kind === 'fhir' ? this.#notification(target, told) : this.#signed(target, told);
    } catch {
      const what =
        target.kind === 'fhir' ? 'headers cannot be opened. Make the subscription' : 'secret cannot be opened. Make it';
      return { status: null, reason: `Its ${what} anew.` };
    }
    try {
      const { status } = await guardedRequest(this.#networks, target.url, { method: 'POST', ...message });
      return status >= 200 && status < 300 ? null : { status, reason: `The other side answered ${status}.` };
    } catch (error) {
      return { status: null, reason: error instanceof OutboundError ? error.message : 'It could not be sent.' };
    }
  }

  #signed({ secret }: Target, { id, type, at, data }: Told) {
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
    return {
      headers: { 'content-type': 'application/json', ...signedHeaders(this.#seal.open(secret!), id, new Date(), body) },
      body,
    };
  }

  #notification(target: Target, { id, type, at, data }: Told) {
    const of = { id: target.webhook_id, content: target.content!, events: target.events, confirmed: target.confirmed };
    const occasion: Occasion =
      type === 'case.finished'
        ? { type: 'event-notification', number: Number(data['event_number']), at, claim: String(data['case_id']) }
        : { type: type === 'handshake' ? 'handshake' : 'heartbeat' };
    const own = target.headers ? (JSON.parse(this.#seal.open(target.headers)) as [string, string][]) : [];
    return {
      headers: { ...Object.fromEntries(own), 'content-type': 'application/fhir+json' },
      body: JSON.stringify(notificationOf(this.#fhir, of, occasion, { id, at })),
    };
  }
}

/** How a subscription stands after a message: confirmed by its handshake, in error while what is sent is not taken, ended where it never answered. */
async function noteStanding(tx: Tx, message: Due, refusal: Refusal | null, dead: boolean): Promise<void> {
  const handshake = message.event === 'handshake';
  await sql`update app.webhooks set problem = ${refusal?.reason ?? null},
      confirmed_at = case when ${handshake && refusal === null} then coalesce(confirmed_at, now()) else confirmed_at end
    where id = ${message.webhook_id}`.execute(tx);
  if (handshake && dead)
    await endWebhooks(tx, sql`id = ${message.webhook_id} and confirmed_at is null`, 'the server', 'The handshake was not taken.');
}
