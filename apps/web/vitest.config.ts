import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = path.dirname(fileURLToPath(import.meta.url));

export default defineConfig({
  test: {
    name: 'web',
    root,
    include: ['src/**/*.test.{ts,tsx}', 'vite/**/*.test.ts'],
    environment: 'happy-dom',
    // Days are shown in the reader's zone; the tests' reader is here, wherever the machine stands.
    env: { TZ: 'UTC' },
    // Libraries are loaded once by each worker, not once by each file: that took a third of the time. What files share, the setup clears.
    isolate: false,
    setupFiles: [path.join(root, 'src/testing/setup.ts')],
    // What ends a test that hangs; none measures time.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
