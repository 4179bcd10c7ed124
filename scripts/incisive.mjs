#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { builds, currentBuild } from './builds.mjs';
import { importCommand } from './commands.mjs';
import { checkNode, loadSettings, root } from './install.mjs';
import { supervise } from './supervise.mjs';

/**
 * The one command of an installation. It runs the build that is in place and never builds or installs: a server may be running from what
 * is there.
 */
const commands = {
  start: 'runs the server, and starts it again when it ends by itself',
  'admin create': 'makes a SuperAdmin, the first one or another',
  backup: 'writes an encrypted backup into a new file: backup FILE',
  restore: 'fills an empty installation: restore FILE, or restore --to 2026-11-24T10:15:00Z',
  'audit verify': 'checks the audit log against its seals',
  'notes restore': 'lists the deleted notes, or brings them back: notes restore ID ...',
  'learn rebuild': 'learns again from every settled note',
  'demo remove': 'takes the sample data out',
  doctor: 'looks at disk, clock, database, backups, mail, proxy and certificate, and says what to mend',
  'db migrate': 'brings the schema up to date without a start',
};

const say = (line) => process.stdout.write(`${line}\n`);
const end = (words, code) => {
  (code === 0 ? process.stdout : process.stderr).write(`${words}\n`);
  process.exit(code);
};
const usage = () =>
  [
    'Usage: incisive COMMAND [options]',
    '',
    ...Object.entries(commands).map(([name, what]) => `  ${name.padEnd(14)} ${what}`),
    `  ${'--version'.padEnd(14)} tells the version`,
    '',
    'Settings come from the environment, or from a .env file beside the program: docs/configuration.md.',
  ].join('\n');

/** `admin create --username x` is the command `admin create` with its options. */
function commandOf(words) {
  const two = words.slice(0, 2).join(' ');
  if (two in commands) return { name: two, rest: words.slice(2) };
  const [one = '', ...rest] = words;
  return one in commands ? { name: one, rest } : null;
}

const words = process.argv.slice(2);
checkNode();
if (words.length === 0 || ['--help', '-h', 'help'].includes(words[0])) end(usage(), words.length === 0 ? 2 : 0);
if (['--version', '-v'].includes(words[0])) end(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version, 0);
const command = commandOf(words);
if (!command) end(`There is no command "${words.join(' ')}".\n\n${usage()}`, 2);
loadSettings();
const build = currentBuild(builds);
if (!build) end('Incisive is not built yet. Run npm run build first (npm start does it too), then this command again.', 1);
const server = path.join(build, 'server');
if (command.name === 'start') process.exit(await supervise(path.join(server, 'main.js'), { say }));
await importCommand(path.join(server, `cli-${command.name.replace(' ', '-')}.js`), command.rest);
