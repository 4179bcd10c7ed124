import type { Endpoint } from '@incisive/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { lockOf } from '../db/locks.ts';
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

const nameOf = ({ endpoint }: Attempt): string => `${endpoint.method} ${endpoint.path}`;

/** The key of a request, or null without one. @throws AppError when it is too long to keep. */
function keyOf({ request }: Attempt): string | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key.length === 0) return null;
  if (key.length > 200)
    throw new AppError('validation', { fields: [{ path: 'Idempotency-Key', message: 'Must be 200 characters or less' }] });
  return key;
}

/**
 * The answer that was given under this key before, or null: for calls that have slow work to do before their transaction.
 * @throws AppError `key-reused` for another body under the same key, `not-found` when what was made is deleted.
 */
export async function answeredBefore(tx: Tx, attempt: Attempt): Promise<{ readonly response: unknown } | null> {
  const key = keyOf(attempt);
  if (key === null) return null;
  const before = await tx
    .selectFrom('app.idempotency_keys')
    .select(['body_hash', 'status', 'response'])
    .where('user_id', '=', attempt.actor.userId)
    .where('endpoint', '=', nameOf(attempt))
    .where('key', '=', key)
    .executeTakeFirst();
  if (!before) return null;
  if (!before.body_hash.equals(attempt.bodyHash())) throw new AppError('key-reused');
  if (before.status === 404)
    throw new AppError('not-found', {
      detail: 'What this request created has since been deleted. Use another Idempotency-Key to create it again.',
    });
  void attempt.reply.code(before.status);
  return { response: before.response };
}

/**
 * Runs a create once for its Idempotency-Key: the answer is kept in the transaction of the effect, so a repeated request gets the
 * same answer and makes nothing. Without the header it simply runs.
 * @throws AppError `key-reused` for another body under the same key, `request-in-progress` while the first is still running.
 */
export async function repeatable(tx: Tx, attempt: Attempt, run: () => Promise<unknown>): Promise<unknown> {
  const key = keyOf(attempt);
  if (key === null) return run();
  const name = nameOf(attempt);
  const lock = await sql<{
    got: boolean;
  }>`select pg_try_advisory_xact_lock(${lockOf('repeatable', `${attempt.actor.userId} ${name} ${key}`)}) as got`.execute(tx);
  if (!lock.rows[0]?.got) throw new AppError('request-in-progress');
  const before = await answeredBefore(tx, attempt);
  if (before) return before.response;
  const answer = await run();
  await tx
    .insertInto('app.idempotency_keys')
    .values({
      tenant_id: attempt.actor.tenantId,
      user_id: attempt.actor.userId,
      endpoint: name,
      key,
      body_hash: attempt.bodyHash(),
      status: attempt.endpoint.status ?? 200,
      response: JSON.stringify(answer ?? null),
    })
    .execute();
  return answer;
}
