import type { Tx } from '../db/client.ts';
import type { Actor } from '../db/tenant.ts';

export interface OpenSession {
  readonly actor: Actor;
  readonly passwordChangeRequired: boolean;
  readonly agreement: boolean;
  readonly otpSetupRequired: boolean;
}

export interface RequestMeta {
  readonly requestId: string;
  readonly address: string;
}

/** What the gate asks about a caller; accounts answer it. */
export interface Authenticator {
  /** @throws AppError `unauthenticated` for a missing, foreign, expired or wrong-typed token. */
  callerOf(authorization: string | undefined, options?: { evenExpired?: boolean }): Promise<{ session: string; person: string }>;
  sessionIdOf(authorization: string | undefined, options?: { evenExpired?: boolean }): Promise<string>;
  /** @throws AppError `unauthenticated` when the session has ended. */
  openSessionIn(tx: Tx, sessionId: string, meta: RequestMeta): Promise<OpenSession>;
  /** The same in a short transaction of its own. */
  openSession(sessionId: string, meta: RequestMeta): Promise<OpenSession>;
}
