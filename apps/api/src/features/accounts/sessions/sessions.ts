import { createHash, createHmac, randomBytes } from 'node:crypto';
import { limits } from '@incisive/contract/limits';
import type { Tokens } from '@incisive/contract/auth';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/client.ts';
import { shownTenantId, withSystem } from '../../../db/tenant.ts';
import { AppError } from '../../../http/app-error.ts';
import { RequestAudit, writeAudit } from '../../../http/audit-trail.ts';
import type { RequestMeta } from '../../../http/authenticator.ts';
import type { SigningKeys } from './signing-keys.ts';

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

interface Subject {
  id: string;
  username: string;
  role: string;
  tenant_id: string;
}

/** Sessions and their rotating refresh tokens. Only hashes are stored; a child follows from its parent by HMAC, so that a lost answer can be given again. */
export class Sessions {
  readonly #database: Database;
  readonly #keys: SigningKeys;
  readonly #secret: string;

  constructor(database: Database, keys: SigningKeys, secret: string) {
    this.#database = database;
    this.#keys = keys;
    this.#secret = secret;
  }

  #child(parent: string): string {
    return createHmac('sha256', this.#secret).update(`refresh ${parent}`).digest('base64url');
  }

  async #tokens(user: Subject, sessionId: string, refreshToken: string): Promise<Tokens> {
    const now = Math.floor(Date.now() / 1000);
    const [access, id] = await Promise.all([
      this.#keys.sign('access', { sub: user.id, sid: sessionId }, now),
      this.#keys.sign(
        'id',
        { sub: user.id, username: user.username, groups: [user.role], tenant: shownTenantId(user.tenant_id) },
        now,
      ),
    ]);
    return { exp: now + limits.accessTokenSeconds, id_token: id, access_token: access, refresh_token: refreshToken };
  }

  /**
   * Opens a session for a user who has shown who they are. Where there are too many, the one that was used longest ago ends.
   * @param opened writes down what else belongs to it
   */
  async start(
    tx: Tx,
    user: Subject,
    client: { userAgent: string; address: string },
    opened?: (sessionId: string) => Promise<unknown>,
  ): Promise<Tokens> {
    const session = await tx
      .insertInto('app.sessions')
      .values({
        user_id: user.id,
        expires_at: sql<Date>`now() + make_interval(secs => ${limits.sessionSeconds})`,
        user_agent: client.userAgent.slice(0, 300),
        address: client.address,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await opened?.(session.id);
    const older = await tx
      .selectFrom('app.sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .where('ended_at', 'is', null)
      .where('id', '!=', session.id)
      .orderBy('last_activity_at', 'desc')
      .orderBy('id')
      .offset(limits.sessionsPerUser - 1)
      .execute();
    await this.endIn(tx, { sessionIds: older.map(({ id }) => id) }, 'too many sessions');
    const token = randomBytes(32).toString('base64url');
    await tx
      .insertInto('app.refresh_tokens')
      .values({ token_hash: digest(token), session_id: session.id })
      .execute();
    return this.#tokens(user, session.id, token);
  }

  /**
   * Exchanges a refresh token for its child. Within the grace after a rotation the parent gets its same child again; any other reuse
   * ends the session, access tokens included.
   */
  async rotate(token: string, meta: RequestMeta, idleMinutes: number): Promise<Tokens> {
    const hash = digest(token);
    const outcome = await withSystem(this.#database, async (tx) => {
      const row = await tx
        .selectFrom('app.refresh_tokens')
        .selectAll()
        .where('token_hash', '=', hash)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return null;
      const session = await tx
        .selectFrom('app.sessions as s')
        .innerJoin('app.users as u', 'u.id', 's.user_id')
        .innerJoin('app.tenants as t', 't.id', 'u.tenant_id')
        .select(['s.id as session_id', 'u.id', 'u.username', 'u.role', 'u.tenant_id'])
        .where('s.id', '=', row.session_id)
        .where('s.ended_at', 'is', null)
        .where(sql<boolean>`s.expires_at > now() and s.last_activity_at > now() - make_interval(mins => ${idleMinutes})`)
        .where('u.status', '=', 'active')
        .where('u.deleted_at', 'is', null)
        .where('t.active', '=', true)
        .executeTakeFirst();
      if (!session) return null;
      const child = this.#child(token);
      if (row.used_at === null) {
        await tx
          .updateTable('app.refresh_tokens')
          .set({ used_at: sql<Date>`clock_timestamp()` })
          .where('token_hash', '=', hash)
          .execute();
        await tx
          .insertInto('app.refresh_tokens')
          .values({ token_hash: digest(child), session_id: row.session_id, parent_hash: hash })
          .execute();
        return { session, child };
      }
      const latest = await tx
        .selectFrom('app.refresh_tokens')
        .select('token_hash')
        .where('parent_hash', '=', hash)
        .where('used_at', 'is', null)
        .where(
          sql<boolean>`${row.used_at}::timestamptz > clock_timestamp() - make_interval(secs => ${limits.refreshGraceSeconds})`,
        )
        .executeTakeFirst();
      if (latest) return { session, child };
      await this.endIn(tx, { sessionIds: [row.session_id] }, 'token reuse');
      const audit = new RequestAudit({ requestId: meta.requestId, network: meta.address });
      audit.actor({ userId: session.id, username: session.username, role: session.role, tenantId: session.tenant_id });
      await writeAudit(tx, audit.rows('authn_token_reuse', 'refused'));
      return null;
    });
    if (!outcome) throw new AppError('unauthenticated');
    return this.#tokens(outcome.session, outcome.session.session_id, outcome.child);
  }

  /** Ends sessions at once: the next call with any of their tokens is refused. */
  async endIn(
    tx: Tx,
    which: { sessionIds?: readonly string[]; userIds?: readonly string[]; except?: string },
    reason: string,
  ): Promise<number> {
    let query = tx.updateTable('app.sessions').set({ ended_at: new Date(), ended_reason: reason }).where('ended_at', 'is', null);
    if (which.sessionIds) query = query.where('id', 'in', [...which.sessionIds]);
    if (which.userIds) query = query.where('user_id', 'in', [...which.userIds]);
    if (which.except) query = query.where('id', '!=', which.except);
    if ((which.sessionIds ?? which.userIds ?? []).length === 0) return 0;
    const result = await query.executeTakeFirst();
    return Number(result.numUpdatedRows);
  }

  end(which: { sessionIds?: readonly string[]; userIds?: readonly string[]; except?: string }, reason: string): Promise<number> {
    return withSystem(this.#database, (tx) => this.endIn(tx, which, reason));
  }
}
