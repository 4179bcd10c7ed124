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

/** Whether two findings of a session are the same in all that a handler or the gate may go by. */
export const isSameSession = (a: OpenSession, b: OpenSession): boolean => essence(a) === essence(b);

const essence = ({ actor, passwordChangeRequired, agreement, otpSetupRequired }: OpenSession): string =>
  JSON.stringify([
    actor.sessionId,
    actor.userId,
    actor.username,
    actor.role,
    actor.tenantId,
    actor.tenantName,
    actor.scopes,
    passwordChangeRequired,
    agreement,
    otpSetupRequired,
  ]);

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
  /** What was found when this process opened the session last: to begin a read with, never enough to answer it. */
  lastOpened(sessionId: string, meta: RequestMeta): OpenSession | undefined;
  /** The same by itself, without a role. */
  openSession(sessionId: string, meta: RequestMeta): Promise<OpenSession>;
  /** Lets go of what is kept of a session that its person has ended. */
  forget(authorization: string | undefined, sessionId: string): void;
}
