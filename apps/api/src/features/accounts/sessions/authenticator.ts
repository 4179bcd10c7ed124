import { capabilitiesOfScope } from '@incisive/contract/scopes';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/client.ts';
import { type SessionRow, openKnownRequest, openRequest } from '../../../db/tenant.ts';
import { AppError } from '../../../http/app-error.ts';
import {
  type Authenticator,
  type Caller,
  type KnownSession,
  type OpenSession,
  OtherSession,
  type RequestMeta,
} from '../../../http/authenticator.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Sessions whose last finding is kept: each takes about half a kilobyte. */
const mostKept = 5000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const tokenOf = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1];

/** From a bearer to a session row. The token only names the session; who and what the caller is comes from the database. */
export class SessionAuthenticator implements Authenticator {
  readonly #keys: SigningKeys;
  readonly #database: Database;
  /** By their sessions, those that were opened longest ago first. */
  readonly #last = new Map<string, SessionRow>();

  constructor(keys: SigningKeys, database: Database) {
    this.#keys = keys;
    this.#database = database;
  }

  async callerOf(authorization: string | undefined, options: { evenExpired?: boolean } = {}): Promise<Caller> {
    const token = tokenOf(authorization);
    const claims = token ? await this.#keys.verifyAccess(token, options) : null;
    const session = claims?.['sid'];
    if (typeof session !== 'string' || !uuid.test(session)) throw new AppError('unauthenticated');
    const person = typeof claims?.['sub'] === 'string' ? claims['sub'] : session;
    return { session, person, client: claims?.['client'] === true };
  }

  async sessionIdOf(authorization: string | undefined, options: { evenExpired?: boolean } = {}): Promise<string> {
    return (await this.callerOf(authorization, options)).session;
  }

  async openSessionIn(tx: Tx, sessionId: string, meta: RequestMeta, reads: boolean): Promise<OpenSession> {
    const row = await openRequest(tx, sessionId, { touch: true, reads });
    this.#last.delete(sessionId);
    if (row) this.#last.set(sessionId, row);
    if (this.#last.size > mostKept) this.#last.delete(this.#last.keys().next().value!);
    return asOpen(row, sessionId, meta);
  }

  lastOpened(sessionId: string, meta: RequestMeta): KnownSession | undefined {
    const row = this.#last.get(sessionId);
    return row && { ...asOpen(row, sessionId, meta), seen: row.seen };
  }

  async openKnownIn(tx: Tx, { actor: { sessionId }, seen }: KnownSession): Promise<void> {
    if (await openKnownRequest(tx, sessionId, seen)) return;
    this.#last.delete(sessionId);
    throw new OtherSession();
  }

  forget(authorization: string | undefined, sessionId: string): void {
    this.#last.delete(sessionId);
    this.#keys.forget(tokenOf(authorization) ?? '');
  }

  async openSession(sessionId: string, meta: RequestMeta): Promise<OpenSession> {
    const { rows } = await sql<SessionRow>`select * from app.open_session(${sessionId}, true)`.execute(this.#database.request);
    return asOpen(rows[0], sessionId, meta);
  }
}

function asOpen(row: SessionRow | undefined, sessionId: string, meta: RequestMeta): OpenSession {
  if (!row) throw new AppError('unauthenticated');
  return {
    actor: {
      userId: row.user_id,
      username: row.username,
      role: row.role,
      tenantId: row.tenant_id,
      tenantName: row.platform ? null : row.tenant_name,
      sessionId,
      scopes: row.scopes?.flatMap((scope) => capabilitiesOfScope(scope) ?? []) ?? null,
      ...meta,
    },
    passwordChangeRequired: row.password_change_required,
    agreement: row.agreement,
    otpSetupRequired: row.otp_setup_required,
  };
}
