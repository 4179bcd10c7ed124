import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { isLoopback } from '../config.ts';
import { backupAges, readBackupState } from '../db/backup/backup-state.ts';
import { readWalState, walAges } from '../db/wal/wal-state.ts';
import type { Deps } from '../deps.ts';
import { withSystem } from '../db/tenant.ts';

const leastFreeBytes = 50 * 1024 * 1024;

/** /healthz says that the process answers; /readyz that it can serve: database, migrations, disk, not draining; to the machine itself with details. */
export function addHealth(app: FastifyInstance, deps: Deps, state: { draining: boolean }): void {
  for (const path of ['/healthz', '/livez']) app.get(path, { config: { open: 'health' } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { open: 'health' } }, async (request, reply) => {
    const checks = { database: await databaseAnswers(deps), disk: await diskHasRoom(deps), accepting: !state.draining };
    const ready = Object.values(checks).every(Boolean);
    const status = ready ? 'ready' : 'not ready';
    return reply
      .code(ready ? 200 : 503)
      .send(isOfThisMachine(request) ? { status, ...(await details(deps, checks)) } : { status });
  });
}

/** Who asks from the machine itself, and not through a proxy on it, may learn more than that it serves. */
const isOfThisMachine = (request: FastifyRequest): boolean =>
  isLoopback(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined;

async function details(deps: Deps, checks: { database: boolean; disk: boolean; accepting: boolean }): Promise<object> {
  const state = checks.database ? await readBackupState(deps.database).catch(() => null) : null;
  const ages = state && backupAges(state, new Date());
  return {
    checks,
    backup: ages && { newest_age_seconds: ages.newest, tried_age_seconds: ages.tried, failing: ages.failing },
    ...(deps.config.WAL_ARCHIVE && { log_archive: checks.database ? await logArchive(deps).catch(() => null) : null }),
  };
}

async function logArchive({ database }: Deps): Promise<object> {
  const { archived, base, tried, failing } = walAges(await readWalState(database), new Date());
  return { archived_age_seconds: archived, base_age_seconds: base, tried_age_seconds: tried, failing };
}

const databaseAnswers = async (deps: Deps): Promise<boolean> => {
  try {
    await withSystem(deps.database, (tx) => sql`select 1 from app.tenants limit 1`.execute(tx));
    return true;
  } catch {
    return false;
  }
};

const diskHasRoom = async (deps: Deps): Promise<boolean> => {
  if (deps.config.DATABASE_URL) return true;
  const disk = await statfs(deps.config.DATA_DIR).catch(() => null);
  return disk === null || disk.bavail * disk.bsize > leastFreeBytes;
};
