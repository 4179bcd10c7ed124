import { type DocumentReference, type FhirIdentifier } from '@incisive/contract/fhir';
import { cleanFilename } from '@incisive/documents';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import { allows } from '../../http/authenticator.ts';
import type { AuditTrail } from '../../http/context.ts';
import { madeBefore } from '../../http/mount.ts';
import { type SourceId, noteOfSources, saveSources } from '../notes/note-sources.service.ts';
import { createNote, getNote, tenantForNew, updateNote } from '../notes/notes.service.ts';
import { prepareSuggestions } from '../suggestions/suggestions.service.ts';
import { type Given, type Taken, bytesOf, readGiven } from './attachments.ts';
import { findBinary, removeBinary } from './binaries.service.ts';
import { type DocumentRow, findDocuments } from './documents.store.ts';
import { afterCursor, countOf, cursorOf, dateConditions, searchset } from './fhir-search.ts';

type Json = Record<string, unknown>;
type Resource = Json & { resourceType: string; id: string };

const documentUrl = 'urn:ietf:rfc:3986';
const sourceOf = ({ system, value }: FhirIdentifier): SourceId[] =>
  value?.trim() ? [{ system: system ?? '', value: value.trim() }] : [];

/** A note as a document; its text only where it was asked for by its id. */
function documentOf(row: DocumentRow, text: string | null): Resource {
  const identifier = row.identifiers.map(({ system, value }) => ({ ...(system === '' ? {} : { system }), value }));
  return {
    resourceType: 'DocumentReference',
    id: row.id,
    meta: { versionId: String(row.version), lastUpdated: row.updated_at.toISOString() },
    masterIdentifier: { system: documentUrl, value: `urn:uuid:${row.id}` },
    ...(identifier.length === 0 ? {} : { identifier }),
    status: 'current',
    type: { coding: [{ system: 'http://loinc.org', code: '11504-8' }] },
    date: row.created_at.toISOString(),
    content: [
      {
        attachment: {
          contentType: 'text/plain; charset=utf-8',
          ...(text === null ? {} : { data: Buffer.from(text, 'utf8').toString('base64') }),
          title: 'Operative note',
          creation: row.updated_at.toISOString(),
        },
      },
    ],
  };
}

export async function shown(tx: Tx, id: string, withText: boolean): Promise<Resource> {
  const [row] = await findDocuments(tx, [sql`n.id = ${id}::uuid`], 1);
  if (!row) throw new AppError('not-found');
  return documentOf(row, withText ? (await getNote(tx, 'op', id)).text : null);
}

export async function readDocument(tx: Tx, id: string, reply: FastifyReply, audit: AuditTrail): Promise<Json> {
  const note = await getNote(tx, 'op', id);
  audit.entity(`note:${id}`);
  audit.tenant(note.tenant_id);
  void reply.header('etag', `W/"${note.version}"`);
  return shown(tx, id, true);
}

interface DocumentQuery {
  readonly identifier?: string | undefined;
  readonly date?: string | string[] | undefined;
  readonly status?: string | string[] | undefined;
  readonly _count?: string | undefined;
  readonly cursor?: string | undefined;
}

/** `system|value`, `|value` for none, `value` for any system. */
function identifierCondition(given: string) {
  const at = given.indexOf('|');
  const value = at < 0 ? given : given.slice(at + 1);
  const system = at < 0 ? sql`true` : sql`s.system = ${given.slice(0, at)}`;
  return sql`exists (select from app.note_sources s where s.note_id = n.id and s.value = ${value} and ${system})`;
}

export async function searchDocuments(tx: Tx, query: DocumentQuery, url: string, audit: AuditTrail): Promise<Json> {
  const states = [query.status ?? []].flat().flatMap((value) => value.split(','));
  const count = countOf(query);
  const where = [
    ...(states.length > 0 && !states.includes('current') ? [sql`false`] : []),
    ...(query.identifier === undefined ? [] : [identifierCondition(query.identifier)]),
    ...dateConditions(sql`n.created_at`, query.date),
    ...afterCursor(sql`n.created_at`, sql`n.id`, query.cursor),
  ];
  const rows = await findDocuments(tx, where, count + 1);
  const page = rows.slice(0, count);
  const last = page.at(-1);
  if (page.length === 0) audit.none();
  audit.each(
    [...new Set(page.map((row) => row.tenant_id))].map((tenantId) => ({
      tenantId,
      entity: page.filter((row) => row.tenant_id === tenantId).map((row) => `note:${row.id}`),
    })),
  );
  const next = rows.length > count && last ? cursorOf(last.created_at, last.id) : null;
  return searchset(
    url,
    { ...query },
    page.map((row) => documentOf(row, null)),
    next,
  );
}

/** The identifier of a conditional create (`If-None-Exist: identifier=system|value`), which has to be the document's own. */
function conditionOf(header: string | undefined, ids: readonly SourceId[]): void {
  if (header === undefined) return;
  const asked = new URLSearchParams(header.replace(/^\?/, ''));
  const named = asked.get('identifier') ?? '';
  if (
    [...asked.keys()].some((name) => name !== 'identifier') ||
    !ids.some(({ system, value }) => [`${system}|${value}`, value].includes(named))
  )
    throw fieldError('If-None-Exist', 'Must be identifier=system|value with an identifier of this document.');
}

/** The note that a document says it replaces. */
async function replacedBy(tx: Tx, tenantId: string, document: DocumentReference): Promise<string | null> {
  const relation = document.relatesTo?.find(({ code }) => code === 'replaces');
  if (!relation) return null;
  const { reference, identifier } = relation.target;
  const [, id] = /DocumentReference\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/.exec(reference ?? '') ?? [];
  const found = id ?? (identifier ? await noteOfSources(tx, tenantId, sourceOf(identifier)) : null);
  if (!found)
    throw new AppError('not-found', { detail: 'The document that this one replaces is not here. Send it as a new one.' });
  return found;
}

export interface Call<Body> {
  readonly actor: Actor;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly audit: AuditTrail;
  readonly afterCommit: (run: () => void) => void;
}

/** A document whose file was read, before anything is written. */
export interface ReadDocument {
  readonly body: DocumentReference;
  readonly ids: readonly SourceId[];
  readonly conditional: boolean;
  readonly binary: string | null;
  /** Null where its Binary is not here: it came before, or never. */
  readonly taken: Taken | null;
}

const attachmentPath = 'content.0.attachment';
const binaryPattern = /(?:^|\/fhir\/)Binary\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Reads a document's file, which stands in it, or was sent ahead as a Binary.
 * @param beside files that came with it, by the address that it names
 */
export async function readBody(
  deps: Deps,
  { actor, owner }: { readonly actor: Actor; readonly owner: string },
  body: DocumentReference,
  condition: string | undefined,
  beside: ReadonlyMap<string, Given> = new Map(),
): Promise<ReadDocument> {
  const ids = [...(body.masterIdentifier ? sourceOf(body.masterIdentifier) : []), ...(body.identifier ?? []).flatMap(sourceOf)];
  conditionOf(condition, ids);
  const { contentType, data, url } = body.content[0]!.attachment;
  const [, binary = null] = (data === undefined && binaryPattern.exec(url ?? '')) || [];
  const given =
    data === undefined
      ? binary === null
        ? beside.get(url ?? '')
        : await withSession(deps.database, actor, (tx) => findBinary(tx, owner, binary))
      : { contentType: '', bytes: bytesOf(data, `${attachmentPath}.data`) };
  if (!given && binary === null)
    throw fieldError(
      `${attachmentPath}.data`,
      'Send the document itself, in base64, or name a Binary that was sent: other addresses are not fetched.',
    );
  const taken = given ? await readGiven(deps, { ...given, contentType: contentType ?? given.contentType }, owner) : null;
  return { body, ids, conditional: condition !== undefined, binary, taken };
}

/** Writes what was read: a new note, a new version, or nothing where it is here already. */
export async function placeDocument(
  deps: Deps,
  tx: Tx,
  { actor, audit }: Pick<Call<unknown>, 'actor' | 'audit'>,
  { body, ids, conditional, binary, taken }: ReadDocument,
  owner: string,
): Promise<{ readonly id: string; readonly made: 'note' | 'version' | null }> {
  const here = await noteOfSources(tx, owner, ids);
  if (binary !== null && taken) await removeBinary(tx, owner, binary);
  if (here) {
    const note = await getNote(tx, 'op', here);
    if (!conditional && taken && note.version === 1 && note.text !== taken.text.replaceAll('\u0000', '').trim())
      throw new AppError('conflict', {
        detail:
          'A document of this identifier is here with another text. Send this one with an identifier of its own and relatesTo replaces.',
      });
    return { id: here, made: null };
  }
  if (!taken) throw fieldError(`${attachmentPath}.url`, 'This Binary is not here. Send it again, then the document.');
  const target = await replacedBy(tx, owner, body);
  if (target === null) {
    const { title } = body.content[0]!.attachment;
    const filename = title && taken.type !== 'txt' ? cleanFilename(title) : null;
    const { note } = await createNote(deps, tx, actor, { kind: 'op', ...taken, filename }, audit);
    await saveSources(tx, owner, note.id, ids);
    return { id: note.id, made: 'note' };
  }
  if (!allows(actor, 'notes.edit'))
    throw new AppError('forbidden', {
      detail: 'A document that replaces another needs the scope to change notes. Ask an administrator for it.',
    });
  await updateNote(
    deps,
    tx,
    actor,
    { kind: 'op', id: target, text: taken.text, ifMatch: undefined, updatedAt: undefined },
    audit,
  );
  await saveSources(tx, owner, target, ids);
  return { id: target, made: 'version' };
}

/**
 * Takes a document as a note, or as the new version of the note that it replaces. One that is here already makes nothing: its note is
 * answered with 200. Text, identifiers and audit row are written together or not at all.
 */
export async function takeDocument(deps: Deps, call: Call<DocumentReference>): Promise<Json> {
  const { actor, body, request, reply, audit } = call;
  const owner = await withSession(deps.database, actor, (tx) => tenantForNew(tx, actor, null));
  const condition = request.headers['if-none-exist'];
  const read = await readBody(deps, { actor, owner }, body, condition === undefined ? undefined : String(condition));
  return withSession(deps.database, actor, async (tx) => {
    const { id, made } = await placeDocument(deps, tx, call, read, owner);
    if (made === null) audit.none();
    else {
      audit.detail(made === 'note' ? 'by FHIR' : 'new version by FHIR');
      await audit.writeIn(tx);
      call.afterCommit(() => prepareSuggestions(deps, actor, { id, kind: 'op' }));
    }
    if (made !== 'note') madeBefore.add(reply);
    void reply.header('location', `${deps.config.publicUrl}/fhir/DocumentReference/${id}`);
    return shown(tx, id, false);
  });
}
