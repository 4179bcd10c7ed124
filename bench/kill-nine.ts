/**
 * What was acknowledged is there: starts the server on a folder of its own, writes notes, edits, code actions and claims from eight
 * clients at once, finishes the claims, takes documents over HL7, kills the process with SIGKILL at a random moment, starts it again and looks for every write that had been answered.
 * Exits with 1 when anything is missing, half done or late. `npx tsx bench/kill-nine.ts [rounds, default 10]`.
 */
import { MllpSender } from './mllp-sender.ts';
import { type Send, StartedServer } from './started-server.ts';

const rounds = Number(process.argv[2] ?? 10);
const clients = 8;
const writesBeforeKill = 24;
const server = await StartedServer.make({ fromSource: process.argv.includes('--source') });

interface Written {
  text: string;
  /** A text that was sent and not answered: it may stand there, or not. */
  pending: string | null;
  version: number;
  approved: string | null;
  pendingCode: string | null;
  /** The hash of the finished claim, once its Finish was answered. */
  finished: string | null;
  /** Finish was sent. */
  finishing: boolean;
}
const acknowledged = new Map<string, Written>();
const wrong: string[] = [];
let answered = 0;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One client: makes a note, edits it, approves a code, over and over until the server is gone. */
async function write(send: Send, name: string, stopped: () => boolean): Promise<void> {
  for (let turn = 0; !stopped(); turn += 1) {
    const text = `Note ${turn} of ${name}. Laparoscopic cholecystectomy.`;
    const made = await send('POST', '/api/v1/op-notes/', { text });
    if (made.status !== 201) throw new Error(`create answered ${made.status}`);
    const { id } = made.body as { id: string };
    const note: Written = {
      text,
      pending: null,
      version: 1,
      approved: null,
      pendingCode: null,
      finished: null,
      finishing: false,
    };
    acknowledged.set(id, note);
    answered += 1;
    note.pending = `${text} Edited.`;
    await expectOk(send('PATCH', `/api/v1/op-notes/${id}/`, { text: note.pending }));
    Object.assign(note, { text: note.pending, pending: null, version: 2 });
    note.pendingCode = '47562';
    await expectOk(send('POST', `/api/v1/op-notes/${id}/cpt-codes-approved/`, { cpt_codes: [note.pendingCode] }));
    Object.assign(note, { approved: note.pendingCode, pendingCode: null });
    await finish(send, id, note);
  }
}

interface Claim {
  readonly state: string;
  readonly claim_version: number;
  readonly sha256: string | null;
  readonly lines: { readonly code: string }[];
  readonly findings: { readonly key: string; readonly severity: string }[];
}
const claimOf = async (send: Send, id: string): Promise<Claim> =>
  (await send('GET', `/api/v1/op-notes/${id}/case/`)).body as Claim;

/** Works the claim to its end: what is open is said, then it is frozen. */
async function finish(send: Send, id: string, note: Written): Promise<void> {
  const base = `/api/v1/op-notes/${id}/case/`;
  await send('GET', base);
  const filled = await send('POST', `${base}changes/`, {
    operations: [
      { do: 'header', service_date: '2024-08-15' },
      { do: 'diagnoses', icd: ['K80.20'] },
    ],
  });
  if (filled.status !== 200) throw new Error(`the claim answered ${filled.status}`);
  const toSay = (filled.body as Claim).findings.filter(({ severity }) => severity !== 'info');
  if (toSay.length > 0)
    await expectOk(
      send('POST', `${base}changes/`, { operations: toSay.map(({ key }) => ({ do: 'say-why', key, why: 'Looked at' })) }),
    );
  note.finishing = true;
  const finished = await send('POST', `${base}finish/`, {});
  if (finished.status !== 200) throw new Error(`finish answered ${finished.status}: ${JSON.stringify(finished.body)}`);
  note.finished = (finished.body as Claim).sha256;
  answered += 1;
}

/** A claim is finished with its version, hash and line, or open without any: never something between. */
async function verifyClaim(send: Send, id: string, note: Written): Promise<void> {
  const claim = await claimOf(send, id);
  const { results } = (await send('GET', `/api/v1/op-notes/${id}/case/versions/`)).body as { results: { sha256: string }[] };
  const isFinished = claim.state === 'finished';
  if (note.finished !== null && claim.sha256 !== note.finished) wrong.push(`${id}: its finished claim is not the one answered`);
  if (isFinished && !note.finishing) wrong.push(`${id}: a claim that nobody finished is finished`);
  if (results.length !== (isFinished ? 1 : 0) || claim.claim_version !== results.length)
    wrong.push(`${id}: a claim that is ${claim.state} has ${results.length} versions`);
  if (isFinished && (results[0]?.sha256 !== claim.sha256 || claim.lines.map(({ code }) => code).join() !== note.approved))
    wrong.push(`${id}: the finished claim and its version differ`);
  note.finished = claim.sha256;
}

async function expectOk(answer: ReturnType<Send>): Promise<void> {
  const { status } = await answer;
  if (status !== 200) throw new Error(`answered ${status}`);
  answered += 1;
}

async function verify(send: Send, id: string, note: Written): Promise<void> {
  const read = await send('GET', `/api/v1/op-notes/${id}/`);
  if (read.status !== 200) return void wrong.push(`${id}: reading answered ${read.status}`);
  const { text, cpt_codes_approved: codes } = read.body as { text: string; cpt_codes_approved: string[] };
  if (text !== note.text && text !== note.pending) wrong.push(`${id}: its text is not the one that was saved`);
  const history = (await send('GET', `/api/v1/op-notes/${id}/history/`)).body as { results: { kind: string; code: string }[] };
  const steps = history.results.filter((entry) => entry.kind === 'code').length;
  if (note.approved && codes.join() !== note.approved) wrong.push(`${id}: an approved code is missing`);
  if (codes.length > 0 && !note.approved && codes.join() !== note.pendingCode) wrong.push(`${id}: a code that nobody sent`);
  if (steps !== codes.length) wrong.push(`${id}: ${codes.length} codes, but ${steps} entries in the history`);
  const edits = history.results.filter((entry) => entry.kind === 'text').length;
  if (edits !== (text.endsWith('Edited.') ? 1 : 0)) wrong.push(`${id}: text and history differ`);
  // What was open is settled now.
  Object.assign(note, { text, pending: null, approved: codes[0] ?? null, pendingCode: null });
  await verifyClaim(send, id, note);
}

/** `count` comes from counters that triggers keep: they must agree with the notes after a crash too. */
async function verifyCount(send: Send): Promise<void> {
  const counted = (await send('GET', '/api/v1/op-notes/')).body as { count: number };
  let seen = 0;
  for (let next: string | null = '/api/v1/op-notes/?per_page=100'; next;) {
    const page = (await send('GET', next)).body as { results: unknown[]; next: string | null };
    seen += page.results.length;
    next = page.next ? page.next.slice(new URL(page.next).origin.length) : null;
  }
  if (counted.count !== seen) wrong.push(`the list counts ${counted.count} notes and shows ${seen}`);
}

/** Each acknowledged document is one note, and what was not acknowledged at most one: what is sent again makes no second. */
async function verifyDocuments(send: Send, sender: MllpSender): Promise<void> {
  const notesOf = async (number: number): Promise<number> =>
    ((await send('GET', `/api/v1/op-notes/?text=${MllpSender.wordsOf(number)}`)).body as { count: number }).count;
  for (const number of sender.acknowledged) {
    const notes = await notesOf(number);
    if (notes !== 1) wrong.push(`document ${number} was acknowledged and is ${notes} notes`);
  }
  if (sender.pending !== null && (await notesOf(sender.pending)) > 1) wrong.push(`document ${sender.pending} is there twice`);
}

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
      write(server.sender(token), `client ${client} in round ${round}`, () => down).catch((error: unknown) => {
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
    const before = answered;
    const documentsBefore = records.acknowledged.size;
    const patience = performance.now() + 120_000;
    // A kill before anything was answered proves nothing.
    const finishedOf = (): number => [...acknowledged].filter(([id, note]) => !fresh.has(id) && note.finished !== null).length;
    while (
      (answered < before + writesBeforeKill || finishedOf() === 0 || records.acknowledged.size === documentsBefore) &&
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
    for (const [id, note] of again) await verify(send, id, note);
    await verifyCount(send);
    await verifyDocuments(send, records);
    console.log(
      `Round ${round}: ${acknowledged.size - fresh.size} notes made, ${again.length} verified, ready again in ${Math.round(startedIn)} ms, ${finishedOf()} claims finished, ${finishing.length} killed in the middle of it and ${finishing.filter(({ finished }) => finished !== null).length} of these found finished, ${records.acknowledged.size} documents over HL7, ${wrong.length} wrong`,
    );
  }
} finally {
  await server.remove();
}
console.log(
  `${rounds} kills, ${answered + records.acknowledged.size} acknowledged writes, slowest start ${Math.round(slowest)} ms, ${wrong.length} wrong`,
);
const finishedInAll = [...acknowledged.values()].filter(({ finished }) => finished !== null).length;
if (finishedInAll === 0) console.error('No claim was finished: this proves nothing.');
for (const line of wrong.slice(0, 20)) console.error(line);
if (records.acknowledged.size === 0) console.error('No document came over HL7: this proves nothing.');
process.exit(wrong.length === 0 && finishedInAll > 0 && records.acknowledged.size > 0 ? 0 : 1);
