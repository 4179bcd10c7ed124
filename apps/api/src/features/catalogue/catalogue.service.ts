import type { CptCode, ImportResult } from '@incisive/contract/cpt-codes';
import { limits } from '@incisive/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { cptCodeDetail } from '@incisive/contract/cpt-codes';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { readUploadedFile } from '../../http/input/uploaded-file.ts';
import { beginImport, dropImport, runImport } from './catalogue-import.job.ts';
import { outdateAll } from '../suggestions/suggestions.service.ts';
import { readCatalogueUpload } from './catalogue.import.ts';
import { toCodeDto } from './catalogue.list.ts';

type CodeDetail = z.infer<typeof cptCodeDetail>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const selectCodes = (tx: Tx) =>
  tx
    .selectFrom('app.cpt_codes')
    .select(['id', 'code', 'description', 'created_at', 'created_by', 'updated_at', 'updated_by', 'retired_at']);

/** One code by its id or by itself; a retired one is still shown, marked. */
export async function getCode(tx: Tx, idOrCode: string): Promise<Omit<CodeDetail, 'attributes' | 'neighbors' | 'rules'>> {
  const row = await (
    uuid.test(idOrCode) ? selectCodes(tx).where('id', '=', idOrCode) : selectCodes(tx).where('code', '=', idOrCode.toUpperCase())
  ).executeTakeFirst();
  if (!row) throw new AppError('not-found');
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from app.code_links l where l.code = ${row.code} and l.state = 'APPROVED'
       and exists (select from app.notes n where n.id = l.note_id)`.execute(tx);
  return { ...toCodeDto(row), notes: rows[0]?.n ?? 0 };
}

/** Adds a code or revives a retired one. @throws AppError `conflict` when it is in the active catalogue already. */
export async function createCode(
  tx: Tx,
  actor: Actor,
  body: { readonly code: string; readonly description: string },
  audit: AuditTrail,
): Promise<CptCode> {
  const existing = await selectCodes(tx).where('code', '=', body.code).forUpdate().executeTakeFirst();
  if (existing && existing.retired_at === null)
    throw new AppError('conflict', {
      detail: `${body.code} is already in the catalog. Use another code.`,
      fields: [{ path: 'code', message: 'Already in the catalog' }],
    });
  audit.entity(`code:${body.code}`);
  audit.detail(existing ? 'revive' : 'create');
  const row = await tx
    .insertInto('app.cpt_codes')
    .values({ code: body.code, description: body.description, created_by: actor.username })
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet({
        description: body.description,
        retired_at: null,
        updated_by: actor.username,
        updated_at: new Date(),
      }),
    )
    .returning(['id', 'code', 'description', 'created_at', 'created_by', 'updated_at', 'updated_by', 'retired_at'])
    .executeTakeFirstOrThrow();
  await outdateAll(tx);
  return toCodeDto(row);
}

/** Retires codes by code or id: all or none. Notes keep theirs. */
export async function retireCodes(tx: Tx, actor: Actor, given: readonly string[], audit: AuditTrail): Promise<{ count: number }> {
  const ids = given.filter((value) => uuid.test(value)).map((value) => value.toLowerCase());
  const codes = given.filter((value) => !uuid.test(value)).map((value) => value.trim().toUpperCase());
  const rows = await selectCodes(tx)
    .where('retired_at', 'is', null)
    .where((where) => where.or([sql<boolean>`id = any (${ids}::uuid[])`, sql<boolean>`code = any (${codes}::text[])`]))
    .orderBy('code')
    .forUpdate()
    .execute();
  const found = new Set(rows.flatMap((row) => [row.id, row.code]));
  if ([...ids, ...codes].some((value) => !found.has(value))) throw new AppError('not-found');
  await tx
    .updateTable('app.cpt_codes')
    .set({ retired_at: new Date(), updated_by: actor.username, updated_at: new Date() })
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
  audit.entity(...rows.map((row) => `code:${row.code}`));
  audit.detail(`retire ${rows.length}`);
  await outdateAll(tx);
  return { count: rows.length };
}

/** Takes a file into the catalogue; one that needs longer than a request waits goes on as a job, whose id is answered. */
export async function uploadCatalogue(
  deps: Deps,
  actor: Actor,
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly audit: AuditTrail },
): Promise<ImportResult | { job_id: string }> {
  const file = await readUploadedFile(call.request, call.reply, limits.uploadBytes);
  const payload = readCatalogueUpload(file);
  // The import writes its own row, in the transaction of its codes.
  call.audit.none();
  const id = await beginImport(deps.database, actor, payload);
  const running = runImport(deps.database, id);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), deps.config.IMPORT_WAIT_SECONDS * 1000);
  });
  try {
    const result = await Promise.race([running, late]);
    if (result) return result;
  } catch (error) {
    // The sender is told that it failed: nothing may come of this file later, over what is sent next.
    await dropImport(deps.database, id).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
  running.catch(() => deps.log.warn({ import: id }, 'a catalog import failed and will be tried again'));
  void call.reply.code(202);
  return { job_id: id };
}

export async function importStatus(
  tx: Tx,
  id: string,
): Promise<{ state: 'waiting' | 'running' | 'done' | 'failed'; progress: number; result: ImportResult | null }> {
  const row = await tx
    .selectFrom('app.catalogue_imports')
    .select(['state', 'progress', 'result'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found');
  return { state: row.state, progress: row.progress, result: row.result as ImportResult | null };
}
