import type { Tx } from '../db/client.ts';
import type { Actor } from '../db/tenant.ts';
import type { Capability } from '@incisive/contract/roles';

export interface OpenSession {
  readonly actor: Actor;
  readonly passwordChangeRequired: boolean;
  readonly agreement: boolean;
  readonly otpSetupRequired: boolean;
  /** What an API client's token allows, whatever its role would; null for people. */
  readonly scopes: readonly Capability[] | null;
}

/** Whom a token names; nothing of it is looked up yet. */
export interface Caller {
  readonly session: string;
  readonly person: string;
  /** An API client's. */
  readonly client: boolean;
}

export interface RequestMeta {
  readonly requestId: string;
  readonly address: string;
}

/** What the gate asks about a caller; accounts answer it. */
export interface Authenticator {
  /** @throws AppError `unauthenticated` for a missing, foreign, expired or wrong-typed token. */
  callerOf(authorization: string | undefined, options?: { evenExpired?: boolean }): Promise<Caller>;
  sessionIdOf(authorization: string | undefined, options?: { evenExpired?: boolean }): Promise<string>;
  /** @throws AppError `unauthenticated` when the session has ended. */
  openSessionIn(tx: Tx, sessionId: string, meta: RequestMeta): Promise<OpenSession>;
  /** The same in a short transaction of its own. */
  openSession(sessionId: string, meta: RequestMeta): Promise<OpenSession>;
}
