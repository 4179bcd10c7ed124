import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { type AdminConnection, loginPassword, loginRoles } from './bootstrap.ts';
import type { Tables } from './schema.ts';

export type Tx = Transaction<Tables>;

// bigint columns hold counts and row numbers far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The two pools of the product: requests may only take a request role, auth and jobs only the system role. */
export interface Database {
  readonly request: Kysely<Tables>;
  readonly system: Kysely<Tables>;
  /** Connection of the system login, for the job queue's own pool. */
  readonly systemConnection: pg.PoolConfig;
  close(): Promise<void>;
}

function poolConfig(admin: AdminConnection, secret: string, role: string, max: number, idleMinutes: number): pg.PoolConfig {
  const password = loginPassword(secret, role);
  const shared = {
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    application_name: `incisive ${role}`,
    options: `-c app.idle=${idleMinutes}min`,
  };
  if (!admin.connectionString)
    return { ...shared, host: admin.host, port: admin.port, database: admin.database, user: role, password };
  const url = new URL(admin.connectionString);
  url.username = role;
  url.password = password;
  return { ...shared, connectionString: url.toString() };
}

/** Opens both pools. A lost connection is dropped by its pool; the next request takes a new one. */
export function openPools(
  admin: AdminConnection,
  secret: string,
  options: { max: number; idleMinutes: number; onError: (error: Error) => void },
): Database {
  const systemConnection = poolConfig(
    admin,
    secret,
    loginRoles.system,
    Math.max(2, Math.ceil(options.max / 2)),
    options.idleMinutes,
  );
  const pools = [
    new pg.Pool(poolConfig(admin, secret, loginRoles.request, options.max, options.idleMinutes)),
    new pg.Pool(systemConnection),
  ] as const;
  for (const pool of pools) {
    pool.on('error', options.onError);
    // A connection that is cut while a request holds it tells its next query; without a listener it would end the process.
    pool.on('connect', (client) => void client.on('error', () => undefined));
  }
  const [request, system] = pools.map((pool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })) as [
    Kysely<Tables>,
    Kysely<Tables>,
  ];
  return {
    request,
    system,
    systemConnection,
    close: async () => {
      await Promise.all([request.destroy(), system.destroy()]);
    },
  };
}
