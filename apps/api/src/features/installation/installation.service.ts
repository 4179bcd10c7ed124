import type { Backups, Installation } from '@incisive/contract/installation';
import type { Config } from '../../config.ts';
import { readBackupState } from '../../db/backup/backup-state.ts';
import { readWalState } from '../../db/wal/wal-state.ts';
import type { Database } from '../../db/client.ts';
import { hasDemo } from '../../demo/remove-demo.ts';

/** What anybody may know of the installation before signing in. */
export const readInstallation = async (database: Database, config: Config): Promise<Installation> => ({
  demo: await hasDemo(database),
  idle_minutes: config.IDLE_MINUTES,
});

/** What administrators are told of the backups; another process may be the one that makes them. */
export async function readBackups(database: Database, config: Config): Promise<Backups> {
  const { newest, tried, failing } = await readBackupState(database);
  return {
    every_minutes: config.BACKUP_DIR || newest ? config.backupEveryMinutes : null,
    newest: newest ? { at: newest.at, bytes: newest.bytes, seconds: newest.seconds } : null,
    tried_at: tried?.at ?? null,
    failing: failing ? { since: failing.since, reason: failing.reason } : null,
    log: config.WAL_ARCHIVE ? await readLogArchive(database) : null,
  };
}

async function readLogArchive(database: Database): Promise<NonNullable<Backups['log']>> {
  const { archived, base, tried, late, failing } = await readWalState(database);
  const trouble = late ?? failing;
  return {
    archived_at: archived ?? null,
    base_at: base?.at ?? null,
    tried_at: tried?.at ?? null,
    failing: trouble ? { since: trouble.since, reason: trouble.reason } : null,
  };
}
