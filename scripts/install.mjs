import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const least = [20, 19];

/** Says a line of progress. */
export const say = (line) => process.stdout.write(`${line}\n`);

/** Runs a command in the project's root and stops the program with its code when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32', ...options });
  if (result.status !== 0) {
    process.stderr.write(`${command} ${args.join(' ')} failed${result.error ? `: ${result.error.message}` : ''}\n`);
    process.exit(result.status ?? 1);
  }
}

/** Reads `.env` of the project's root where there is one; what the environment sets wins. */
export function loadSettings() {
  const file = path.join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < least[0] || (major === least[0] && minor < least[1])) {
    process.stderr.write(`Node ${least.join('.')} or newer is needed; this is ${process.versions.node}.\n`);
    process.exit(1);
  }
}

/** Installs from the lock file when node_modules is missing or was made from another lock file. */
export function ensureInstalled() {
  checkNode();
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const marker = path.join(root, 'node_modules', '.incisive-lock');
  const nowInstalled = existsSync(marker) ? readFileSync(marker, 'utf8') : '';
  if (nowInstalled === lock) return;
  // A tree that npm itself made from this very lock file is as good.
  const inner = path.join(root, 'node_modules', '.package-lock.json');
  if (
    nowInstalled === '' &&
    existsSync(inner) &&
    statSync(inner).mtimeMs > statSync(path.join(root, 'package-lock.json')).mtimeMs
  ) {
    writeFileSync(marker, lock);
    return;
  }
  say('Installing packages (npm ci)');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(marker, lock);
}

/** One fingerprint over the names, sizes and times of the files that a build is made from. */
export function fingerprint(folders) {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name === 'node_modules' || entry.name === 'dist') continue;
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) walk(file);
      else {
        const { size, mtimeMs } = statSync(file);
        hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`);
      }
    }
  };
  for (const folder of folders) walk(path.join(root, folder));
  return hash.digest('hex');
}
