/**
 * A disk that is full to the last byte (REL-08): the server with its own database on a small file system, which is filled while notes are
 * written, and freed again. Every note that was acknowledged must be there afterwards, and notes are taken again without anybody's help; a
 * server that ended is started again, as its supervisor does. Linux, as root: it mounts a file system in memory.
 * `npm run bench -- full-disk`. Exits with 1 when a note is lost or nothing heals.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartedServer } from './started-server.ts';

const megabytes = 900;
const healsWithin = 300_000;
const disk = mkdtempSync(path.join(tmpdir(), 'incisive-small-'));
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', disk]);
process.env['TMPDIR'] = disk;
const server = await StartedServer.make({ fromSource: process.argv.includes('--source') });
const filler = path.join(disk, 'filler');

function fill(): void {
  const file = openSync(filler, 'a');
  try {
    for (let size = 1 << 20; size >= 4096;)
      try {
        writeSync(file, Buffer.alloc(size));
      } catch {
        size >>= 1;
      }
  } finally {
    closeSync(file);
  }
}

const acknowledged = new Map<string, string>();
const answers = new Map<string, number>();
let token = '';

async function write(words: string): Promise<number | string> {
  const told = await server
    .sender(token)('POST', '/api/v1/op-notes/', { text: words })
    .catch(() => ({ status: 'no answer' as const, body: null }));
  if (told.status === 201) acknowledged.set((told.body as { id: string }).id, words);
  return told.status;
}
const count = (what: string): void => void answers.set(what, (answers.get(what) ?? 0) + 1);

let lost = 0;
let healed = false;
try {
  await server.start();
  token = await server.signIn();
  for (let n = 0; n < 20; n += 1) count(`write before: ${await write(`Before ${n}. ${'word '.repeat(200)}`)}`);
  fill();
  // What the log had room for is still taken; then comes the refusal.
  for (let n = 0; n < 600; n += 1) {
    fill();
    const status = await write(`Full ${n}. ${'word '.repeat(4000)}`);
    count(`write on a full disk: ${status}`);
    if (status !== 201 && n % 5 === 0) {
      const read = await server
        .sender(token)('GET', '/api/v1/op-notes/')
        .then(
          (told) => told.status,
          () => 'no answer',
        );
      count(`read on a full disk: ${read}`);
    }
    if ((answers.get(`write on a full disk: ${status}`) ?? 0) >= 20 && status !== 201) break;
  }
  const ended = !server.isRunning;
  rmSync(filler);
  console.log(`${acknowledged.size} notes acknowledged; the server ${ended ? 'had ended by itself' : 'went on'}.`);
  const since = performance.now();
  if (ended) await server.start();
  while (!healed && performance.now() - since < healsWithin) {
    token = await server.signIn().catch(() => token);
    healed = (await write('After it was freed.')) === 201;
    if (!healed) {
      if (!server.isRunning) await server.start();
      await sleep(500);
    }
  }
  console.log(
    healed
      ? `Notes are taken again ${((performance.now() - since) / 1000).toFixed(1)} s after the disk was freed.`
      : 'It did not heal.',
  );
  for (const [id, words] of acknowledged) {
    const { status, body } = await server.sender(token)('GET', `/api/v1/op-notes/${id}/`);
    if (status !== 200 || (body as { text: string }).text.trim() !== words.trim()) lost += 1;
  }
} finally {
  await server.remove();
  execFileSync('umount', ['-l', disk]);
  rmdirSync(disk);
}
for (const [what, times] of answers) console.log(`${what}: ${times}`);
console.log(`${acknowledged.size} acknowledged notes, ${lost} lost; ${healed ? 'healed' : 'not healed'}.`);
process.exit(lost === 0 && healed && acknowledged.size > 20 ? 0 : 1);
