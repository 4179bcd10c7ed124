import { createHash } from 'node:crypto';
import type { Endpoint } from '@incisive/contract/endpoint';
import { limits } from '@incisive/contract/limits';
import { type Duplicates, type NoteDetail, type NoteKind, duplicates as duplicatesSchema } from '@incisive/contract/notes';
import { can } from '@incisive/contract/roles';
import { cleanFilename } from '@incisive/documents';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Deps } from '../../deps.ts';
import { type Actor, withSession, withTenant } from '../../db/tenant.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { answeredBefore, repeatable } from '../../http/idempotency.ts';
import { type UploadedFile, readUploadedFile } from '../../http/input/uploaded-file.ts';
import { createNote, tenantForNew } from './notes.service.ts';
import { extractFile } from './read-file.service.ts';

export interface UploadCall {
  readonly deps: Deps;
  readonly kind: NoteKind;
  readonly endpoint: Endpoint;
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly audit: AuditTrail;
  readonly afterCommit: (run: () => void) => void;
  readonly wrap: (note: NoteDetail) => unknown;
  /** What follows once the note stands. */
  readonly created: (note: { id: string; kind: NoteKind }) => void;
}

/**
 * Makes a note of an uploaded file: read within its limit, turned into text outside any transaction, then note, audit row and
 * Idempotency-Key in one. A file that cannot be used leaves an audit row and nothing else.
 */
export async function uploadNote(call: UploadCall): Promise<unknown> {
  const { deps, actor, kind, audit } = call;
  const file = await refusing(call, () => readUploadedFile(call.request, call.reply, limits.uploadBytes));
  const attempt = { ...call, bodyHash: () => hashOf(file) };
  const tenant = chosenTenant(actor, file);
  const duplicates = chosenDuplicates(file);
  const seen = await withSession(deps.database, actor, async (tx) => ({
    before: await answeredBefore(tx, attempt),
    tenantId: await tenantForNew(tx, actor, tenant),
  }));
  let answer: unknown = seen.before?.response;
  if (!seen.before) {
    const { text, leftOut, type } = await refusing(call, () => extractFile(deps, file, seen.tenantId));
    answer = await withSession(deps.database, actor, (tx) =>
      repeatable(tx, attempt, async () => {
        const made = await createNote(
          deps,
          tx,
          actor,
          {
            kind,
            text,
            leftOut,
            tenant,
            filename: cleanFilename(file.filename),
            type,
            duplicates,
            fileSha256: createHash('sha256').update(file.bytes).digest(),
          },
          audit,
        );
        await audit.writeIn(tx);
        void call.reply.header('etag', made.etag);
        call.afterCommit(() => call.created({ id: made.note.id, kind }));
        return call.wrap(made.note);
      }),
    );
  }
  audit.none();
  return answer;
}

/** A tenant is super-level users' to choose; anybody else's is ignored, whatever it says. */
function chosenTenant(actor: Actor, file: UploadedFile): string | null {
  const given = file.fields.get('tenant')?.trim();
  if (!given || !can(actor.role, 'notes.choose-tenant')) return null;
  if (!z.uuid().safeParse(given).success) throw fieldError('tenant', 'Not a valid id');
  return given;
}

function chosenDuplicates(file: UploadedFile): Duplicates | undefined {
  const given = file.fields.get('duplicates')?.trim();
  if (!given) return undefined;
  const read = duplicatesSchema.safeParse(given);
  if (!read.success) throw fieldError('duplicates', 'Must be keep or refuse');
  return read.data;
}

/** What is wrong with a file goes into the audit log, by its code alone. */
async function refusing<T>({ deps, actor, audit }: UploadCall, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError && (error.code === 'too-large' || error.code.startsWith('file-'))) {
      const { code } = error;
      await withTenant(deps.database, actor, (tx) => audit.refuseIn(tx, 'upload_validation', code));
    }
    throw error;
  }
}

const hashOf = (file: UploadedFile): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([file.filename, file.fields.get('tenant') ?? '', file.fields.get('duplicates') ?? '']))
    .update(file.bytes)
    .digest();
