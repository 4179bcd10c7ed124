import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

/** Where builds lie; `current` is the one in place. */
export const builds = path.join(root, 'dist');

/** So many builds are kept: the one that a running server was started from is still there after the next. */
const kept = 2;

/** The folder of a build that is in place, under `builds`; null before the first. */
export function currentBuild(builds) {
  const current = path.join(builds, 'current');
  return existsSync(current) ? path.join(builds, readlinkSync(current)) : null;
}

/**
 * Has `make` fill a folder of its own and puts it in place as `current` by one rename: whoever reads meanwhile has the build before, or
 * this one, never a part. What failed or was cut off is never in place. A build of that name that is there already is used as it is.
 */
export async function placeBuild(builds, name, make) {
  const made = path.join(builds, name);
  if (!existsSync(made)) {
    dropLeftOver(builds);
    const making = path.join(builds, `.making-${process.pid}`);
    mkdirSync(making, { recursive: true });
    try {
      await make(making);
      if (!existsSync(made)) renameSync(making, made);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  const link = path.join(builds, `.current-${process.pid}`);
  rmSync(link, { force: true });
  symlinkSync(name, link, 'dir');
  renameSync(link, path.join(builds, 'current'));
  dropOld(builds, name);
  return made;
}

/** What a builder that is gone has left. */
function dropLeftOver(builds) {
  for (const name of existsSync(builds) ? readdirSync(builds) : []) {
    const pid = Number(/^\.making-(\d+)$/.exec(name)?.[1]);
    if (pid && (pid === process.pid || !isAlive(pid))) rmSync(path.join(builds, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function dropOld(builds, current) {
  const age = (name) => statSync(path.join(builds, name)).mtimeMs;
  const others = readdirSync(builds).filter((name) => name !== current && name !== 'current' && !name.startsWith('.'));
  for (const name of others.toSorted((a, b) => age(b) - age(a)).slice(kept - 1))
    rmSync(path.join(builds, name), { recursive: true, force: true });
}
