/**
 * A long run: ten people of the sample clinics write, code, teach, upload, export, import and read without end, and what the server takes
 * for it is read every ten seconds. `npm run bench -- soak [--minutes 20]`; an hour says whether memory grows by less than 1 % an hour, a
 * night (`--minutes 480`) is surer. Exits with 1 when a bound is broken.
 *
 * Before the clock starts the clinics have settled as many notes as a model keeps: until then memory grows by what they teach. What all threads
 * hold after a full garbage collection tells a leak; what is resident beyond that is the room that V8 and the allocator keep for themselves.
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../e2e/support/free-port.ts';
import { StartedServer } from '../started-server.ts';
import { type Journey, people } from './journeys.ts';
import { type Held, type Reading, read, readHeld, sizeOf } from './readings.ts';
import { settleNotes } from './settled-notes.ts';
import { type Growth, byMinute, growth, judge, median } from './slope.ts';
import { Visits } from './visits.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '20' }, source: { type: 'boolean' } } });
const minutes = Number(values.minutes);
/** Caches fill and the engine reads its first notes: until then memory has to grow. */
const warmUp = Math.min(10, minutes / 3) * 60_000;
const readEvery = 10_000;
const collectEvery = Math.min(120_000, Math.max(20_000, (minutes * 60_000) / 24));
const patience = 180_000;
const bounds = { memoryPerHour: 1, heldPerHour: 1, restful: 1.05, spare: 5, logBytesPerRequest: 1000 };

const metricsPort = await freePort();
const probePort = await freePort();
const server = await StartedServer.make({
  fromSource: values.source ?? false,
  env: { METRICS_PORT: String(metricsPort), PROBE_PORT: String(probePort), LOG_LEVEL: 'info' },
  nodeOptions: ['--expose-gc', '--import', new URL('probe.mjs', import.meta.url).href],
});
await server.start();
await server.end('SIGTERM');
await settleNotes(server.folder);
await server.start();
const visits = new Visits(server);
const started = performance.now();
const isOver = (): boolean => performance.now() - started > minutes * 60_000;

async function work(name: string, journey: Journey): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) await visits.make(name, journey, turn);
}

const readings: Reading[] = [];
async function watch(): Promise<void> {
  while (!isOver()) {
    await sleep(readEvery);
    readings.push(await read(server, metricsPort, started));
    if (readings.length % 30 === 0) show(readings.at(-1)!);
  }
}
const held: Held[] = [];
async function collect(): Promise<void> {
  while (!isOver()) {
    await sleep(collectEvery);
    held.push(await readHeld(probePort, started));
  }
}
const show = ({ at, memory, heap, files, handles, timers, connections }: Reading): void =>
  console.log(
    `${(at / 60_000).toFixed(0)} min: ${visits.requests} requests, ${memory.toFixed(0)} MB resident, ${heap.toFixed(0)} MB heap, ${held.at(-1)?.all.toFixed(0)} MB held by all threads, ${files} files, ${handles} handles, ${timers} timers, ${connections} connections`,
  );

const diskBefore = sizeOf(server.folder);
let failed = false;
try {
  const atWork = new Set(people.map(([name]) => name));
  const all = Promise.all([
    ...people.map(([name, journey]) => work(name, journey).then(() => atWork.delete(name))),
    watch(),
    collect(),
  ]);
  // Who waits for an answer that does not come is an error, and keeps the verdict from nobody.
  await Promise.race([all, sleep(minutes * 60_000 + patience)]);
  for (const name of atWork) visits.count('journey', name, 'did not end');
  const logBytes = server.logBytes;
  // Everybody went home: what is still held is held for good.
  await sleep(Math.min(60_000, minutes * 2000));
  const rest = await read(server, metricsPort, started);
  const after = readings.filter(({ at }) => at > warmUp);
  const quarter = Math.max(1, after.length >> 2);
  const steady = (key: 'files' | 'handles' | 'timers'): { first: number; last: number; flat: boolean } => {
    const first = median(after.slice(0, quarter).map((reading) => reading[key]));
    const last = median(after.slice(-quarter).map((reading) => reading[key]));
    return { first, last, flat: last <= first * bounds.restful + bounds.spare };
  };
  const memory = growth(byMinute(after.map(({ at, memory: value }) => ({ at, value }))));
  const heap = growth(byMinute(after.map(({ at, heap: value }) => ({ at, value }))));
  const heldAfter = held.filter(({ at }) => at > warmUp);
  const growthOf = (key: keyof Held): Growth => growth(heldAfter.map(({ at, [key]: value }) => ({ at, value })));
  const disk = sizeOf(server.folder) - diskBefore;
  const perRequest = logBytes / visits.requests;
  const kept = { files: steady('files'), handles: steady('handles'), timers: steady('timers') };
  const errors = [...visits.wrong.values()].reduce((sum, n) => sum + n, 0);
  console.log(`At rest: ${JSON.stringify({ ...rest, at: undefined })}`);
  console.log(`Memory ${memory.mean.toFixed(0)} MB, ${told(memory)}; heap ${heap.mean.toFixed(0)} MB, ${told(heap)}`);
  const tellGrowth = (name: string, key: keyof Held): void =>
    console.log(`${name}: ${growthOf(key).mean.toFixed(1)} MB, ${told(growthOf(key))}`);
  tellGrowth('Held after garbage collection by the main thread', 'main');
  tellGrowth('Held after garbage collection by other threads', 'threads');
  tellGrowth('Room that V8 had taken before', 'room');
  for (const [name, { first, last }] of Object.entries(kept))
    console.log(`${name}: ${first} in the first quarter after warm-up, ${last} in the last`);
  console.log(`Most waiting for a connection: ${Math.max(...after.map(({ waiting }) => waiting))}; at rest ${rest.waiting}`);
  console.log(
    `Disk: ${disk.toFixed(0)} MB more in DATA_DIR. Log: ${(logBytes / 1e6).toFixed(1)} MB, ${perRequest.toFixed(0)} bytes a request`,
  );
  console.log(`${server.errorLines} lines of errors in the log, ${errors} answers that should not be`);
  for (const [what, times] of visits.wrong) console.log(`  ${times} times ${what}`);
  const judgements = [
    { name: 'memory held after garbage collection', growth: growthOf('all'), bound: bounds.heldPerHour },
    { name: 'resident memory', growth: memory, bound: bounds.memoryPerHour },
  ].map((one) => ({ ...one, judgement: judge(one.growth, one.bound) }));
  const others = [
    ...Object.entries(kept).flatMap(([name, { flat }]) => (flat ? [] : [`${name} grow`])),
    ...(rest.waiting > 0 ? ['somebody still waits for a connection'] : []),
    ...(perRequest > bounds.logBytesPerRequest ? ['the log is too long'] : []),
    ...(errors + server.errorLines > 0 ? ['there were errors'] : []),
  ];
  failed = judgements.some(({ judgement }) => judgement === 'fails') || others.length > 0;
  console.log(`Verdict of ${minutes} min, ${visits.requests} requests:`);
  for (const { name, growth: found, bound, judgement } of judgements)
    console.log(`  ${name} within ${bound} % an hour: ${judgement} (${found.mean.toFixed(0)} MB, ${told(found)})`);
  console.log(`  ${others.length > 0 ? others.join(', ') : 'files, handles and timers flat, nobody waits, no errors'}`);
} finally {
  await server.remove();
}
process.exit(failed ? 1 : 0);

function told({ perHour, give }: { perHour: number; give: number }): string {
  return `${perHour >= 0 ? '+' : ''}${perHour.toFixed(2)} ± ${give.toFixed(2)} % an hour`;
}
