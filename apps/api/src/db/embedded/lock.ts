import { Client } from 'pg';
import { dataFolderObject, locks } from '../locks.ts';

export interface AdminConnection {
  readonly host: string;
  readonly port: number;
  readonly user: 'incisive_admin';
  readonly password: string;
  readonly database: 'postgres';
}

/** The right to use the data folder: held by one open connection, so that PostgreSQL gives it back when we die. */
export interface DataLock {
  readonly client: Client;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly lost: Promise<void>;
}

export type LockAttempt = { readonly lock: DataLock } | { readonly holder: string };

const nameOf = (pid: number): string => `incisive pid ${pid}`;

/** The process that a holder's name tells of; undefined when it is none of ours. */
export function holderPid(holder: string): number | undefined {
  const pid = Number(/^incisive pid (\d+)$/.exec(holder)?.[1]);
  return Number.isNaN(pid) ? undefined : pid;
}

/** Connects and tries the lock once. Rejects when the server cannot be reached within 1.5 s. */
export async function tryLock(connection: AdminConnection): Promise<LockAttempt> {
  const client = new Client({
    ...connection,
    ssl: false,
    application_name: nameOf(process.pid),
    connectionTimeoutMillis: 1500,
  });
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  // Without a listener a cut connection would end the process; 'lost' tells of it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, $2) as got', [
      locks.dataFolder,
      dataFolderObject,
    ]);
    if (rows[0]?.got === true) return { lock: { client, lost } };
    const holder = await nameHolder(client);
    await client.end();
    return { holder };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function nameHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2 and l.objsubid = 2`,
    [locks.dataFolder, dataFolderObject],
  );
  return rows[0]?.name ?? 'another process';
}
