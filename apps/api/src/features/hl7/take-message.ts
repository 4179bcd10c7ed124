import { createHash, randomUUID } from 'node:crypto';
import { limits } from '@incisive/contract/limits';
import { type Actor, withTenant } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { RequestAudit, writeAudit } from '../../http/audit-trail.ts';
import { hashOf } from '../../secrets/one-time-codes.ts';
import { hl7Systems, newestSource, noteOfSources, saveSources } from '../notes/note-sources.service.ts';
import { createNote, getNote, updateNote } from '../notes/notes.service.ts';
import { extractFile } from '../notes/read-file.service.ts';
import { prepareSuggestions } from '../suggestions/suggestions.service.ts';
import { type KnownChannel, type MessageOutcome, saveOutcome } from './hl7-channels.store.ts';
import { type DocumentPart, type Hl7Document, documentOf } from './hl7-document.ts';
import { Hl7Error, type Hl7Parsed, acknowledgment, decodeMessage, parseMessage, valueOf } from './hl7-message.ts';
import type { Frame } from './mllp-frames.ts';

/** Bytes of a message: a file of the largest size in base64, and what stands around it. */
export const mostMessageBytes = 8_000_000;

const actorOf = (channel: KnownChannel): Actor => ({
  userId: channel.id,
  username: channel.name,
  role: 'Approver',
  tenantId: channel.tenant_id,
  tenantName: channel.tenant_name,
  sessionId: channel.id,
  requestId: randomUUID(),
  address: '',
});

/** The text of a document's parts, files through the same killable child as uploads. */
export async function textOf(
  deps: Deps,
  parts: readonly DocumentPart[],
  owner: string,
): Promise<{ text: string; type: 'txt' | 'docx' | 'pdf'; leftOut: readonly string[] }> {
  const texts: string[] = [];
  const leftOut: string[] = [];
  for (const part of parts) {
    if (part.kind === 'text') texts.push(part.text.trim());
    else {
      const read = await extractFile(deps, { bytes: part.bytes, filename: part.filename, rtf: true }, owner);
      texts.push(read.text);
      leftOut.push(...read.leftOut);
    }
  }
  const text = texts.filter((one) => one !== '').join('\n\n');
  if (text === '') throw new Hl7Error(101, 'OBX-5 has no text. Send the words of the document in it.');
  if (text.length > limits.noteCharacters)
    throw new Hl7Error(
      102,
      `The text is too long. Notes have up to ${limits.noteCharacters.toLocaleString('en-US')} characters.`,
    );
  const [only] = parts;
  const type = parts.length === 1 && only?.kind === 'file' ? (only.filename.slice(5) as 'docx' | 'pdf' | 'rtf' | 'txt') : 'rtf';
  return { text, leftOut, type: type === 'rtf' ? 'txt' : type };
}

interface Heard {
  readonly channel: KnownChannel;
  readonly control: string;
  readonly event: string;
  readonly sha256: string;
}

/**
 * Makes a note of the document, or a new version of the note that it stands for or replaces; a message that comes again, and a new
 * document's text that is here, make nothing. A correction back to an earlier text is a message of its own: it makes a version. Note,
 * identifiers, log row and audit row are written together, before anything is acknowledged.
 */
async function take(deps: Deps, heard: Heard, document: Hl7Document): Promise<void> {
  const { channel } = heard;
  const tenantId = channel.tenant_id;
  const actor = actorOf(channel);
  const taken = await textOf(deps, document.parts, tenantId);
  const print = createHash('sha256').update(taken.text).digest('hex');
  const { system, value } = document.source;
  const ofText = { system: hl7Systems.text, value: `${system.slice(0, 200)} ${value.slice(0, 200)} ${print}` };
  const ofMessage = { system: hl7Systems.message, value: `${channel.id} ${heard.control} ${print}` };
  const touched = await withTenant(deps.database, actor, async (tx) => {
    const told = (outcome: MessageOutcome['outcome'], noteId: string) => saveOutcome(tx, { ...heard, outcome, noteId });
    const again = await noteOfSources(tx, tenantId, [ofMessage]);
    const before = await noteOfSources(tx, tenantId, [ofText]);
    if (before) {
      // What was heard last, not what the note says now: a person may have changed it here since.
      const newest = await newestSource(tx, before, hl7Systems.message);
      const standing = newest === null || newest.endsWith(print);
      if (standing && !again) await saveSources(tx, tenantId, before, [ofMessage]);
      if (standing || again || !document.changes) {
        await told('known', before);
        return null;
      }
    }
    const here = before ?? (await noteOfSources(tx, tenantId, [document.source]));
    if (here && !document.changes)
      throw new Hl7Error(
        205,
        'A document of this number is here with another text. Send it as T04, T08 or T10, or under its own number.',
      );
    const target = here ?? (document.replaces ? await noteOfSources(tx, tenantId, [document.replaces]) : null);
    const audit = new RequestAudit({ requestId: actor.requestId, network: 'hl7' }, target ? 'note_update' : 'note_create');
    audit.actor({ userId: channel.id, username: actor.username, role: actor.role, tenantId });
    let id = target;
    if (id) {
      const note = await getNote(tx, 'op', id, { lock: true });
      await updateNote(
        deps,
        tx,
        actor,
        { kind: 'op', id: note.id, text: taken.text, ifMatch: undefined, updatedAt: undefined },
        audit,
      );
      audit.detail('new version by HL7');
    } else {
      const { note } = await createNote(deps, tx, actor, { kind: 'op', ...taken, filename: null }, audit);
      id = note.id;
      audit.detail('by HL7');
    }
    await saveSources(tx, tenantId, id, [document.source, ofText, ofMessage]);
    await told(target ? 'updated' : 'taken', id);
    await audit.writeIn(tx);
    return id;
  });
  if (touched) prepareSuggestions(deps, actor, { id: touched, kind: 'op' });
}

/** What is wrong with the message, as the sender is told; what this server is to blame for is tried again by the sender. */
function refusalOf(error: unknown): Hl7Error | null {
  if (error instanceof Hl7Error) return error;
  if (error instanceof AppError && error.status < 500 && error.code !== 'busy')
    return new Hl7Error(102, [error.message, ...error.fields.map(({ message }) => message)].join(' ').slice(0, 300));
  return null;
}

async function refuse(deps: Deps, heard: Heard, refusal: Hl7Error): Promise<void> {
  const actor = actorOf(heard.channel);
  await withTenant(deps.database, actor, async (tx) => {
    await saveOutcome(tx, { ...heard, outcome: 'refused', reason: refusal.message.slice(0, 300) });
    await writeAudit(tx, [
      {
        tenant_id: heard.channel.tenant_id,
        type: 'upload_validation',
        action: 'E',
        outcome: 'refused',
        user_id: heard.channel.id,
        who: actor.username,
        role: actor.role,
        request_id: actor.requestId,
        entity: [`hl7-channel:${heard.channel.id}`],
        detail: `HL7 ${String(refusal.code)}`,
      },
    ]);
  });
}

/** Where a message came from: which channel a key's fingerprint names, and what its connection may not speak for. */
export interface Origin {
  readonly channelOf: (keyHash: Buffer) => Promise<KnownChannel | undefined>;
  readonly problemWith: (channel: KnownChannel) => string | null;
}

/** Whether key and certificate fit, and what is answered. */
export interface Answered {
  readonly known: boolean;
  readonly answer: string | null;
}

/** Takes one message and answers it. What is acknowledged is stored; whatever happens before, the sender sends it again. */
export async function answerMessage(deps: Deps, { bytes, whole }: Frame, origin: Origin): Promise<Answered> {
  let message: Hl7Parsed | null = null;
  let channel: KnownChannel | undefined;
  let known = false;
  const answered = (refusal: Hl7Error | null): Answered => ({
    known,
    answer: acknowledgment(message, refusal, new Date(), randomUUID().replaceAll('-', '').slice(0, 20)),
  });
  try {
    // Of a message that is too long the head alone is here.
    message = parseMessage(whole ? decodeMessage(bytes) : bytes.toString('latin1').split(/[\r\n]/, 1)[0]!);
    const head = message.segments[0];
    const key = valueOf(message, head, 6);
    channel = key === '' ? undefined : await origin.channelOf(hashOf(key));
    if (!channel)
      throw new Hl7Error(204, 'MSH-6 does not name a channel of this server. Put the key of the channel there.', 'AR');
    const control = valueOf(message, head, 10).slice(0, 199);
    const heard = {
      channel,
      control,
      event: [valueOf(message, head, 9), valueOf(message, head, 9, 2)].join('^').slice(0, 40),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
    const stranger = origin.problemWith(channel);
    known = stranger === null;
    try {
      if (stranger !== null) throw new Hl7Error(204, stranger, 'AR');
      if (control === '') throw new Hl7Error(101, 'MSH-10, the number of the message, is missing.');
      if (!whole) throw new Hl7Error(102, `The message is longer than ${mostMessageBytes.toLocaleString('en-US')} bytes.`);
      await take(deps, heard, documentOf(message));
      return answered(null);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      await refuse(deps, heard, refusal);
      return answered(refusal);
    }
  } catch (error) {
    if (error instanceof Hl7Error) return answered(error);
    deps.log.warn({ code: error instanceof Error ? error.name : 'unknown' }, 'an HL7 message could not be taken');
    return answered(new Hl7Error(207, 'This server could not store the message. Send it again.'));
  }
}
