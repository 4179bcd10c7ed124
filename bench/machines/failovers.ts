import { MixedLoad } from '../mixed-load.ts';
import { MllpSender } from '../mllp-sender.ts';
import type { Send } from '../started-server.ts';
import { Callers } from './callers.ts';
import { Processes, demoPassword } from './processes.ts';
import { pause } from './program.ts';
import { Shape, databaseName } from './shape.ts';

const clients = 8;
const writesBeforeKill = 40;
const mostSeconds = 10;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Kills the primary under mixed load and promotes the replica, `rounds` times. Answers whether nothing was lost, double or late. */
export async function failovers(rounds: number): Promise<boolean> {
  const shape = await Shape.start();
  let processes: Processes | undefined;
  try {
    processes = await Processes.start(shape);
    return await new Failovers(shape, processes).run(rounds);
  } finally {
    await processes?.stop();
    await shape.stop();
  }
}

class Failovers {
  readonly #shape: Shape;
  readonly #processes: Processes;
  readonly #callers: Callers;
  readonly #load = new MixedLoad();
  readonly #outages: number[] = [];
  #ownReads = 0;

  constructor(shape: Shape, processes: Processes) {
    this.#shape = shape;
    this.#processes = processes;
    this.#callers = new Callers(`http://127.0.0.1:${shape.ports.http}`);
  }

  async run(rounds: number): Promise<boolean> {
    const { acknowledged, wrong } = this.#load;
    const records = await this.#newSender();
    for (let round = 1; round <= rounds; round += 1) await this.#round(round, records);
    wrong.push(...this.#callers.wrong);
    const reads = await this.#processes.replicaReads();
    const late = this.#outages.filter((seconds) => seconds >= mostSeconds).length;
    const claims = [...acknowledged.values()].filter(({ finished }) => finished !== null).length;
    console.log(
      `${rounds} primaries killed, ${this.#load.answered + records.acknowledged.size} acknowledged writes (${acknowledged.size} notes, ${claims} finished claims, ${records.acknowledged.size} documents over HL7), ${wrong.length} wrong; ` +
        `answered again after ${median(this.#outages).toFixed(1)} s (median), ${Math.max(...this.#outages).toFixed(1)} s (longest), ${this.#callers.refusals} calls told to come again; ` +
        `${this.#ownReads} lists read right after one's own write, ${reads.replica} of ${reads.replica + reads.primary} lists read from the replica`,
    );
    for (const line of wrong.slice(0, 20)) console.error(line);
    if (wrong.length > 0) console.error(this.#processes.lastWords());
    const proves = claims > 0 && records.acknowledged.size > 0 && reads.replica > 0;
    if (!proves) console.error('No claim, no document or no read from the replica: this proves nothing.');
    return wrong.length === 0 && late === 0 && proves;
  }

  async #round(round: number, records: MllpSender): Promise<void> {
    const { acknowledged, wrong } = this.#load;
    const send = this.#callers.sender(await this.#callers.signIn('approver', demoPassword));
    const before = new Set(acknowledged.keys());
    const [answered, documents] = [this.#load.answered, records.acknowledged.size];
    let over = false;
    const told = (error: unknown): void => {
      const cause = error instanceof Error && error.cause instanceof Error ? `, for ${error.cause.message}` : '';
      wrong.push(`round ${round}: ${String(error)}${cause}`);
    };
    const work = Array.from({ length: clients }, (_, client) =>
      this.#load.write(send, `client ${client} in round ${round}`, () => over).catch(told),
    );
    work.push(this.#readOwnWrites(send, `reader in round ${round}`, () => over).catch(told));
    work.push(sendDocuments(records, () => over).catch(told));
    const patience = performance.now() + 120_000;
    // A kill before anything was answered proves nothing.
    while (
      (this.#load.answered < answered + writesBeforeKill || records.acknowledged.size === documents) &&
      performance.now() < patience
    )
      await pause(20);
    await pause(Math.random() * 1000);
    this.#callers.mark();
    const killed = performance.now();
    const promoted = this.#shape.promoteWhenGone();
    await this.#shape.primary.kill();
    await promoted;
    const promotedAfter = performance.now() - killed;
    // Until all have been answered again for a while.
    const atPromotion = this.#load.answered;
    while (
      performance.now() - Math.max(this.#callers.lastRefusal, killed) < 3000 ||
      this.#load.answered < atPromotion + writesBeforeKill
    ) {
      if (performance.now() > killed + 60_000) throw new Error(`round ${round}: nothing is answered`);
      await pause(50);
    }
    // Nobody was refused any more, and a write that was sent after the kill was acknowledged.
    const outage = (Math.max(this.#callers.lastRefusal, this.#callers.firstWrite) - killed) / 1000;
    this.#outages.push(outage);
    over = true;
    await Promise.all(work);
    this.#processes.checkAlive();
    const again = [...acknowledged].filter(([id], index) => !before.has(id) || index % 10 === 0);
    for (const [id, note] of again) await this.#load.verify(send, id, note);
    await this.#load.verifyCount(send);
    await this.#load.verifyDocuments(send, records);
    await this.#verifyOnce();
    await this.#shape.rejoin();
    console.log(
      `Round ${round}: ${acknowledged.size - before.size} notes made, ${again.length} verified, promoted after ${(promotedAfter / 1000).toFixed(1)} s, answered again after ${outage.toFixed(1)} s, ${wrong.length + this.#callers.wrong.length} wrong`,
    );
  }

  /** What was acknowledged stands in the list that is asked for next, wherever that is read. */
  async #readOwnWrites(send: Send, name: string, stopped: () => boolean): Promise<void> {
    for (let turn = 0; !stopped(); turn += 1) {
      const made = await send('POST', '/api/v1/op-notes/', { text: `Read ${turn} by ${name}.` }, `${name} ${turn}`);
      if (made.status !== 201) throw new Error(`create answered ${made.status}`);
      const { id } = made.body as { id: string };
      const list = (await send('GET', '/api/v1/op-notes/?per_page=100')).body as { results: { id: string }[] };
      if (!list.results.some((row) => row.id === id)) this.#load.wrong.push(`${id} was acknowledged and is not in the list`);
      this.#ownReads += 1;
    }
  }

  /** No note of the load is there twice, and each that is there was acknowledged or was about to be. */
  async #verifyOnce(): Promise<void> {
    const rows = await this.#shape.primary.query<{ name: string; times: number }>(
      `select substring(text from '^(?:Note|Read) \\d+ (?:of client \\d+|by reader) in round \\d+') as name, count(*)::int as times
         from app.notes where text ~ '^(Note|Read) \\d+ (of client|by reader)' group by 1 having count(*) > 1`,
      databaseName,
    );
    for (const { name, times } of rows) this.#load.wrong.push(`${name} is there ${times} times`);
    const [counted] = await this.#shape.primary.query<{ notes: number }>(
      "select count(*)::int as notes from app.notes where text ~ '^Note \\d+ of client'",
      databaseName,
    );
    if (counted!.notes !== this.#load.acknowledged.size)
      this.#load.wrong.push(`${counted!.notes} notes are there, ${this.#load.acknowledged.size} were acknowledged`);
  }

  /** A record system with a channel of the writers' tenant, which speaks to the worker. */
  async #newSender(): Promise<MllpSender> {
    const send = this.#callers.sender(await this.#callers.signIn('admin', demoPassword));
    const made = await send('POST', '/api/v1/integrations/hl7-channels/', { name: 'Record system' });
    return new MllpSender(this.#processes.hl7Port, (made.body as { key: string }).key);
  }
}

/** What is answered with AE is sent again, as record systems do. */
async function sendDocuments(records: MllpSender, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    await records.send(stopped).catch((error: unknown) => {
      if (!String(error).includes('MSA|AE')) throw error;
    });
    await pause(200);
  }
}
