import { join } from 'node:path';
import { Client } from 'pg';
import { ADMIN_USER } from './cluster.ts';
import { readPassword } from './folders.ts';
import type { AdminConnection } from './lock.ts';
import { readPostmasterFile } from './postmaster-file.ts';

/** The connection of the PostgreSQL that runs on a data folder now, whoever started it; undefined when none answers. */
export async function runningPostgres(dataDir: string): Promise<AdminConnection | undefined> {
  const file = await readPostmasterFile(join(dataDir, 'pg'));
  if (file === undefined) return undefined;
  const password = await readPassword(dataDir);
  const connection = { host: file.socketFolder, port: file.port, user: ADMIN_USER, password, database: 'postgres' } as const;
  const client = new Client({ ...connection, ssl: false, connectionTimeoutMillis: 1500 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return connection;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
