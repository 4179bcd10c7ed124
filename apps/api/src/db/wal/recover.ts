import { chown, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackupError, readSealed } from '../backup/sealed-file.ts';
import { withConnection } from '../connection.ts';
import { type EmbeddedPostgres, EmbeddedPostgresError, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { ownerOfServer } from '../embedded/spool.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import { filesIn, unpack } from './file-tree.ts';
import type { Base } from './names.ts';
import type { RecoveryPath } from './recovery-path.ts';

const lookEveryMilliseconds = 20;
const notReached = 'recovery ended before configured recovery target was reached';

export interface Recovery {
  readonly archive: ArchiveFolder;
  readonly base: Base;
  /** Undefined: everything that there is. */
  readonly until: Date | undefined;
  readonly log: (line: string) => void;
  /** Looks at the recovered database, or changes it, before it is stopped. */
  readonly work: (server: EmbeddedPostgres) => Promise<void>;
}

/** What a recovery makes in its folder; nothing else is ever removed. */
const made = ['pg', 'pg-password', 'run', 'postgres.log', 'base', 'asked'];

/**
 * Brings a database into an empty folder as it was at a moment, and leaves it stopped. What cannot be recovered whole leaves nothing.
 * @returns when the last change in it was committed; null where the log after the copy holds none.
 * @throws BackupError when a segment that this moment needs is missing, was changed or is cut off.
 */
export async function recoverInto(dataDir: string, recovery: Recovery): Promise<Date | null> {
  const way = await recovery.archive.pathFrom(recovery.base);
  if (way.gap !== undefined && recovery.until === undefined) throw gapAt(way.gap, recovery.archive);
  try {
    const owner = await ownerOfServer(dataDir, recovery.log);
    await unpackBase(dataDir, recovery, owner);
    return await readLog(dataDir, recovery, way, owner);
  } catch (error) {
    for (const name of made) await rm(path.join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
}

const gapAt = (name: string, { folder }: ArchiveFolder): BackupError =>
  new BackupError(
    `The log has a gap: ${path.join(folder, name)}.sealed is missing, and later ones are there. Bring that file back from a copy of BACKUP_DIR, or name a moment before it with --to.`,
  );

type Owner = { readonly uid: number; readonly gid: number } | undefined;

async function unpackBase(dataDir: string, { archive, base }: Recovery, owner: Owner): Promise<void> {
  const file = path.join(archive.folder, base.name);
  try {
    await unpack(readSealed(file, archive.baseKey), dataDir);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new BackupError(`The copy ${file} cannot be used. ${error.message}`, { cause: error });
  }
  const named = path.join(dataDir, 'base');
  if ((await readFile(named, 'utf8')) !== base.name) throw new BackupError(`The copy ${file} was made under another name.`);
  await rm(named);
  if (!owner) return;
  await chown(path.join(dataDir, 'pg'), owner.uid, owner.gid);
  for await (const { name } of filesIn(path.join(dataDir, 'pg'), () => true))
    await chown(path.join(dataDir, 'pg', name), owner.uid, owner.gid);
}

async function readLog(dataDir: string, recovery: Recovery, way: RecoveryPath, owner: Owner): Promise<Date | null> {
  const desk = new Desk(path.join(dataDir, 'asked'), recovery.archive, way, owner);
  await desk.open();
  try {
    const start = (until: Date | undefined): Promise<EmbeddedPostgres> =>
      startEmbeddedPostgres({ dataDir, log: recovery.log, settings: desk.settings(until) });
    const server = await start(recovery.until).catch((error: unknown) => {
      // Nothing was committed after the moment: all that there is comes before it.
      if (!desk.refused && recovery.until && error instanceof EmbeddedPostgresError && error.message.includes(notReached))
        return start(undefined);
      throw error;
    });
    try {
      if (desk.refused) throw desk.refused;
      const last = await lastCommit(server);
      await recovery.work(server);
      return last;
    } finally {
      await server.stop();
    }
  } catch (error) {
    throw desk.refused ?? error;
  } finally {
    await desk.close();
  }
}

const lastCommit = (server: EmbeddedPostgres): Promise<Date | null> =>
  withConnection({ ...server.connection, ssl: false }, async (client) => {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return rows[0]!.at;
  });

/**
 * Hands the segments to PostgreSQL that it asks for, one by one: opened here, since its own user has no key. It asks by a file, and goes on
 * when that is gone.
 */
class Desk {
  /** Why something was not handed over that should be there. */
  refused: BackupError | undefined;
  readonly #folder: string;
  readonly #archive: ArchiveFolder;
  readonly #way: RecoveryPath;
  readonly #needed: ReadonlySet<string>;
  readonly #owner: Owner;
  #open = false;
  #work: Promise<void> = Promise.resolve();

  constructor(folder: string, archive: ArchiveFolder, way: RecoveryPath, owner: Owner) {
    this.#folder = folder;
    this.#archive = archive;
    this.#way = way;
    this.#needed = new Set(way.segments);
    this.#owner = owner;
  }

  async open(): Promise<void> {
    await mkdir(this.#folder, { mode: 0o700 });
    if (this.#owner) await chown(this.#folder, this.#owner.uid, this.#owner.gid);
    this.#open = true;
    this.#work = this.#serve();
  }

  async close(): Promise<void> {
    this.#open = false;
    await this.#work;
    await rm(this.#folder, { recursive: true, force: true });
  }

  settings(until: Date | undefined): Record<string, string> {
    const desk = `'${this.#folder.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`;
    return {
      restore_command: `: > ${desk}/ask.%f && while [ -e ${desk}/ask.%f ]; do sleep 0.02; done; mv ${desk}/%f %p 2>/dev/null`,
      recovery_target_timeline: String(this.#way.timeline),
      hot_standby: 'off',
      // It would ask for segments behind the moment, which need not be whole.
      recovery_prefetch: 'off',
      // Names of zones, Z too, are not known yet when PostgreSQL reads this.
      ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }),
    };
  }

  async #serve(): Promise<void> {
    while (this.#open) {
      for (const name of await readdir(this.#folder)) if (name.startsWith('ask.')) await this.#answer(name.slice(4));
      await sleep(lookEveryMilliseconds);
    }
  }

  async #answer(name: string): Promise<void> {
    try {
      if (await this.#archive.has(name)) await this.#give(name);
      else if (this.#needed.has(name) || name === this.#way.gap) throw gapAt(name, this.#archive);
    } catch (error) {
      this.refused ??= error instanceof BackupError ? error : new BackupError(`${name} cannot be handed over.`, { cause: error });
    }
    await rm(path.join(this.#folder, `ask.${name}`), { force: true });
  }

  async #give(name: string): Promise<void> {
    const file = path.join(this.#folder, name);
    await writeFile(`${file}.part`, await this.#archive.read(name), { mode: 0o600 });
    if (this.#owner) await chown(`${file}.part`, this.#owner.uid, this.#owner.gid);
    await rename(`${file}.part`, file);
  }
}
