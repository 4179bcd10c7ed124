import { existsSync } from 'node:fs';
import path from 'node:path';
import { importCommand } from './commands.mjs';
import { checkNode, root } from './install.mjs';

/** Runs a command of the packages from its source: npm run suggest, eval and the like. */
const [file = '', ...rest] = process.argv.slice(2);
checkNode();
if (!existsSync(path.join(root, 'node_modules', 'tsx'))) {
  process.stderr.write('Packages are not installed yet. Run npm ci first, then this command again.\n');
  process.exit(1);
}
const { register } = await import('tsx/esm/api');
register();
await importCommand(path.join(root, file), rest);
