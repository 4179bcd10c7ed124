import { sql } from 'kysely';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import { withConnection } from '../db/connection.ts';
import { locks } from '../db/locks.ts';
import type { Tx } from '../db/client.ts';

export const jobSchema = 'jobs';

/** What is done in the background; the data of a job are ids, never texts. */
export interface JobData {
  /** Make examples of the notes whose approvals and rejections have come to rest. */
  gather: Record<string, never>;
  /** Bring a tenant's model up to date with its settled notes. */
  learn: { tenant_id: string };
  /** Keep what the settled notes of a tenant are about, so that notes like them find them. */
  precedents: { tenant_id: string };
  /** Finish an import that its request did not. */
  import: { import_id: string };
  /** Read a published file that claims are checked against. */
  'edit-file': { file_id: string };
  /** Check open claims again by a file that was taken: by the files in force before it, and after. */
  recheck: { file_id: string; before: string[]; after: string[] };
  /** Make the zip of many notes. */
  export: { tenant_id: string; export_id: string };
  /** Find the tenants whose suggestions are older than what they are made from. */
  outdated: Record<string, never>;
  /** Bring the suggestions of a tenant's open notes up to date. */
  resuggest: { tenant_id: string };
  /** Remind of queries that nobody answered. */
  'remind-queries': Record<string, never>;
  /** Tell people which cases that they hold are due, and leads which are late again. */
  'remind-holds': Record<string, never>;
  'draw-reviews': Record<string, never>;
  /** Mail who wishes it what waits for them. */
  'send-digests': Record<string, never>;
  /** Delete what is past its time. */
  purge: Record<string, never>;
  'remove-audit': Record<string, never>;
  /** Write a backup when one is due, and try one when that is due. */
  backup: Record<string, never>;
  /** Copy the own database's files when that is due, and try the archive when that is. */
  'wal-archive': Record<string, never>;
}
export type JobName = keyof JobData;
export const jobNames: readonly JobName[] = [
  'gather',
  'learn',
  'precedents',
  'import',
  'edit-file',
  'recheck',
  'export',
  'outdated',
  'resuggest',
  'remind-queries',
  'remind-holds',
  'draw-reviews',
  'send-digests',
  'purge',
  'remove-audit',
  'backup',
  'wal-archive',
];

const queueOptions: Record<JobName, Omit<PgBoss.Queue, 'name'>> = {
  gather: { retryLimit: 3, retryDelay: 30, retryBackoff: true, expireInSeconds: 600 },
  // Of what is 'short' one waits for a tenant at most.
  learn: { policy: 'short', retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 600 },
  precedents: { policy: 'short', retryLimit: 3, retryDelay: 10, retryBackoff: true, expireInSeconds: 1800 },
  import: { retryLimit: 3, retryDelay: 30, retryBackoff: true, expireInSeconds: 900 },
  'edit-file': { retryLimit: 3, retryDelay: 30, retryBackoff: true, expireInSeconds: 900 },
  recheck: { retryLimit: 3, retryDelay: 30, retryBackoff: true, expireInSeconds: 3600 },
  export: { retryLimit: 5, retryDelay: 5, retryBackoff: true, expireInSeconds: 900 },
  outdated: { policy: 'short', retryLimit: 3, retryDelay: 30, retryBackoff: true, expireInSeconds: 600 },
  resuggest: { policy: 'short', retryLimit: 3, retryDelay: 30, retryBackoff: true, expireInSeconds: 600 },
  'remind-queries': { policy: 'short', retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 600 },
  'draw-reviews': { policy: 'short', retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 600 },
  'remind-holds': { policy: 'short', retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 600 },
  'send-digests': { policy: 'short', retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 900 },
  purge: { retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 900 },
  'remove-audit': { retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 900 },
  // It is looked at again every five minutes; two at a time would both write.
  backup: { policy: 'short', retryLimit: 0, expireInSeconds: 6 * 3600 },
  'wal-archive': { policy: 'short', retryLimit: 0, expireInSeconds: 6 * 3600 },
};

/**
 * A request puts a job in through this function, inside its own transaction: without COMMIT there is no job. A tenant can only ask for
 * its own tenant's. In a queue of policy 'short' a job that waits for the same tenant is taken for the new one.
 */
const enqueueSql = `
create or replace function jobs.enqueue(queue_name text, payload jsonb, delay interval) returns uuid
language plpgsql security definer set search_path = jobs, pg_temp as $$
declare made uuid; key text := payload ->> 'tenant_id';
begin
  if current_setting('role', true) = 'inc_tenant' and key is distinct from current_setting('app.tenant_id', true)
    then raise exception 'not this tenant''s job' using errcode = '42501'; end if;
  loop
    -- One that waits will do. It is held until the caller's COMMIT: begun before, it would not see what the caller has changed.
    select j.id into made from jobs.job j
     where j.name = queue_name and j.policy = 'short' and j.state = 'created' and coalesce(j.singleton_key, '') = coalesce(key, '') for update;
    exit when made is not null;
    insert into jobs.job (name, data, start_after, keep_until, expire_in, retry_limit, retry_delay, retry_backoff, policy, singleton_key)
      select q.name, payload, now() + delay, now() + delay + interval '14 days', q.expire_seconds * interval '1 second', q.retry_limit, q.retry_delay, q.retry_backoff, q.policy, key
        from jobs.queue q where q.name = queue_name
      on conflict do nothing returning id into made;
    exit when made is not null or not exists (select from jobs.queue q where q.name = queue_name and q.policy = 'short');
  end loop;
  return made;
end $$;
revoke execute on function jobs.enqueue(text, jsonb, interval) from public;
grant usage on schema jobs to inc_tenant, inc_super, inc_system;
grant execute on function jobs.enqueue(text, jsonb, interval) to inc_tenant, inc_super, inc_system;
`;

/** Makes or updates the queue's tables in schema `jobs`, as the login that works on them. Safe to repeat and to race. */
export async function installJobQueue(connection: pg.PoolConfig): Promise<void> {
  await withConnection(connection, async (client) => {
    await client.query('set lock_timeout = 0');
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [locks.jobQueue]);
    const found = await client.query(`select to_regclass('${jobSchema}.version') as version`);
    if ((found.rows[0] as { version: string | null }).version === null) await client.query(constructionSql());
    const boss = new PgBoss({ ...bossConnection(connection), migrate: true, supervise: false, schedule: false });
    boss.on('error', () => undefined);
    await boss.start();
    try {
      for (const name of jobNames) {
        if ((await boss.getQueue(name)) === null) await boss.createQueue(name, { name, ...queueOptions[name] });
        else await boss.updateQueue(name, { name, ...queueOptions[name] });
      }
    } finally {
      await boss.stop({ graceful: false, wait: true });
    }
    await client.query(enqueueSql);
  });
}

/** The bootstrap has made the schema: making it here would need the right to make any schema in this database. */
const constructionSql = (): string => PgBoss.getConstructionPlans(jobSchema).replace(/create schema if not exists \w+\s*;/i, '');

/** Connection of the queue's own small pool. */
export function bossConnection(connection: pg.PoolConfig): PgBoss.ConstructorOptions {
  const { host, port, database, user, password, connectionString } = connection;
  const given = { host, port, database, user, password, connectionString };
  return {
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as PgBoss.DatabaseOptions),
    application_name: 'incisive jobs',
    schema: jobSchema,
    max: 3,
  };
}

/** Puts a job into the queue in the caller's own transaction. */
export async function enqueue<N extends JobName>(tx: Tx, name: N, data: JobData[N], delaySeconds = 0): Promise<void> {
  await sql`select jobs.enqueue(${name}, ${JSON.stringify(data)}::jsonb, make_interval(secs => ${delaySeconds}))`.execute(tx);
}
