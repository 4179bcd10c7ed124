import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { builds } from './builds.mjs';
import { ensureInstalled, loadSettings, say } from './install.mjs';
import { supervise } from './supervise.mjs';

ensureInstalled();
loadSettings();
await ensureBuilt();

// npm starts us through a shell that does not pass signals on: when it is gone, whoever stopped npm meant us.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 500).unref();

process.exit(await supervise(path.join(builds, 'current', 'server', 'main.js'), { say }));
