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
    setupFiles: [path.join(root, 'src/testing/setup.ts')],
    testTimeout: 30_000,
  },
});
