import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, loadSettings, root } from './install.mjs';

ensureInstalled();
loadSettings();
const port = process.env.PORT ?? '3000';
/** Both sides with reload: the server restarts on a change, the web app reloads in place and asks the server through its proxy. */
const children = [
  spawn(process.execPath, ['--watch', '--import', 'tsx', 'apps/api/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: port },
  }),
  spawn(process.execPath, [path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: path.join(root, 'apps', 'web'),
    stdio: 'inherit',
    env: { ...process.env, API_URL: process.env.API_URL ?? `http://127.0.0.1:${port}` },
  }),
];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
