import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { spoolFolder, spooled } from '../embedded/spool.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import { historyOf, segmentOf } from './names.ts';

/**
 * Brings what the server left in its spool into the archive, oldest first, and takes it out of the spool once it is there. History files
 * are taken from the database itself: one that a restore has made was never in a spool.
 * @returns how many segments went.
 */
export async function shipLog(dataDir: string, archive: ArchiveFolder): Promise<number> {
  await shipHistories(path.join(dataDir, 'pg', 'pg_wal'), archive);
  let shipped = 0;
  for (const name of await spooled(dataDir)) {
    const file = path.join(spoolFolder(dataDir), name);
    // Labels of copies and halves of left timelines: what they say is elsewhere too.
    if (segmentOf(name) ?? historyOf(name) !== undefined) {
      await archive.take(name, file);
      shipped += 1;
    }
    await rm(file, { force: true });
  }
  return shipped;
}

async function shipHistories(pgWal: string, archive: ArchiveFolder): Promise<void> {
  for (const name of await readdir(pgWal))
    if (historyOf(name) !== undefined && !(await archive.has(name))) await archive.take(name, path.join(pgWal, name));
}
