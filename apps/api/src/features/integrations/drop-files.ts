import { randomUUID } from 'node:crypto';
import { type Stats, constants } from 'node:fs';
import { access, lstat, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '@incisive/contract/limits';

/** Where files lie when they were read, within the folder that they came in. */
export const doneFolder = 'done';
export const refusedFolder = 'refused';

/** Names that programs give to what they are still writing. */
const unfinished = /^\.|(?:\.(?:tmp|temp|part|partial|filepart|crdownload|writing)|~)$/i;

/** How a file looked: it is whole when it looks the same the next time. */
export interface Look {
  readonly name: string;
  readonly size: number;
  readonly stamp: string;
}

const stampOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function ownFolder(folder: string): Promise<boolean> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // A link here would have files moved to somewhere else.
  return (await lstat(folder)).isDirectory();
}

/** Why the folder of a tenant cannot be read, in plain words; makes it where it is missing. The folder that holds all has to be there. */
export async function folderProblem(root: string, name: string): Promise<string | null> {
  try {
    await access(root, constants.R_OK | constants.X_OK);
  } catch {
    return 'The folder that the operator named is not there, or the server may not read it. Is it mounted?';
  }
  const folder = path.join(root, name);
  try {
    for (const one of [folder, path.join(folder, doneFolder), path.join(folder, refusedFolder)]) {
      if (!(await ownFolder(one))) return 'In place of the folder, or of done or refused in it, lies something else.';
      await access(one, constants.R_OK | constants.W_OK | constants.X_OK);
    }
  } catch {
    return 'The server may not write in the folder: files that were read could not be moved away.';
  }
  return null;
}

/** What lies in a folder and is not named as unfinished, by name. Folders within it are nobody's to read. */
export async function looksOf(folder: string): Promise<Look[]> {
  const looks: Look[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    if (name === doneFolder || name === refusedFolder || unfinished.test(name)) continue;
    try {
      const found = await lstat(path.join(folder, name));
      if (!found.isDirectory()) looks.push({ name, size: found.size, stamp: stampOf(found) });
    } catch (error) {
      // Taken away by whoever left it.
      if (!isMissing(error)) throw error;
    }
  }
  return looks;
}

/** The bytes of a file; 'changed' when it is being written, or is gone; otherwise the code of its refusal. */
export async function readWhole(folder: string, look: Look): Promise<Buffer | 'changed' | 'file-unsupported-type' | 'too-large'> {
  let file;
  try {
    file = await open(path.join(folder, look.name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isMissing(error)) return 'changed';
    // A link, a socket: never followed.
    return 'file-unsupported-type';
  }
  try {
    const stampNow = async (): Promise<string> => stampOf(await file.stat());
    if (!(await file.stat()).isFile()) return 'file-unsupported-type';
    if (look.size > limits.uploadBytes) return 'too-large';
    if ((await stampNow()) !== look.stamp) return 'changed';
    const bytes = Buffer.alloc(look.size);
    let read = 0;
    while (read < bytes.length) {
      const { bytesRead } = await file.read(bytes, read, bytes.length - read, read);
      if (bytesRead === 0) return 'changed';
      read += bytesRead;
    }
    return (await stampNow()) === look.stamp ? bytes : 'changed';
  } finally {
    await file.close();
  }
}

const longestName = 200;

/** Moves a file away under a name that is free there. With `words` it is refused, and they are written beside it. */
export async function moveAway(folder: string, name: string, words: string | null): Promise<void> {
  const target = path.join(folder, words === null ? doneFolder : refusedFolder);
  const another = `${randomUUID()}${path.extname(name).slice(0, 20)}`;
  let moved = Buffer.byteLength(name) > longestName ? another : name;
  try {
    await lstat(path.join(target, moved));
    moved = another;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  if (words !== null) await writeFile(path.join(target, `${moved}.reason.txt`), `${words}\n`, { mode: 0o640 });
  await rename(path.join(folder, name), path.join(target, moved));
}
