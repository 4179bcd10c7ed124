import { sql } from 'kysely';
import { backupAges, readBackupState } from '../db/backup/backup-state.ts';
import type { Database } from '../db/client.ts';
import { withSystem } from '../db/tenant.ts';
import { type WalAges, readWalState, walAges } from '../db/wal/wal-state.ts';
import { jobNames } from '../jobs/job-queue.ts';

export interface DatabaseFigures {
  readonly queues: readonly { readonly name: string; readonly depth: number; readonly age: number }[];
  readonly unsealedSeconds: number;
  readonly backups: ReturnType<typeof backupAges>;
  readonly log: WalAges;
}

interface Depth {
  readonly name: string;
  readonly depth: number;
  readonly age: number;
}

/** What waits in the queues, how far the seals of the audit log are behind, and how old the backups are. */
export async function readDatabaseFigures(database: Database): Promise<DatabaseFigures> {
  // The queue's tables belong to the login of the system, not to its role.
  const jobs = await sql<Depth>`
    select name, count(*)::int as depth, extract(epoch from now() - min(start_after))::float8 as age
      from jobs.job where state < 'active' and start_after <= now() group by name`.execute(database.system);
  const own = await withSystem(database, async (tx) => {
    const { rows } = await sql<{ mails: number; mail_age: number; unsealed: number }>`
      select count(*)::int as mails, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as mail_age,
             (select coalesce(extract(epoch from now() - min(l.recorded)), 0)::float8 from app.audit_log l
               where l.id > coalesce((select audit_id from app.audit_seals order by seq desc limit 1), 0)) as unsealed
        from app.mail_queue`.execute(tx);
    return rows[0]!;
  });
  const waiting = new Map(jobs.rows.map((row) => [row.name, row]));
  return {
    queues: [
      ...jobNames.map((name) => waiting.get(name) ?? { name, depth: 0, age: 0 }),
      { name: 'mail', depth: own.mails, age: own.mail_age },
    ],
    unsealedSeconds: own.unsealed,
    backups: backupAges(await readBackupState(database), new Date()),
    log: walAges(await readWalState(database), new Date()),
  };
}
