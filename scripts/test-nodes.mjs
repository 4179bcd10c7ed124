import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, root, run, say } from './install.mjs';

/**
 * `npm run test:nodes [-- VERSION ... [FILE ...]]`: the unit and API tests on each Node that the product promises, or on those named.
 * The binaries are npm's own `node-PLATFORM-ARCH` packages, kept in the user's cache.
 */
const promised = ['20.19', '22', '24'];

/**
 * What the arguments ask for: versions of Node, and parts of the paths of test files.
 * @param {readonly string[]} args
 */
export function readRequest(args) {
  const versions = args.filter((arg) => /^\d+(\.\d+)*$/.test(arg));
  return { versions: versions.length > 0 ? versions : promised, files: args.filter((arg) => !versions.includes(arg)) };
}

/** The binary of a version, fetched once; its patch release is npm's choice of that day. */
function nodeOf(version) {
  const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'incisive', `node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  const binary = path.join(cache, 'node_modules', name, 'bin', 'node');
  if (!existsSync(binary)) {
    say(`Fetching Node ${version}`);
    run('npm', ['install', '--prefix', cache, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', `${name}@~${version}`]);
  }
  return binary;
}

function main() {
  ensureInstalled();
  const { versions, files } = readRequest(process.argv.slice(2));
  const told = versions.map((version) => {
    const node = nodeOf(version);
    const exact = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
    const results = ['unit', 'api'].map((project) => {
      say(`\n== ${project} tests on Node ${exact}`);
      const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
      const args = [vitest, 'run', '--project', `${project}*`, ...files, ...(files.length > 0 ? ['--passWithNoTests'] : [])];
      // What the tests start as `node` is this one too.
      const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`, NO_COLOR: '1' };
      return spawnSync(node, args, { cwd: root, stdio: 'inherit', env }).status === 0;
    });
    return { exact, results };
  });
  say('');
  for (const { exact, results } of told)
    say(`${exact}: unit ${results[0] ? 'ok' : 'FAILED'}, API ${results[1] ? 'ok' : 'FAILED'}`);
  process.exit(told.every(({ results }) => results.every(Boolean)) ? 0 : 1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
