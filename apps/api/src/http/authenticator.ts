import type { Tx } from '../db/client.ts';
import type { Actor } from '../db/tenant.ts';
import { type Capability, can } from '@incisive/contract/roles';

export interface OpenSession {
  readonly actor: Actor;
  readonly passwordChangeRequired: boolean;
  readonly agreement: boolean;
  readonly otpSetupRequired: boolean;
}

/** Whom a token names; nothing of it is looked up yet. */
export interface Caller {
  readonly session: string;
  readonly person: string;
  /** An API client's. */
  readonly client: boolean;
}

/** Whether a caller holds a capability: a person by the role, an API client by its token alone. */
export const allows = ({ role, scopes }: Pick<Actor, 'role' | 'scopes'>, capability: Capability): boolean =>
  scopes ? scopes.includes(capability) : can(role, capability);

/** A session as it was found last. */
export interface KnownSession extends OpenSession {
  /** All that was found, in the database's words. */
  readonly seen: string;
}

/** A session was found otherwise than it was last: what was begun with it is asked again. */
export class OtherSession extends Error {}

export interface RequestMeta {
  readonly requestId: string;
  readonly address: string;
}

/** What the gate asks about a caller; accounts answer it. */
export interface Authenticator {
  /** @throws AppError `unauthenticated` for a missing, foreign, expired or wrong-typed token. */
  callerOf(authorization: string | undefined, options?: { evenExpired?: boolean }): Promise<Caller>;
  sessionIdOf(authorization: string | undefined, options?: { evenExpired?: boolean }): Promise<string>;
  /**
   * Takes the session's request role for the rest of the transaction, which is one that `reads` where it changes nothing.
   * @throws AppError `unauthenticated` when the session has ended.
   */
  openSessionIn(tx: Tx, sessionId: string, meta: RequestMeta, reads: boolean): Promise<OpenSession>;
  /** What was found when this process opened the session last: to begin a read with. */
  lastOpened(sessionId: string, meta: RequestMeta): KnownSession | undefined;
  /**
   * The same as `openSessionIn` for a read, for a session that is taken to be as it was found last.
   * @throws OtherSession when it is not, or has ended; nothing else of the transaction is run then.
   */
  openKnownIn(tx: Tx, known: KnownSession): Promise<void>;
  /** The same by itself, without a role. */
  openSession(sessionId: string, meta: RequestMeta): Promise<OpenSession>;
  /** Lets go of what is kept of a session that its person has ended. */
  forget(authorization: string | undefined, sessionId: string): void;
}
