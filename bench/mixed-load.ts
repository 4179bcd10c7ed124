import { MllpSender } from './mllp-sender.ts';
import type { Send } from './started-server.ts';

export interface Written {
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

interface Claim {
  readonly state: string;
  readonly claim_version: number;
  readonly sha256: string | null;
  readonly lines: { readonly code: string }[];
  readonly findings: { readonly key: string; readonly severity: string }[];
}

/** Notes, edits, code actions and finished claims, with a book of what was acknowledged, and a look for each of it. */
export class MixedLoad {
  readonly acknowledged = new Map<string, Written>();
  readonly wrong: string[] = [];
  answered = 0;

  /** One client: makes a note, edits it, approves a code, finishes its claim, over and over until it is stopped. */
  async write(send: Send, name: string, stopped: () => boolean): Promise<void> {
    for (let turn = 0; !stopped(); turn += 1) {
      const text = `Note ${turn} of ${name}. Laparoscopic cholecystectomy.`;
      const made = await send('POST', '/api/v1/op-notes/', { text }, `${name} ${turn}`);
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
      this.acknowledged.set(id, note);
      this.answered += 1;
      note.pending = `${text} Edited.`;
      await this.#expectOk(send('PATCH', `/api/v1/op-notes/${id}/`, { text: note.pending }));
      Object.assign(note, { text: note.pending, pending: null, version: 2 });
      note.pendingCode = '47562';
      await this.#expectOk(send('POST', `/api/v1/op-notes/${id}/cpt-codes-approved/`, { cpt_codes: [note.pendingCode] }));
      Object.assign(note, { approved: note.pendingCode, pendingCode: null });
      await this.#finish(send, id, note);
    }
  }

  /** Works the claim to its end: what is open is said, then it is frozen. */
  async #finish(send: Send, id: string, note: Written): Promise<void> {
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
      await this.#expectOk(
        send('POST', `${base}changes/`, { operations: toSay.map(({ key }) => ({ do: 'say-why', key, why: 'Looked at' })) }),
      );
    note.finishing = true;
    const finished = await send('POST', `${base}finish/`, {});
    const claim = finished.status === 200 ? (finished.body as Claim) : await claimOf(send, id);
    // What was done and not answered is refused the second time.
    if (finished.status !== 200 && !(finished.repeated && claim.state === 'finished'))
      throw new Error(`finish answered ${finished.status}: ${JSON.stringify(finished.body)}`);
    note.finished = claim.sha256;
    this.answered += 1;
  }

  async #expectOk(answer: ReturnType<Send>): Promise<void> {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    this.answered += 1;
  }

  /** Whether a note is as it was acknowledged; what was open is settled by it. */
  async verify(send: Send, id: string, note: Written): Promise<void> {
    const read = await send('GET', `/api/v1/op-notes/${id}/`);
    if (read.status !== 200) return void this.wrong.push(`${id}: reading answered ${read.status}`);
    const { text, cpt_codes_approved: codes } = read.body as { text: string; cpt_codes_approved: string[] };
    if (text !== note.text && text !== note.pending) this.wrong.push(`${id}: its text is not the one that was saved`);
    const history = (await send('GET', `/api/v1/op-notes/${id}/history/`)).body as { results: { kind: string; code: string }[] };
    const steps = history.results.filter((entry) => entry.kind === 'code').length;
    if (note.approved && codes.join() !== note.approved) this.wrong.push(`${id}: an approved code is missing`);
    if (codes.length > 0 && !note.approved && codes.join() !== note.pendingCode)
      this.wrong.push(`${id}: a code that nobody sent`);
    if (steps !== codes.length) this.wrong.push(`${id}: ${codes.length} codes, but ${steps} entries in the history`);
    const edits = history.results.filter((entry) => entry.kind === 'text').length;
    if (edits !== (text.endsWith('Edited.') ? 1 : 0)) this.wrong.push(`${id}: text and history differ`);
    // What was open is settled now.
    Object.assign(note, { text, pending: null, approved: codes[0] ?? null, pendingCode: null });
    await this.#verifyClaim(send, id, note);
  }

  /** `count` comes from counters that triggers keep: they must agree with the notes after a crash too. */
  async verifyCount(send: Send): Promise<void> {
    const counted = (await send('GET', '/api/v1/op-notes/')).body as { count: number };
    let seen = 0;
    for (let next: string | null = '/api/v1/op-notes/?per_page=100'; next;) {
      const page = (await send('GET', next)).body as { results: unknown[]; next: string | null };
      seen += page.results.length;
      next = page.next ? page.next.slice(new URL(page.next).origin.length) : null;
    }
    if (counted.count !== seen) this.wrong.push(`the list counts ${counted.count} notes and shows ${seen}`);
  }

  /** Each acknowledged document is one note, and what was not acknowledged at most one: what is sent again makes no second. */
  async verifyDocuments(send: Send, sender: MllpSender): Promise<void> {
    const notesOf = async (number: number): Promise<number> =>
      ((await send('GET', `/api/v1/op-notes/?text=${MllpSender.wordsOf(number)}`)).body as { count: number }).count;
    for (const number of sender.acknowledged) {
      const notes = await notesOf(number);
      if (notes !== 1) this.wrong.push(`document ${number} was acknowledged and is ${notes} notes`);
    }
    if (sender.pending !== null && (await notesOf(sender.pending)) > 1)
      this.wrong.push(`document ${sender.pending} is there twice`);
  }

  /** A claim is finished with its version, hash and line, or open without any: never something between. */
  async #verifyClaim(send: Send, id: string, note: Written): Promise<void> {
    const claim = await claimOf(send, id);
    const { results } = (await send('GET', `/api/v1/op-notes/${id}/case/versions/`)).body as { results: { sha256: string }[] };
    const isFinished = claim.state === 'finished';
    if (note.finished !== null && claim.sha256 !== note.finished)
      this.wrong.push(`${id}: its finished claim is not the one answered`);
    if (isFinished && !note.finishing) this.wrong.push(`${id}: a claim that nobody finished is finished`);
    if (results.length !== (isFinished ? 1 : 0) || claim.claim_version !== results.length)
      this.wrong.push(`${id}: a claim that is ${claim.state} has ${results.length} versions`);
    if (isFinished && (results[0]?.sha256 !== claim.sha256 || claim.lines.map(({ code }) => code).join() !== note.approved))
      this.wrong.push(`${id}: the finished claim and its version differ`);
    note.finished = claim.sha256;
  }
}

const claimOf = async (send: Send, id: string): Promise<Claim> =>
  (await send('GET', `/api/v1/op-notes/${id}/case/`)).body as Claim;
