import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
// Workers load this file again: they must find the same folder.
process.env['E2E_RUN'] ??= String(process.pid);
const chromium = process.env['CHROME_PATH'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: path.join(root, 'test-results', process.env['E2E_RUN']),
  // What ends a test that hangs: a slow or busy machine gets as long as it needs.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // Each with a browser and a server of its own.
  workers: Math.min(4, availableParallelism()),
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json']],
  use: {
    // A trace of every journey costs a third of its time: `--trace on` makes one of the journey that failed.
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
