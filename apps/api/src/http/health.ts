import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { withSystem } from '../db/tenant.ts';

const leastFreeBytes = 50 * 1024 * 1024;

/** /healthz says that the process answers; /readyz that it can serve: database, migrations, disk, not draining. */
export function addHealth(app: FastifyInstance, deps: Deps, state: { draining: boolean }): void {
  for (const path of ['/healthz', '/livez']) app.get(path, { config: { open: 'health' } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { open: 'health' } }, async (_request, reply) => {
    const checks = { database: await databaseAnswers(deps), disk: await diskHasRoom(deps), draining: !state.draining };
    const ready = Object.values(checks).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
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
