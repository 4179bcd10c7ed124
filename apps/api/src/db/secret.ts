import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';

/** The installation's secret: SECRET, else one made at the first start and kept in DATA_DIR/secret (0600). */
export async function installationSecret(config: Pick<Config, 'SECRET' | 'DATA_DIR'>): Promise<string> {
  if (config.SECRET) return config.SECRET;
  return saveSecret(config.DATA_DIR, randomBytes(32).toString('hex'));
}

/** Keeps a secret in DATA_DIR, unless one is there already; answers the one that is kept. */
export async function saveSecret(dataDir: string, secret: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o710 });
  const file = path.join(dataDir, 'secret');
  try {
    await writeFile(file, secret, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
