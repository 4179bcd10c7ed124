import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, loadSettings, root } from './install.mjs';

ensureInstalled();
loadSettings();
await ensureBuilt();
// In this same process: Ctrl+C and SIGTERM reach the server itself, and nothing outlives it.
await import(pathToFileURL(path.join(root, 'apps', 'api', 'dist', 'main.js')).href);

// npm starts us through a shell that does not pass signals on: when it is gone, whoever stopped npm meant us.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 500).unref();
