import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** What ends a test that hangs. No test measures time: a slow or busy machine gets as long as it needs. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    // The runner's own choice leaves one core to itself: of two, half.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/{src,eval,node,cli}/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          ...patience,
        },
      },
      {
        test: {
          name: 'api',
          include: ['apps/api/src/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['apps/api/src/testing/test-postgres.ts'],
          ...patience,
        },
      },
      'apps/web/vitest.config.ts',
    ],
  },
});
