import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, loadSettings, root } from './install.mjs';

/** Runs one of the server's commands from the build: npm run admin:create and the like. */
const [command, ...rest] = process.argv.slice(2);
if (!command || !/^[a-z-]+$/.test(command)) {
  process.stderr.write('Usage: node scripts/cli.mjs COMMAND\n');
  process.exit(2);
}
ensureInstalled();
loadSettings();
await ensureBuilt();
const file = path.join(root, 'apps', 'api', 'dist', `cli-${command}.js`);
process.argv = [process.argv[0] ?? 'node', file, ...rest];
await import(pathToFileURL(file).href);
