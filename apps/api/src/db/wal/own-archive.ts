import type { Config } from '../../config.ts';
import type { AdminConnection } from '../bootstrap.ts';
import { withConnection } from '../connection.ts';
import { ArchiveFolder } from './archive-folder.ts';
import { shipLog } from './ship-log.ts';

/** The archive of the own database; undefined where none is kept. */
export async function ownArchive(
  config: Pick<Config, 'WAL_ARCHIVE' | 'BACKUP_DIR'>,
  admin: AdminConnection,
  secret: string,
): Promise<ArchiveFolder | undefined> {
  if (!config.WAL_ARCHIVE || !config.BACKUP_DIR) return undefined;
  const cluster = await withConnection(admin, async (client) => {
    const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
    return rows[0]!.id;
  });
  return new ArchiveFolder(config.BACKUP_DIR, cluster, secret);
}

/** Closes the segment that is being written, so that an orderly stop leaves nothing behind. */
export const closeSegment = (admin: AdminConnection): Promise<void> =>
  withConnection(admin, async (client) => {
    await client.query('select pg_switch_wal()');
  });

/** After the database has stopped: what it left in its spool goes too. A failure is told, and made good by the next start. */
export async function shipLast(dataDir: string, archive: ArchiveFolder, log: (line: string) => void): Promise<void> {
  await archive
    .prepare()
    .then(() => shipLog(dataDir, archive))
    .catch((error: unknown) =>
      log(
        `The last of the database's log waits in DATA_DIR for the next start: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
}
