/**
 * What was acknowledged is there: starts the server on a folder of its own, writes notes, edits, code actions and claims from eight
 * clients at once, finishes the claims, takes documents over HL7, kills the process with SIGKILL at a random moment, starts it again and looks for every write that had been answered.
 * Exits with 1 when anything is missing, half done or late. `npx tsx bench/kill-nine.ts [rounds, default 10]`.
 */
import { MllpSender } from './mllp-sender.ts';
import { MixedLoad } from './mixed-load.ts';
import { StartedServer } from './started-server.ts';

const rounds = Number(process.argv[2] ?? 10);
const clients = 8;
const writesBeforeKill = 24;
const server = await StartedServer.make({ fromSource: process.argv.includes('--source') });
const load = new MixedLoad();
const { acknowledged, wrong } = load;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A record system with a channel of the writers' tenant. */
async function newSender(): Promise<MllpSender> {
  const made = await server.sender(await server.signIn('admin'))('POST', '/api/v1/integrations/hl7-channels/', {
    name: 'Record system',
  });
  return new MllpSender(server.hl7Port, (made.body as { key: string }).key);
}

let slowest = 0;
await server.start();
const records = await newSender();
try {
  for (let round = 1; round <= rounds; round += 1) {
    const token = await server.signIn();
    const fresh = new Set<string>(acknowledged.keys());
    let down = false;
    const writers = Array.from({ length: clients }, (_, client) =>
      load
        .write(server.sender(token), `client ${client} in round ${round}`, () => down)
        .catch((error: unknown) => {
          if (!down) wrong.push(`round ${round}: ${String(error)}`);
        }),
    );
    writers.push(
      records
        .send(() => down)
        .catch((error: unknown) => {
          if (!down) wrong.push(`round ${round}: ${String(error)}`);
        }),
    );
    const before = load.answered;
    const documentsBefore = records.acknowledged.size;
    const patience = performance.now() + 120_000;
    // A kill before anything was answered proves nothing.
    const finishedOf = (): number => [...acknowledged].filter(([id, note]) => !fresh.has(id) && note.finished !== null).length;
    while (
      (load.answered < before + writesBeforeKill || finishedOf() === 0 || records.acknowledged.size === documentsBefore) &&
      performance.now() < patience
    )
      await pause(50);
    await pause(Math.random() * 2000);
    // In the middle of a Finish: sent, and not answered.
    const isFinishing = (): boolean =>
      [...acknowledged].some(([id, note]) => !fresh.has(id) && note.finishing && note.finished === null);
    while (!isFinishing() && performance.now() < patience) await pause(1);
    const finishing = [...acknowledged].flatMap(([id, note]) =>
      !fresh.has(id) && note.finishing && note.finished === null ? [note] : [],
    );
    down = true;
    await Promise.all([server.end('SIGKILL'), ...writers]);
    const startedIn = await server.start();
    slowest = Math.max(slowest, startedIn);
    const send = server.sender(await server.signIn());
    // All of this round, and of the rounds before a part: they were looked at already.
    const again = [...acknowledged].filter(([id], index) => !fresh.has(id) || index % 10 === 0);
    for (const [id, note] of again) await load.verify(send, id, note);
    await load.verifyCount(send);
    await load.verifyDocuments(send, records);
    console.log(
      `Round ${round}: ${acknowledged.size - fresh.size} notes made, ${again.length} verified, ready again in ${Math.round(startedIn)} ms, ${finishedOf()} claims finished, ${finishing.length} killed in the middle of it and ${finishing.filter(({ finished }) => finished !== null).length} of these found finished, ${records.acknowledged.size} documents over HL7, ${wrong.length} wrong`,
    );
  }
} finally {
  await server.remove();
}
console.log(
  `${rounds} kills, ${load.answered + records.acknowledged.size} acknowledged writes, slowest start ${Math.round(slowest)} ms, ${wrong.length} wrong`,
);
const finishedInAll = [...acknowledged.values()].filter(({ finished }) => finished !== null).length;
if (finishedInAll === 0) console.error('No claim was finished: this proves nothing.');
for (const line of wrong.slice(0, 20)) console.error(line);
if (records.acknowledged.size === 0) console.error('No document came over HL7: this proves nothing.');
process.exit(wrong.length === 0 && finishedInAll > 0 && records.acknowledged.size > 0 ? 0 : 1);
