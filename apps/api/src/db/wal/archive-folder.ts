import { mkdir, readFile, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { BackupError, type SealKey, readSealed, writeSealed } from '../backup/sealed-file.ts';
import { basesAmong, historyOf, segmentOf } from './names.ts';
import { type RecoveryPath, recoveryPath, superfluousBases, superfluousSegments } from './recovery-path.ts';
import type { Base } from './names.ts';

const folderPattern = /^wal-(\d{1,20})$/;
const sealed = '.sealed';

/** The archive of one database, as a folder in BACKUP_DIR: its log in segments, and copies of its files. */
export class ArchiveFolder {
  readonly folder: string;
  /** PostgreSQL's number of the database: a file of another one does not open. */
  readonly cluster: string;
  readonly #secret: string;

  constructor(backupDir: string, cluster: string, secret: string) {
    this.folder = path.join(backupDir, `wal-${cluster}`);
    this.cluster = cluster;
    this.#secret = secret;
  }

  /** Every archive in a folder. */
  static async among(backupDir: string, secret: string): Promise<ArchiveFolder[]> {
    const names = await readdir(backupDir).catch(() => {
      throw new BackupError(`${backupDir} cannot be read. Name the folder that was BACKUP_DIR.`);
    });
    return names.flatMap((name) => {
      const cluster = folderPattern.exec(name)?.[1];
      return cluster === undefined ? [] : [new ArchiveFolder(backupDir, cluster, secret)];
    });
  }

  /** BACKUP_DIR itself is not made: one that is missing may be a disk that is not mounted. */
  async prepare(): Promise<void> {
    await mkdir(this.folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST')
        throw new BackupError(
          `${path.dirname(this.folder)} (BACKUP_DIR) cannot be written to. Mount it, or make it a folder that this user may write to.`,
          { cause: error },
        );
    });
  }

  #keyOf(name: string): SealKey {
    return { secret: this.#secret, purpose: `incisive wal ${this.cluster} ${name}` };
  }

  get baseKey(): SealKey {
    return { secret: this.#secret, purpose: `incisive base ${this.cluster}` };
  }

  /** PostgreSQL's names of what is here. */
  async logNames(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => [] as string[]);
    return names
      .filter((name) => name.endsWith(sealed))
      .map((name) => name.slice(0, -sealed.length))
      .filter((name) => segmentOf(name) ?? historyOf(name) !== undefined);
  }

  async bases(): Promise<Base[]> {
    return basesAmong(await readdir(this.folder).catch(() => []));
  }

  /** When the newest segment was closed; null where there is none. */
  async newest(): Promise<Date | null> {
    // Names of segments sort as the log goes on, over timelines too.
    const last = (await this.logNames())
      .filter((name) => segmentOf(name))
      .toSorted()
      .at(-1);
    return last === undefined ? null : (await stat(this.#fileOf(last))).mtime;
  }

  #fileOf(name: string): string {
    return path.join(this.folder, name + sealed);
  }

  /**
   * Takes a file of the log into the archive, whole on the disk before this answers. One that is here already stays as it is.
   * @throws BackupError when another content is here under the name.
   */
  async take(name: string, from: string): Promise<void> {
    const { mtime } = await stat(from);
    const content = await readFile(from);
    const file = this.#fileOf(name);
    // What a write that was killed has left.
    await rm(`${file}.partial`, { force: true });
    const there = await stat(file).catch(() => null);
    if (there?.size === 0) await rm(file);
    else if (there) {
      if (content.equals(await this.read(name))) return;
      throw new BackupError(
        `${file} holds another content than the database's log of that name. Does another installation write into this BACKUP_DIR? Nothing was overwritten.`,
      );
    }
    await writeSealed(file, this.#keyOf(name), pieces(content));
    await utimes(file, mtime, mtime);
  }

  /** @throws BackupError that names the file and says what to do, where it cannot be read. */
  async read(name: string): Promise<Buffer> {
    const file = this.#fileOf(name);
    const parts: Buffer[] = [];
    try {
      for await (const part of readSealed(file, this.#keyOf(name))) parts.push(part);
    } catch (error) {
      const reason = error instanceof BackupError ? error.message : 'It cannot be read.';
      throw new BackupError(
        `The log is broken at ${file}. ${reason} Bring that file back from a copy of BACKUP_DIR, or name a moment before it with --to.`,
        { cause: error },
      );
    }
    return Buffer.concat(parts);
  }

  async has(name: string): Promise<boolean> {
    return stat(this.#fileOf(name)).then(
      ({ size }) => size > 0,
      () => false,
    );
  }

  /** The way from a copy to the newest segment. */
  async pathFrom(base: Base): Promise<RecoveryPath> {
    const names = await this.logNames();
    const histories = new Map<number, string>();
    for (const name of names) {
      const timeline = historyOf(name);
      if (timeline !== undefined) histories.set(timeline, (await this.read(name)).toString('utf8'));
    }
    return recoveryPath(base, names, histories);
  }

  /** Removes the copies that are not kept, and the segments that no copy needs any more. */
  async thinOut(now: Date, days: number): Promise<void> {
    const bases = await this.bases();
    const gone = superfluousBases(bases, now, days);
    for (const { name } of gone) await rm(path.join(this.folder, name), { force: true });
    const oldest = bases.findLast((base) => !gone.includes(base));
    if (!oldest) return;
    for (const name of superfluousSegments(await this.logNames(), oldest)) await rm(this.#fileOf(name), { force: true });
  }
}

async function* pieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 1 << 20) yield content.subarray(at, at + (1 << 20));
}
