import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Hard limit of the child's memory, by the kernel, above what Node reserves when it starts. */
const MAX_DATA_BYTES = 900_000_000;
const MAX_HEAP_MB = 192;

/** How to start the child: the program, and what stands before the script's path. */
export interface ChildCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** Tried one by one: each needs a Linux and rights that a machine may not give. Without them the time limit and the memory watch remain. */
const GUARDS: readonly (readonly string[])[] = [
  // No network: nothing that a file names can be fetched.
  ['unshare', '--net', '--'],
  // The child dies with us.
  ['setpriv', '--pdeathsig=KILL'],
];

let guards: Promise<string[]> | undefined;

/** The command that runs `childPath` with what limits this machine offers. */
export async function childCommand(childPath: string): Promise<ChildCommand> {
  // Source is read through a loader, which has a thread of its own.
  guards ??= findGuards(childPath.endsWith('.ts') ? 2 : 1);
  const inner = [process.execPath, ...nodeArguments(childPath)];
  const [program, ...args] = [...(await guards), ...inner];
  return { program: program ?? process.execPath, args };
}

async function findGuards(threads: number): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const data = MAX_DATA_BYTES + threads * (await reservedBytes());
  const usable = await Promise.all(
    [...GUARDS, ['prlimit', `--data=${data}`]].map(async (guard) => ((await works(guard)) ? guard : [])),
  );
  return usable.flat();
}

/** What a Node of this version reserves for each thread that runs JavaScript: 50 MB up to 22, half a gigabyte from 24 on. */
function reservedBytes(): Promise<number> {
  const tell = `/^VmData:\\s+(\\d+)/m.exec(require('node:fs').readFileSync('/proc/self/status', 'latin1'))[1]`;
  return new Promise((resolve) => {
    execFile(process.execPath, ['-p', tell], (error, kilobytes) => resolve(error === null ? Number(kilobytes) * 1024 : 0));
  });
}

function works([program = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, [...args, 'true'], (error) => resolve(error === null));
  });
}

function nodeArguments(childPath: string): string[] {
  const limits = [`--max-old-space-size=${MAX_HEAP_MB}`, '--disallow-code-generation-from-strings'];
  if (childPath.endsWith('.ts')) return [...limits, '--import', pathToFileURL(createRequire(childPath).resolve('tsx')).href];
  return [...limits, ...readOnlyArguments(childPath)];
}

/** Built code may read itself and its libraries, write nothing and start nothing. */
function readOnlyArguments(childPath: string): string[] {
  const flag = ['--permission', '--experimental-permission'].find((name) => process.allowedNodeEnvironmentFlags.has(name));
  if (flag === undefined) return [];
  const readable = [dirname(childPath)];
  for (let folder = dirname(childPath); ; folder = dirname(folder)) {
    for (const name of ['node_modules', 'package.json']) if (existsSync(join(folder, name))) readable.push(join(folder, name));
    if (folder === dirname(folder)) break;
  }
  return [flag, ...readable.map((path) => `--allow-fs-read=${path.endsWith('.json') ? path : join(path, '*')}`)];
}
