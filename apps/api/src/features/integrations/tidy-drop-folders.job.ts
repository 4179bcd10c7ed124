import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { auditEvents } from '@incisive/contract/audit-events';
import { limits } from '@incisive/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { withSystem } from '../../db/tenant.ts';
import { writeAudit } from '../../http/audit-trail.ts';
import { dropSystem } from './drop-folders.store.ts';
import { doneFolder, refusedFolder } from './drop-files.ts';

/** A note that goes for good was deleted so long ago: a younger file has a note that is there, or was lost with a backup put back. */
const keptMilliseconds = limits.restoreDays * 86_400_000;

const everyHours = 6;

/**
 * Removes health records that outlived their note: files under `done` whose note was removed for good, and files that were refused 30 days
 * ago. Of folders that are turned off too; of tenants under legal hold nothing. Answers how many files went.
 */
export async function tidyDropFolders(database: Database, root: string, now = Date.now()): Promise<number> {
  const folders = await withSystem(database, async (tx) => {
    const { rows } = await sql<{ id: string; tenant_id: string }>`
      update app.drop_folders f set tidied_at = now() from app.tenants t
       where t.id = f.tenant_id and not t.legal_hold and (f.tidied_at is null or f.tidied_at < now() - make_interval(hours => ${everyHours}))
      returning f.id, f.tenant_id`.execute(tx);
    return rows;
  });
  let removed = 0;
  let failure: unknown;
  for (const { id, tenant_id: tenant } of folders) {
    const outlived = async (place: string, old: readonly string[]): Promise<string[]> => {
      const prints = new Map<string, string>();
      for (const name of old) prints.set(name, await printOf(path.join(place, name)));
      const here = await withSystem(database, async (tx) => {
        const { rows } = await sql<{ value: string }>`select value from app.note_sources
          where tenant_id = ${tenant} and system = ${dropSystem} and value = any(${[...prints.values()]})`.execute(tx);
        return new Set(rows.map(({ value }) => value));
      });
      return old.filter((name) => !here.has(prints.get(name)!));
    };
    try {
      for (const [inner, chosen] of [
        [doneFolder, outlived],
        [refusedFolder, async (_place: string, old: readonly string[]) => [...old]],
      ] as const)
        removed += await inOwnFolder(path.join(root, tenant, inner), async (place) => {
          const names = await chosen(place, await oldFiles(place, now - keptMilliseconds));
          if (names.length === 0 || !(await told(database, { id, tenant }, `removed from ${inner}: ${names.length}`))) return 0;
          for (const name of names) await rm(path.join(place, name), { force: true });
          return names.length;
        });
    } catch (error) {
      // The other folders have their turn.
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return removed;
}

/** The row stands before a file goes. False where the tenant came under legal hold meanwhile. */
const told = (database: Database, of: { id: string; tenant: string }, detail: string): Promise<boolean> =>
  withSystem(database, async (tx) => {
    const free = await sql`select from app.tenants where id = ${of.tenant} and not legal_hold for share`.execute(tx);
    if (free.rows.length === 0) return false;
    await writeAudit(tx, [
      {
        tenant_id: of.tenant,
        type: 'drop_folder_updated',
        action: auditEvents.drop_folder_updated,
        outcome: 'success',
        request_id: 'retention',
        entity: [`drop-folder:${of.id}`],
        detail,
      },
    ]);
    return true;
  });

/** Works in a folder that is no link, also when somebody puts a link in its place meanwhile. Where it is missing there is nothing to do. */
async function inOwnFolder(folder: string, work: (place: string) => Promise<number>): Promise<number> {
  const held = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(() => null);
  if (!held) return 0;
  try {
    return await work(process.platform === 'linux' ? `/proc/self/fd/${held.fd}` : folder);
  } finally {
    await held.close();
  }
}

/** What has lain in a folder since before a moment: neither its content nor its place changed since. */
async function oldFiles(folder: string, before: number): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(folder)) {
    const look = await lstat(path.join(folder, name));
    if (!look.isDirectory() && Math.max(look.mtimeMs, look.ctimeMs) < before) names.push(name);
  }
  return names;
}

/** SHA-256 of a file's bytes; of a link, which nobody follows, nothing. */
async function printOf(file: string): Promise<string> {
  const held = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ELOOP') return null;
      throw error;
    },
  );
  if (!held) return '';
  const hash = createHash('sha256');
  await pipeline(held.createReadStream(), hash);
  return hash.digest('hex');
}
