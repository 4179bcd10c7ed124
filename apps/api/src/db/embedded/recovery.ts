import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, errorCode, LostStartRace } from './error.ts';
import { removeTemporaryRun, socketLock } from './folders.ts';
import type { DataFolders } from './folders.ts';
import { holderPid, tryLock } from './lock.ts';
import type { LockAttempt } from './lock.ts';
import { postmasterPath, readPostmasterFile } from './postmaster-file.ts';
import type { PostmasterFile } from './postmaster-file.ts';
import { isAlive, processesIn, processState, waitUntil } from './process-state.ts';
import { stopServer } from './server.ts';

const LEFTOVER_LIMIT_MS = 10_000;
/** A server that has no socket yet, or none any more. */
const UNREACHABLE_LIMIT_MS = 1500;
/** A server that says that it is starting or stopping: a shutdown after a kill may write for a while. */
const TURNING_LIMIT_MS = 60_000;
const CANNOT_CONNECT_NOW = '57P03';

/**
 * Clears the way before a start: refuses when another process uses the data folder, stops a server whose owner died,
 * and removes the files that a dead one left where PostgreSQL would not do so itself.
 */
export async function recover(folders: DataFolders, password: string, log: (line: string) => void): Promise<void> {
  const file = await readPostmasterFile(folders.pgData);
  if (file === undefined) return;
  const state = await processState(file.pid, folders.pgData);
  if (state === 'server') await endRunningServer(folders, file.pid, password, log);
  else await refuseHiddenServer(folders, file, password);
  await clearLeftovers(folders, file, state === 'other');
}

/** Only a server whose lock we got is stopped: nobody else can be using it. */
async function endRunningServer(folders: DataFolders, pid: number, password: string, log: (line: string) => void): Promise<void> {
  const attempt = await askUntilAnswered(folders.pgData, pid, password, log);
  if (attempt === 'ended') return;
  if (attempt === 'silent') throw silentServer(folders.dataDir, pid);
  if ('holder' in attempt) throw inUse(folders.dataDir, attempt.holder);
  log(`Stopping a PostgreSQL (process ${pid}) that an earlier run left behind`);
  await stopOrphan(pid, folders.pgData);
  await attempt.lock.client.end();
}

async function askUntilAnswered(
  pgData: string,
  pid: number,
  password: string,
  log: (line: string) => void,
): Promise<LockAttempt | 'ended' | 'silent'> {
  const start = performance.now();
  let waitingFor: 'turning' | 'leaving' | undefined;
  for (;;) {
    // Read each time: a starting server has not written its socket folder yet.
    const file = await readPostmasterFile(pgData);
    const answer = file === undefined ? 'unreachable' : await ask(file, password);
    const passed = performance.now() - start;
    if (typeof answer === 'object') {
      if (!isLeaving(answer) || passed > LEFTOVER_LIMIT_MS) return answer;
      if (waitingFor !== 'leaving') log(`Waiting until PostgreSQL (process ${pid}) misses an Incisive that has ended`);
      waitingFor = 'leaving';
    } else {
      if ((await processState(pid, pgData)) !== 'server') return 'ended';
      if (answer === 'turning' && waitingFor !== 'turning')
        log(`Waiting for a PostgreSQL (process ${pid}) that is starting or stopping`);
      if (answer === 'turning') waitingFor = 'turning';
      if (passed > (waitingFor === 'turning' ? TURNING_LIMIT_MS : UNREACHABLE_LIMIT_MS)) return 'silent';
    }
    await sleep(20);
  }
}

/** A server learns only by and by that the process behind a connection was killed, and keeps the lock until then. */
function isLeaving(answer: LockAttempt): boolean {
  const pid = 'holder' in answer ? holderPid(answer.holder) : undefined;
  return pid !== undefined && !isAlive(pid);
}

async function ask(file: PostmasterFile, password: string): Promise<LockAttempt | 'turning' | 'unreachable'> {
  try {
    return await tryLock({ host: file.socketFolder, port: file.port, user: 'incisive_admin', password, database: 'postgres' });
  } catch (error) {
    return errorCode(error) === CANNOT_CONNECT_NOW ? 'turning' : 'unreachable';
  }
}

/** Whoever answers on the old socket is alive, even when its process id means nothing here (another container). */
async function refuseHiddenServer(folders: DataFolders, file: PostmasterFile, password: string): Promise<void> {
  const answer = await ask(file, password);
  if (answer === 'unreachable') return;
  if (answer === 'turning') throw hiddenServer(folders.dataDir, file.pid);
  if ('holder' in answer) throw inUse(folders.dataDir, answer.holder);
  await answer.lock.client.end();
  throw hiddenServer(folders.dataDir, file.pid);
}

async function stopOrphan(pid: number, pgData: string): Promise<void> {
  const gone = async () => (await processState(pid, pgData)) !== 'server';
  let ended = false;
  const watching = waitUntil(gone, 30_000).then((result) => {
    ended = result;
  });
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  };
  await stopServer({ signal, hasEnded: () => ended });
  await watching;
}

/**
 * A zombie or an unrelated process under the old id makes PostgreSQL refuse, so its two lock files go, once no
 * process of that server is left. After a plain death PostgreSQL clears them itself, with checks of its own.
 */
async function clearLeftovers(folders: DataFolders, file: PostmasterFile, idIsTaken: boolean): Promise<void> {
  const isSame = async () => (await readPostmasterFile(folders.pgData))?.pid === file.pid;
  const isReplaced = async () => (await readPostmasterFile(folders.pgData)) !== undefined && !(await isSame());
  const isEmpty = async () => (await processesIn(folders.pgData)).length === 0;
  const over = await waitUntil(async () => (await isReplaced()) || isEmpty(), LEFTOVER_LIMIT_MS, 20);
  if (await isReplaced()) throw new LostStartRace('another start was first');
  if (!over) {
    const pids = (await processesIn(folders.pgData)).join(', ');
    throw new EmbeddedPostgresError(
      `Processes of an earlier PostgreSQL still use ${folders.pgData}: ${pids}. Stop them, then start again.`,
    );
  }
  // Still alive here means a zombie: under some container starters nobody collects it.
  if ((idIsTaken || isAlive(file.pid)) && (await isSame())) {
    await rm(postmasterPath(folders.pgData), { force: true });
    await rm(socketLock(folders.run), { force: true });
  }
  if (file.socketFolder !== folders.run) await removeTemporaryRun(file.socketFolder);
}

export function inUse(dataDir: string, holder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `${dataDir} is already in use by another Incisive (${holder}). Stop that one first, or start this one with another DATA_DIR.`,
  );
}

function hiddenServer(dataDir: string, pid: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `A PostgreSQL that cannot be seen from here (process ${pid}, perhaps in another container) still runs on ${dataDir}. Stop that container first.`,
  );
}

function silentServer(dataDir: string, pid: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `A PostgreSQL (process ${pid}) runs on ${dataDir} and does not answer. If no Incisive uses it, end it with "kill -INT ${pid}" and start again.`,
  );
}
