import type { Endpoint } from '@incisive/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import type { Actor } from '../db/tenant.ts';
import { AppError } from './app-error.ts';

interface Attempt {
  readonly actor: Actor;
  readonly endpoint: Endpoint;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly bodyHash: () => Buffer;
}

/**
 * Runs a create once for its Idempotency-Key: the answer is kept in the transaction of the effect, so a repeated request gets the
 * same answer and makes nothing. Without the header it simply runs.
 * @throws AppError `key-reused` for another body under the same key, `request-in-progress` while the first is still running.
 */
export async function repeatable(tx: Tx, attempt: Attempt, run: () => Promise<unknown>): Promise<unknown> {
  const key = attempt.request.headers['idempotency-key'];
  if (typeof key !== 'string' || key.length === 0) return run();
  if (key.length > 200)
    throw new AppError('validation', { fields: [{ path: 'Idempotency-Key', message: 'Must be 200 characters or less' }] });
  const name = `${attempt.endpoint.method} ${attempt.endpoint.path}`;
  const hash = attempt.bodyHash();
  const lock = await sql<{
    got: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`${attempt.actor.userId} ${name} ${key}`}, 0)) as got`.execute(tx);
  if (!lock.rows[0]?.got) throw new AppError('request-in-progress');
  const before = await tx
    .selectFrom('app.idempotency_keys')
    .select(['body_hash', 'status', 'response'])
    .where('user_id', '=', attempt.actor.userId)
    .where('endpoint', '=', name)
    .where('key', '=', key)
    .executeTakeFirst();
  if (before) {
    if (!before.body_hash.equals(hash)) throw new AppError('key-reused');
    void attempt.reply.code(before.status);
    return before.response;
  }
  const answer = await run();
  await tx
    .insertInto('app.idempotency_keys')
    .values({
      tenant_id: attempt.actor.tenantId,
      user_id: attempt.actor.userId,
      endpoint: name,
      key,
      body_hash: hash,
      status: attempt.endpoint.status ?? 200,
      response: JSON.stringify(answer ?? null),
    })
    .execute();
  return answer;
}
