import type { BodyOf, Endpoint, ParamsOf, Permission, QueryOf, ResponseOf } from '@incisive/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEventName } from '@incisive/contract/audit-events';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../db/client.ts';
import type { Actor } from '../db/tenant.ts';

/** What a handler adds to the audit row that its endpoint declares. Ids and counts only, never text, names of files or codes' notes. */
export interface AuditTrail {
  /** Objects concerned, as `note:ID`. */
  entity(...ids: string[]): void;
  /** The tenant whose record was touched, when it is not the actor's own. */
  tenant(tenantId: string): void;
  detail(words: string): void;
  /** Who acted, where nobody was signed in when the request came (sign-in, reset). */
  actor(who: { userId?: string | null; username?: string | null; role?: string | null; tenantId?: string }): void;
  /** One row for each of these objects instead of one for all, by an event of its own where what left is not what the endpoint says. */
  each(rows: readonly { entity: string[]; tenantId: string; detail?: string; type?: AuditEventName }[]): void;
  /** Nothing happened that is worth a row (for example a code action that changed nothing). */
  none(): void;
  /**
   * The row as part of the statement that reads what it tells of, so that nothing has to be read before it is written: an `insert` of one
   * row for each of `shown` (its tenant_id and entity), or of one without entities where there is none. The gate writes none then.
   */
  inStatement(shown: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Manual handlers: writes the row now, in the caller's own transaction, instead of in one of its own after the handler. */
  writeIn(tx: Tx): Promise<void>;
  /** A refusal that has an event of its own, such as a file that cannot be used. */
  refuseIn(tx: Tx, event: AuditEventName, detail: string): Promise<void>;
}

/** A file as answer: its name goes into Content-Disposition after RFC 6266. */
export interface FileAnswer {
  readonly filename: string;
  readonly contentType: string;
  readonly body: Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;
}

interface Base<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly audit: AuditTrail;
  /** Work that others must not wait for: begun once the transaction is committed, never when it was not. It must not throw. */
  readonly afterCommit: (run: () => void) => void;
}

/** Public handlers may look who calls: null without a bearer, 401 for a bad one, 403 where the caller lacks the permission asked for. */
type Who<E extends Endpoint> = E['permission'] extends 'public'
  ? { readonly authenticate: (permission?: Permission) => Promise<Actor | null> }
  : { readonly actor: Actor };
type Transaction<E extends Endpoint> = E['tx'] extends 'manual' ? object : { readonly tx: Tx };

export type Context<E extends Endpoint> = Base<E> & Who<E> & Transaction<E>;
type Answer<E extends Endpoint> = E extends { file: string }
  ? FileAnswer
  : E extends { response: unknown }
    ? ResponseOf<E>
    : void;
export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<Answer<E>>;
export type Handlers<G extends Record<string, Endpoint>> = { readonly [K in keyof G]: Handler<G[K]> };
