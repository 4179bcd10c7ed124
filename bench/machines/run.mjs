import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from '../../scripts/build.mjs';
import { ensureInstalled, root } from '../../scripts/install.mjs';

/** `npm run test:machines [-- --failovers N | --api-suite [FILE ...]]`: the product in the shape of docs/scale.md, on this machine. */
ensureInstalled();
const options = process.argv.slice(2);
if (!options.includes('--api-suite')) await ensureBuilt();
const args = ['--import', 'tsx', path.join(root, 'bench/machines/machines.ts'), ...options];
process.exit(spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1);
