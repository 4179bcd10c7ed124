import type { FastifyBaseLogger } from 'fastify';
import { auditEvents } from '@incisive/contract/audit-events';
import { sql } from 'kysely';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Database, Tx } from '../db/client.ts';
import { platformTenantId, withSystem } from '../db/tenant.ts';
import { writeAudit } from '../http/audit-trail.ts';
import { Rounds } from '../jobs/rounds.ts';
import { type Letter, type RenderedMail, renderMail } from './templates.ts';
import type { Transport } from './transport.ts';

const batch = 20;
const pollMilliseconds = 5000;
const afterCommitMilliseconds = 50;
/** A mail that is being handed over belongs to its process this long; a process that dies then loses nothing. */
const leaseSeconds = 120;
const retryMinutes = [1, 5, 15, 60, 180, 360, 720, 720, 720];

interface Waiting {
  readonly id: string;
  readonly recipient: string;
  readonly sealed: Buffer;
  readonly attempts: number;
  readonly created_at: Date;
}

/**
 * Mail by way of a queue in the database: written in the transaction of what it tells about, handed over after its commit, tried again
 * with growing pauses for two days. The log has recipient and subject alone.
 */
export class Mailer {
  readonly #database: Database;
  readonly #seal: SecretBox;
  readonly #transport: Transport;
  readonly #log: FastifyBaseLogger;
  readonly #rounds = new Rounds({
    run: () => this.#deliverAll(),
    everyMilliseconds: pollMilliseconds,
    failed: (error) => this.#log.warn({ code: codeOf(error) }, 'mail queue could not be read'),
  });

  constructor(options: { database: Database; seal: SecretBox; transport: Transport; log: FastifyBaseLogger }) {
    this.#database = options.database;
    this.#seal = options.seal;
    this.#transport = options.transport;
    this.#log = options.log;
  }

  /** Begins to look for mail that waits, also what an earlier process left. */
  start(): void {
    this.#rounds.start();
    this.#rounds.soon(0);
  }

  /** Puts a letter into the queue inside the caller's transaction; it is sent only if that commits. */
  async queue(tx: Tx, to: string, letter: Letter): Promise<void> {
    const sealed = this.#seal.seal(JSON.stringify(renderMail(to, letter)));
    await tx.insertInto('app.mail_queue').values({ recipient: to, sealed }).execute();
    this.#rounds.soon(afterCommitMilliseconds);
  }

  /** Puts a letter into the queue in a transaction of its own. */
  async post(to: string, letter: Letter): Promise<void> {
    await withSystem(this.#database, (tx) => this.queue(tx, to, letter));
  }

  /** Hands over all mail that is due; answers how many were taken. */
  flush(): Promise<number> {
    return this.#rounds.now();
  }

  async #deliverAll(): Promise<number> {
    let taken = 0;
    for (;;) {
      const waiting = await this.#claim();
      if (waiting.length === 0) return taken;
      for (const mail of waiting) if (await this.#deliver(mail)) taken += 1;
    }
  }

  #claim(): Promise<Waiting[]> {
    return withSystem(this.#database, async (tx) => {
      const { rows } = await sql<Waiting>`
        update app.mail_queue q set attempts = q.attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
         where q.id in (select id from app.mail_queue where next_attempt_at <= now() order by next_attempt_at limit ${batch} for update skip locked)
        returning q.id, q.recipient, q.sealed, q.attempts, q.created_at`.execute(tx);
      return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
    });
  }

  async #deliver(waiting: Waiting): Promise<boolean> {
    let mail: RenderedMail | undefined;
    try {
      mail = JSON.parse(this.#seal.open(waiting.sealed)) as RenderedMail;
      await this.#transport.send(mail);
    } catch (error) {
      await this.#putOff(waiting, mail, error);
      return false;
    }
    await withSystem(this.#database, (tx) => tx.deleteFrom('app.mail_queue').where('id', '=', waiting.id).execute());
    this.#log.info(
      { recipient: mail.to, subject: mail.subject },
      this.#transport.kind === 'smtp' ? 'mail sent' : 'mail in outbox',
    );
    return true;
  }

  async #putOff(waiting: Waiting, mail: RenderedMail | undefined, error: unknown): Promise<void> {
    const pause = mail ? retryMinutes[waiting.attempts - 1] : undefined;
    await withSystem(this.#database, async (tx) => {
      if (pause === undefined) {
        await tx.deleteFrom('app.mail_queue').where('id', '=', waiting.id).execute();
        await auditGivenUp(tx, waiting, codeOf(error));
      } else
        await tx
          .updateTable('app.mail_queue')
          .set({ next_attempt_at: new Date(Date.now() + pause * 60_000) })
          .where('id', '=', waiting.id)
          .execute();
    });
    this.#log[pause === undefined ? 'error' : 'warn'](
      { recipient: mail?.to, subject: mail?.subject, attempt: waiting.attempts, code: codeOf(error) },
      pause === undefined ? 'mail given up' : 'mail not taken, will be tried again',
    );
  }

  /** Waits for the mail in hand; what is still queued stays for the next start. */
  async close(): Promise<void> {
    await this.#rounds.close();
    this.#transport.close();
  }
}

/** Nobody will come to know it otherwise: a code, a link or an alert did not reach its person. */
async function auditGivenUp(tx: Tx, { recipient, attempts }: Waiting, code: string): Promise<void> {
  const people = await tx
    .selectFrom('app.users')
    .select(['id', 'tenant_id'])
    .where(sql`lower(email)`, '=', recipient.toLowerCase())
    .limit(2)
    .execute();
  // An address that two people have tells neither.
  const person = people.length === 1 ? people[0] : undefined;
  await writeAudit(tx, [
    {
      tenant_id: person?.tenant_id ?? platformTenantId,
      type: 'mail_given_up',
      action: auditEvents.mail_given_up,
      outcome: 'failed',
      request_id: 'mail',
      entity: person ? [`user:${person.id}`] : [],
      detail: `${attempts} attempts: ${code}`,
    },
  ]);
}

/** A server's answer may quote the mail: the log gets the code of the failure alone. */
const codeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error && typeof error.code === 'string' ? error.code : error.name) : 'unknown';
