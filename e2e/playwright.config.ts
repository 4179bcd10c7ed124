import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { freePort } from './free-port.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const port = Number(process.env['E2E_PORT'] ?? (await freePort()));
// Workers load this file again: they must find the same server and folder.
process.env['E2E_PORT'] = String(port);
process.env['E2E_DATA_DIR'] ??= mkdtempSync(path.join(tmpdir(), 'incisive-e2e-'));
const dataDir = process.env['E2E_DATA_DIR'];
const chromium = process.env['CHROME_PATH'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: path.join(root, 'test-results', String(port)),
  // What ends a test that hangs: a slow or busy machine gets as long as it needs.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  workers: 1,
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    trace: 'retain-on-failure',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  webServer: {
    command: `${JSON.stringify(process.execPath)} dist/current/server/main.js`,
    cwd: root,
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: { PORT: String(port), DATA_DIR: dataDir, DEMO_PASSWORD: 'journey password 7', LOG_LEVEL: 'warn', RATE_LIMIT: 'off' },
  },
});
