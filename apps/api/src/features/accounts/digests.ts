import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';

/** Whether the actor wishes to be told once a day by mail of what waits. */
export async function wishesDigest(tx: Tx, actor: Actor): Promise<{ wished: boolean }> {
  const { rows } = await sql`select from app.digests where user_id = ${actor.userId}`.execute(tx);
  return { wished: rows.length > 0 };
}

export async function wishDigest(tx: Tx, actor: Actor, wished: boolean): Promise<{ wished: boolean }> {
  if (wished)
    await sql`insert into app.digests (user_id, tenant_id) values (${actor.userId}, ${actor.tenantId}) on conflict do nothing`.execute(
      tx,
    );
  else await sql`delete from app.digests where user_id = ${actor.userId}`.execute(tx);
  return { wished };
}
