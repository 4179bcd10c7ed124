import { createHash } from 'node:crypto';
import { type EditFile, type EditKind, editKinds } from '@incisive/contract/edit-files';
import { limits } from '@incisive/contract/limits';
import { can } from '@incisive/contract/roles';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { eachPiece, readUploadedFile } from '../../http/input/uploaded-file.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import { activeFiles, listEditFiles, lockEditFile, replaceFiles, toEditFile } from './edit-files.store.ts';
import { completeRelease } from './releases.ts';

export { claimTables, type LoadedTables } from './claim-tables.ts';
export { proposeDiagnoses, searchDiagnoses } from './diagnoses.ts';
export { dropReplacedRows, type EditFileRow, getEditFile } from './edit-files.store.ts';
export { pairsAmong } from './pairs.ts';

const tooLarge = 'A published file has at most 64 MB. Send it as the zip that it comes in.';
/** So many bytes in a row of the database. */
const pieceBytes = 1_000_000;

export async function listFiles(tx: Tx, actor: Actor): Promise<{ results: EditFile[]; covered: Record<EditKind, boolean> }> {
  const rows = await listEditFiles(tx);
  const today = new Date().toISOString().slice(0, 10);
  const covers = (kind: EditKind): boolean =>
    completeRelease(rows.filter((row) => row.state === 'active' && row.kind === kind)).some(
      (row) => row.valid_from! <= today && today <= row.valid_to!,
    );
  return {
    // The files serve every tenant: whose claims they change is told to nobody within one.
    results: rows.map(toEditFile).map((file) => (can(actor.role, 'edits.manage') ? file : withoutCases(file))),
    covered: Object.fromEntries(editKinds.map((kind) => [kind, covers(kind)])) as Record<EditKind, boolean>,
  };
}

const withoutCases = (file: EditFile): EditFile => ({
  ...file,
  preview: file.preview && { ...file.preview, cases_changed: 0, cases: [] },
});

/** Keeps a file as it comes, and has it read in the background. */
export async function uploadEditFile(
  deps: Deps,
  actor: Actor,
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly audit: AuditTrail },
): Promise<{ id: string }> {
  const file = await readUploadedFile(call.request, call.reply, limits.editFileBytes).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'too-large' ? new AppError('too-large', { detail: tooLarge }) : error;
  });
  if (file.bytes.length === 0) throw new AppError('file-empty');
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const id = await withSession(deps.database, actor, async (tx) => {
    const row = await tx
      .insertInto('app.edit_files')
      .values({ filename: file.filename.slice(0, 200), bytes: file.bytes.length, sha256, created_by: actor.username })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
  for (const { n, bytes } of eachPiece(file.bytes, pieceBytes))
    await withSession(deps.database, actor, (tx) =>
      sql`insert into app.edit_file_bytes (file_id, n, bytes) values (${id}, ${n}, ${bytes})`.execute(tx),
    );
  await withSession(deps.database, actor, async (tx) => {
    await tx.updateTable('app.edit_files').set({ state: 'waiting' }).where('id', '=', id).execute();
    await enqueue(tx, 'edit-file', { file_id: id });
    call.audit.entity(`edit-file:${id}`);
    call.audit.detail(`sent ${sha256.slice(0, 16)}`);
    await call.audit.writeIn(tx);
  });
  return { id };
}

/** From now on claims are checked against the file. @throws AppError `conflict` when it was not read, or an equal one is in force. */
export async function takeEditFile(tx: Tx, actor: Actor, id: string, audit: AuditTrail): Promise<EditFile> {
  const file = await lockEditFile(tx, id);
  if (!file || file.state === 'sending') throw new AppError('not-found');
  if (file.state === 'active') {
    audit.none();
    return toEditFile(file);
  }
  if (file.state !== 'preview' || file.kind === null)
    throw new AppError('conflict', { detail: 'Choose a file that was read and is not in force: only such a file can be taken.' });
  const { kind } = file;
  const all = await activeFiles(tx);
  const active = all.filter((one) => one.kind === kind);
  await replaceFiles(
    tx,
    active.filter((one) => one.release === file.release && one.part === file.part).map((one) => one.id),
  );
  await tx
    .updateTable('app.edit_files')
    .set({ state: 'active', taken_by: actor.username, taken_at: new Date() })
    .where('id', '=', id)
    .execute();
  // The pairs hold their whole history: once a newer release is complete the older ones are not asked any more.
  if (kind === 'ptp') {
    const now = await activeFiles(tx, kind);
    const newest = new Set(completeRelease(now).map((one) => one.release));
    const others = now.filter((one) => newest.size > 0 && !newest.has(one.release) && one.valid_to! < file.valid_to!);
    await replaceFiles(
      tx,
      others.map((one) => one.id),
    );
  }
  const after = (await activeFiles(tx)).map((one) => one.id);
  await enqueue(tx, 'recheck', { file_id: id, before: all.map((one) => one.id), after });
  audit.entity(`edit-file:${id}`);
  audit.detail(`${kind} ${file.release ?? ''} part ${file.part} rows ${file.rows}`);
  return toEditFile({ ...file, state: 'active' });
}

export async function dropEditFile(tx: Tx, id: string, audit: AuditTrail): Promise<void> {
  const file = await lockEditFile(tx, id);
  if (!file) throw new AppError('not-found');
  if (file.state === 'active')
    throw new AppError('in-use', { detail: 'Claims are checked against this file. Take a newer one instead.' });
  await tx.deleteFrom('app.edit_files').where('id', '=', id).execute();
  audit.entity(`edit-file:${id}`);
  audit.detail('dropped');
}
