import { mkdir, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { withConnection } from '../connection.ts';
import { databaseName } from '../open-database.ts';
import { saveSecret } from '../secret.ts';
import { endSessions } from '../backup/rows.ts';
import { BackupError } from '../backup/sealed-file.ts';
import { ArchiveFolder } from './archive-folder.ts';
import type { Base } from './names.ts';
import { recoverInto } from './recover.ts';

export interface MomentReport {
  /** When the copy was made that it began from. */
  readonly base: Date;
  /** When the last change that is in it was committed; null where there was none after the copy. */
  readonly lastChange: Date | null;
}

/** Reads a moment as an operator types it. @throws BackupError when it is none, or could be read in two ways */
export function momentOf(words: string): Date | undefined {
  if (words === 'newest') return undefined;
  const moment = new Date(words);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(words) || Number.isNaN(moment.getTime()))
    throw new BackupError(`"${words}" is no moment: write 2026-11-24T10:15:00Z, with its zone, or newest.`);
  return moment;
}

/**
 * Brings the installation into an empty DATA_DIR as it was at a moment, from the archive in `from`, and leaves it stopped. Everybody is
 * signed out: a session that was ended after the moment must not come back.
 * @throws BackupError that says what to do; DATA_DIR is then as it was.
 */
export async function restoreTo(
  config: Config,
  from: string,
  until: Date | undefined,
  log: (line: string) => void,
): Promise<MomentReport> {
  if (config.DATABASE_URL)
    throw new BackupError("A moment is restored for the own PostgreSQL alone. With DATABASE_URL use your server's own tools.");
  await refuseUnlessEmpty(config.DATA_DIR);
  const secret = await secretFor(config);
  const { archive, base } = await choose(await ArchiveFolder.among(from, secret), from, until);
  const newest = await archive.newest();
  if (until && (!newest || until > newest))
    throw new BackupError(
      `The archive reaches to ${words(newest ?? base.madeAt)}. Name an earlier moment, or take everything that there is with --to newest.`,
    );
  log(`Restoring from the copy of ${words(base.madeAt)}`);
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o710 });
  const lastChange = await recoverInto(config.DATA_DIR, {
    archive,
    base,
    until,
    log,
    work: (server) => withConnection({ ...server.connection, database: databaseName, ssl: false }, endSessions),
  });
  await saveSecret(config.DATA_DIR, secret);
  return { base: base.madeAt, lastChange };
}

const words = (moment: Date): string => moment.toISOString().replace(/\.\d+/, '');

async function refuseUnlessEmpty(dataDir: string): Promise<void> {
  const found = (await readdir(dataDir).catch(() => [] as string[])).filter((name) => name !== 'secret');
  if (found.length > 0)
    throw new BackupError(
      `${dataDir} is not empty: it holds ${found.slice(0, 3).join(', ')}. Set DATA_DIR to a new folder that holds the file "secret" alone.`,
    );
}

async function secretFor(config: Config): Promise<string> {
  if (config.SECRET) return config.SECRET;
  return readFile(path.join(config.DATA_DIR, 'secret'), 'utf8').then(
    (text) => text.trim(),
    () => {
      throw new BackupError(
        `The secret of the installation is needed: put its file "secret" into ${config.DATA_DIR}, or set SECRET.`,
      );
    },
  );
}

/** The newest copy before the moment, of whichever database wrote then. */
async function choose(
  archives: readonly ArchiveFolder[],
  from: string,
  until: Date | undefined,
): Promise<{ archive: ArchiveFolder; base: Base }> {
  const all: { archive: ArchiveFolder; base: Base }[] = [];
  for (const archive of archives) for (const base of await archive.bases()) all.push({ archive, base });
  all.sort((a, b) => b.base.madeAt.getTime() - a.base.madeAt.getTime());
  const oldest = all.at(-1);
  if (!oldest)
    throw new BackupError(
      `There is no archive with a copy in ${from}. It is made with WAL_ARCHIVE=on; a backup is restored by its file.`,
    );
  const found = all.find(({ base }) => !until || base.madeAt <= until);
  if (!found)
    throw new BackupError(
      `The archive begins at ${words(oldest.base.madeAt)}. Name a later moment, or restore a backup of before it by its file.`,
    );
  return found;
}
