import type { FhirBinary } from '@incisive/contract/fhir';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { tenantForNew } from '../notes/notes.service.ts';
import { type Given, bytesOf } from './attachments.ts';

/** So many files of a tenant may wait for their documents. */
const mostWaiting = 200;

/** Keeps a file until its document comes. */
export async function takeBinary(
  tx: Tx,
  actor: Actor,
  body: FhirBinary,
  audit: AuditTrail,
): Promise<Record<string, unknown> & { readonly id: string }> {
  const bytes = bytesOf(body.data, 'data');
  const owner = await tenantForNew(tx, actor, null);
  const { waiting } = await tx
    .selectFrom('app.fhir_binaries')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where('tenant_id', '=', owner)
    .executeTakeFirstOrThrow();
  if (waiting >= mostWaiting)
    throw new AppError('conflict', { detail: `${mostWaiting} files wait for their documents. Send these documents first.` });
  const { id, created_at } = await tx
    .insertInto('app.fhir_binaries')
    .values({ tenant_id: owner, content_type: body.contentType, bytes })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  audit.entity(`binary:${id}`);
  audit.tenant(owner);
  return { resourceType: 'Binary', id, meta: { lastUpdated: created_at.toISOString() }, contentType: body.contentType };
}

export async function findBinary(tx: Tx, owner: string, id: string): Promise<Given | undefined> {
  const row = await tx
    .selectFrom('app.fhir_binaries')
    .select(['content_type', 'bytes'])
    .where('id', '=', id)
    .where('tenant_id', '=', owner)
    .executeTakeFirst();
  return row && { contentType: row.content_type, bytes: row.bytes };
}

export async function removeBinary(tx: Tx, owner: string, id: string): Promise<void> {
  await tx.deleteFrom('app.fhir_binaries').where('id', '=', id).where('tenant_id', '=', owner).execute();
}
