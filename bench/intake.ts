/**
 * Notes that come by FHIR or HL7, one after the other as fast as they are taken, while somebody opens the list of notes: notes a second,
 * memory before and after, and how the list does meanwhile beside how it does alone, in one run. Exits with 1 when a note was refused.
 * `--by fhir|hl7`, `--notes N`, `--source`.
 */
import { parseArgs } from 'node:util';
import { MllpSender } from './mllp-sender.ts';
import { StartedServer } from './started-server.ts';

const { values } = parseArgs({
  options: {
    by: { type: 'string', default: 'fhir' },
    notes: { type: 'string', default: '10000' },
    source: { type: 'boolean', default: false },
  },
});
const wanted = Number(values.notes);
const findings = ` The tissue was inflamed and was handled with care.`.repeat(30);
/** A token of a client is good for five minutes. */
const tokenMilliseconds = 200_000;

const server = await StartedServer.make({ fromSource: values.source });
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

async function main(): Promise<number> {
  await server.start();
  // The sample clinic's own suggestions and the engine's first reading are not what is measured.
  await pause(20_000);
  const person = server.sender(await server.signIn());
  const openList = async (): Promise<number> => {
    const started = performance.now();
    const { status } = await person('GET', '/api/v1/op-notes/?per_page=25');
    if (status !== 200) throw new Error(`the list answered ${status}`);
    return performance.now() - started;
  };
  const alone: number[] = [];
  for (let turn = 0; turn < 200; turn += 1) {
    alone.push(await openList());
    await pause(20);
  }
  const before = server.memory();
  let done = false;
  const meanwhile: number[] = [];
  const reader = (async () => {
    while (!done) {
      meanwhile.push(await openList());
      await pause(100);
    }
  })();
  const started = performance.now();
  const taken = await (values.by === 'hl7' ? sendByHl7() : sendByFhir());
  const seconds = (performance.now() - started) / 1000;
  done = true;
  await reader;
  const memory = server.memory();
  const told = [alone, meanwhile].map((times) => [0.5, 0.95].map((share) => quantile(times, share).toFixed(1)).join(' / '));
  console.log(`${taken} of ${wanted} notes by ${values.by} in ${seconds.toFixed(0)} s, ${(taken / seconds).toFixed(1)} a second`);
  console.log(`List in ms, median / 95th of 100: alone ${told[0]}, meanwhile ${told[1]} (${meanwhile.length} times)`);
  console.log(`Ratio of the 95ths ${(quantile(meanwhile, 0.95) / quantile(alone, 0.95)).toFixed(2)}`);
  if (before !== null && memory !== null) console.log(`Memory ${before.toFixed(0)} MB before, ${memory.toFixed(0)} MB after`);
  return taken === wanted ? 0 : 1;
}

async function sendByFhir(): Promise<number> {
  const admin = server.sender(await server.signIn('admin'));
  const { body } = await admin('POST', '/api/v1/integrations/clients/', {
    name: 'Record system',
    method: 'secret',
    scopes: ['system/DocumentReference.cu'],
  });
  const client = body as { id: string; client_secret: string };
  let send = server.sender('');
  let tokenFrom = -Infinity;
  let taken = 0;
  for (let number = 0; number < wanted; number += 1) {
    if (performance.now() - tokenFrom > tokenMilliseconds) {
      const answer = await fetch(`${server.url}/oauth/token/`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: client.id,
          client_secret: client.client_secret,
        }),
      });
      send = server.sender(((await answer.json()) as { access_token: string }).access_token);
      tokenFrom = performance.now();
    }
    const text = `PROCEDURE PERFORMED: Laparoscopic cholecystectomy. ${MllpSender.wordsOf(number)}${findings}`;
    const { status } = await send('POST', '/fhir/DocumentReference', {
      resourceType: 'DocumentReference',
      status: 'current',
      identifier: [{ system: 'urn:incisive:intake', value: String(number) }],
      type: { coding: [{ system: 'http://loinc.org', code: '11504-8' }] },
      content: [{ attachment: { contentType: 'text/plain', data: Buffer.from(text).toString('base64') } }],
    });
    if (status === 201) taken += 1;
    else console.error(`A note was answered with ${status}`);
  }
  return taken;
}

async function sendByHl7(): Promise<number> {
  const admin = server.sender(await server.signIn('admin'));
  const { body } = await admin('POST', '/api/v1/integrations/hl7-channels/', { name: 'Record system' });
  const records = new MllpSender(server.hl7Port, (body as { key: string }).key, findings);
  await records.send(() => records.acknowledged.size >= wanted);
  return records.acknowledged.size;
}

try {
  process.exitCode = await main();
} finally {
  await server.remove();
}
