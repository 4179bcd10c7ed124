import path from 'node:path';
import { builds } from './build.mjs';
import { currentBuild } from './builds.mjs';
import { importCommand } from './commands.mjs';
import { checkNode, loadSettings } from './install.mjs';

/**
 * Runs one of the server's commands from the build that is in place: npm run admin:create and the like. It never builds or installs: a
 * server may be running from what is there.
 */
const [command, ...rest] = process.argv.slice(2);
const refuse = (words, code) => {
  process.stderr.write(`${words}\n`);
  process.exit(code);
};
if (!command || !/^[a-z-]+$/.test(command)) refuse('Usage: node scripts/cli.mjs COMMAND', 2);
checkNode();
loadSettings();
const build = currentBuild(builds);
if (!build) refuse('Incisive is not built yet. Run npm run build first (npm start does it too), then this command again.', 1);
const file = path.join(build, 'server', `cli-${command}.js`);
await importCommand(file, rest);
