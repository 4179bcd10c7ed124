import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type AdminConnection } from '../bootstrap.ts';
import { BackupError, writeSealed } from '../backup/sealed-file.ts';
import { withConnection } from '../connection.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import { fileEntry, filesIn, folderEntry, textEntry } from './file-tree.ts';
import { type Base, baseName, basesAmong, segmentBytes } from './names.ts';

/** What the copy begins under, until its name is known. */
export const beingMade = 'base.making';

/** Folders whose content is of this run alone: they are kept empty. */
const emptied =
  /^(pg_wal(\/(archive_status|summaries))?|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.+/;
const keptFolders = /^pg_wal\/(archive_status|summaries)$/;
/** Files of this run alone, or that come at the end. */
const left = /(^|\/)(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|backup_label.*|tablespace_map.*|.*\.signal)$/;
const lastFiles = new Set(['global/pg_control', 'PG_VERSION']);

const isCopied = (name: string): boolean =>
  (keptFolders.test(name) || !emptied.test(name)) && !left.test(name) && !lastFiles.has(name);

export interface MadeBase {
  readonly base: Base;
  readonly bytes: number;
}

/**
 * Copies the files of the running database into its archive, beside its work. The copy is of no use without the log that was written
 * meanwhile: see that its `stop` is in the archive too.
 */
export async function makeBase(
  admin: AdminConnection,
  dataDir: string,
  archive: ArchiveFolder,
  now: () => Date = () => new Date(),
): Promise<MadeBase> {
  const making = path.join(archive.folder, beingMade);
  for (const leftOver of [making, `${making}.partial`]) await rm(leftOver, { force: true });
  let name = '';
  const { bytes } = await withConnection({ ...admin, application_name: 'incisive base backup' }, async (client) => {
    const { rows } = await client.query<{ bytes: string; start: string }>(
      `select pg_size_bytes(current_setting('wal_segment_size'))::text as bytes, pg_walfile_name(pg_backup_start('incisive', true)) as start`,
    );
    const { start } = rows[0]!;
    if (Number(rows[0]!.bytes) !== segmentBytes) throw new BackupError('The segments of the log are of another size than 16 MB.');
    const pgData = path.join(dataDir, 'pg');
    const copy = async function* (): AsyncGenerator<Buffer> {
      yield* folderEntry('pg');
      for await (const { name: found, isFolder } of filesIn(pgData, isCopied))
        yield* isFolder ? folderEntry(`pg/${found}`) : fileEntry(`pg/${found}`, path.join(pgData, found));
      yield* fileEntry('pg/global/pg_control', path.join(pgData, 'global/pg_control'));
      const { rows: ended } = await client.query<{ label: string; stop: string }>(
        'select labelfile as label, pg_walfile_name(lsn) as stop from pg_backup_stop(false)',
      );
      const { label, stop } = ended[0]!;
      name = baseName(now(), start, stop);
      yield* textEntry('pg/backup_label', label);
      yield* textEntry('pg/recovery.signal', '');
      yield* textEntry('pg-password', await readFile(path.join(dataDir, 'pg-password'), 'utf8'));
      yield* textEntry('base', name);
      // Last: files without it are no database, and PostgreSQL is not started on them.
      yield* fileEntry('pg/PG_VERSION', path.join(pgData, 'PG_VERSION'));
    };
    return writeSealed(making, archive.baseKey, copy());
  });
  await rename(making, path.join(archive.folder, name));
  return { base: basesAmong([name])[0]!, bytes };
}
