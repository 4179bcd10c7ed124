import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const onServer = {
  environment: 'node' as const,
  setupFiles: ['vitest.setup.ts'],
  // What ends a test that hangs. No test measures time: a slow or busy machine gets as long as it needs.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};

const apiFolder = path.join('apps', 'api', 'src');
const apiTests = readdirSync(path.join(import.meta.dirname, apiFolder), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => path.join(apiFolder, file));
/** A module can be replaced only before anything has loaded it: such files load the application for themselves. */
const replacesModules = (file: string): boolean =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8').includes('vi.mock(');

const api = { ...onServer, globalSetup: [path.join(apiFolder, 'testing/test-postgres.ts')] };

export default defineConfig({
  test: {
    // The runner's own choice leaves one core to itself: of two, half.
    maxWorkers: availableParallelism(),
    projects: [
      // What is tested is loaded once by each worker, not once by each file: that took a quarter of the time.
      {
        test: {
          ...onServer,
          name: 'unit',
          include: ['packages/*/{src,eval,node,cli}/**/*.test.ts', 'scripts/**/*.test.ts'],
          isolate: false,
        },
      },
      { test: { ...api, name: 'api', include: apiTests.filter((file) => !replacesModules(file)), isolate: false } },
      { test: { ...api, name: 'api-apart', include: apiTests.filter(replacesModules) } },
      'apps/web/vitest.config.ts',
    ],
  },
});
