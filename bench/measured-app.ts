import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createExtractor } from '@incisive/documents';
import type { FastifyInstance } from 'fastify';
import { buildApp, newServer } from '../apps/api/src/app.ts';
import { catalogueLoader, composeDeps, knowledgeFiles } from '../apps/api/src/compose.ts';
import { readConfig } from '../apps/api/src/config.ts';
import { type OpenDatabase, openDatabase } from '../apps/api/src/db/open-database.ts';
import { yieldingSuggester } from '../apps/api/src/engine/yielding-suggester.ts';
import { resuggestTenant } from '../apps/api/src/features/suggestions/resuggest.job.ts';
import { ensureCatalogue } from '../apps/api/src/demo/ensure-catalogue.ts';
import { workerSuggester } from '../apps/api/src/engine/worker-suggester.ts';
import { paths } from '../apps/api/src/paths.ts';
import { password, seedUsers } from './seed-users.ts';

const secret = 'only for this measurement, which keeps nothing';

export interface MeasuredApp {
  readonly app: FastifyInstance;
  readonly opened: OpenDatabase;
  readonly tenantId: string;
  /** Header of a user that is signed in: `admin` or `superadmin`. */
  bearer(username: string): Promise<{ authorization: string }>;
  /** Runs what waits to be done in the background. */
  runJobs(): Promise<void>;
  /** Recomputes the first tenant's outdated suggestions as the server does, until it is stopped. */
  recompute(): { stop(): Promise<void> };
  close(): Promise<void>;
}

/** The whole server without its port, its engine in a thread as in production, over a database that is made and removed. */
export async function openMeasuredApp(): Promise<MeasuredApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'incisive-measured-'));
  const config = readConfig({ NODE_ENV: 'test', RATE_LIMIT: 'off', LOG_LEVEL: 'silent', DATA_DIR: folder, PORT: '0' });
  const nothing = (): void => undefined;
  const opened = await openDatabase(config, secret, nothing, nothing);
  const files = knowledgeFiles();
  await ensureCatalogue(opened.database, files);
  const app = newServer(config);
  const suggester = workerSuggester(files, catalogueLoader(opened.database), paths.engineWorker);
  const extractor = createExtractor();
  const deps = await composeDeps({ config, database: opened.database, secret, log: app.log, suggester, extractor });
  await buildApp(app, deps);
  const tenantId = (await seedUsers(opened.database, ['First clinic']))[0]!;
  return {
    app,
    opened,
    tenantId,
    bearer: async (username) => {
      const response = await app.inject({ method: 'POST', url: '/auth/login/', payload: { username, password } });
      return { authorization: `Bearer ${response.json<{ access_token: string }>().access_token}` };
    },
    runJobs: async () => {
      await deps.jobs.runPending();
    },
    recompute: () => {
      const stopping = new AbortController();
      const background = yieldingSuggester(suggester, () => deps.traffic.quiet());
      const run = async (): Promise<void> => {
        while (!stopping.signal.aborted)
          if (!(await resuggestTenant(opened.database, background, tenantId, stopping.signal)).more) return;
      };
      const running = run();
      return {
        stop: () => {
          stopping.abort();
          return running;
        },
      };
    },
    close: async () => {
      await app.close();
      await deps.suggestionQueue.close();
      await extractor.close();
      await suggester.close();
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
