import type { DocumentReference, Transaction } from '@incisive/contract/fhir';
import { withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import { noteOfSources } from '../notes/note-sources.service.ts';
import { tenantForNew } from '../notes/notes.service.ts';
import { prepareSuggestions } from '../suggestions/suggestions.service.ts';
import { type Given, bytesOf } from './attachments.ts';
import { type Call, type ReadDocument, placeDocument, readBody, shown } from './documents.service.ts';

type Json = Record<string, unknown>;

/** What an entry is refused for names the entry: as a place where it has one, and in words. */
async function inEntry<T>(n: number, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, fields, retryAfterSeconds } = error;
    const named = (words: string): string => `Entry ${n + 1}: ${words}`;
    throw new AppError(code, {
      detail: named(message),
      fields: fields.map(({ path, message: words }) => ({
        path: `entry.${n}.resource.${path}`,
        message: named(words),
      })),
      cause: error,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
}

/** The files that came with the documents, by their addresses; each is some document's. */
function filesOf({ entry }: Transaction): ReadonlyMap<string, Given> {
  const named = new Set(
    entry.flatMap(({ resource }) => (resource.resourceType === 'Binary' ? [] : [resource.content[0]!.attachment.url])),
  );
  const files = new Map<string, Given>();
  entry.forEach(({ fullUrl, resource, request }, n) => {
    if (request.url !== resource.resourceType)
      throw fieldError(`entry.${n}.request.url`, `Entry ${n + 1}: must be ${resource.resourceType}`);
    if (resource.resourceType !== 'Binary') return;
    if (!fullUrl?.startsWith('urn:uuid:') || files.has(fullUrl) || !named.has(fullUrl))
      throw fieldError(
        `entry.${n}.fullUrl`,
        `Entry ${n + 1}: a Binary needs a fullUrl of its own (urn:uuid:) that a document of this transaction names`,
      );
    files.set(fullUrl, { contentType: resource.contentType, bytes: bytesOf(resource.data, `entry.${n}.resource.data`) });
  });
  return files;
}

/** A document that replaces one of the same transaction names it by its address there. */
function resolved(body: DocumentReference, made: ReadonlyMap<string, string>): DocumentReference {
  return {
    ...body,
    ...(body.relatesTo && {
      relatesTo: body.relatesTo.map((relation) => {
        const id = made.get(relation.target.reference ?? '');
        return id ? { ...relation, target: { reference: `DocumentReference/${id}` } } : relation;
      }),
    }),
  };
}

const taken: Json = {
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'information', code: 'informational', details: { text: 'Read as the text of its document.' } }],
};

/** Takes several documents in the order in which they stand: all of them, or none. */
export async function takeTransaction(deps: Deps, call: Call<Transaction>): Promise<Json> {
  const { actor, body, audit } = call;
  const owner = await withSession(deps.database, actor, (tx) => tenantForNew(tx, actor, null));
  const files = filesOf(body);
  const reads = new Map<number, ReadDocument>();
  for (const [n, { resource, request }] of body.entry.entries())
    if (resource.resourceType === 'DocumentReference')
      reads.set(n, await inEntry(n, () => readBody(deps, { actor, owner }, resource, request.ifNoneExist, files)));
  return withSession(deps.database, actor, async (tx) => {
    // All their identifiers at once and in one order: two transactions never wait for each other crosswise.
    await noteOfSources(
      tx,
      owner,
      [...reads.values()].flatMap(({ ids }) => ids),
    );
    const byAddress = new Map<string, string>();
    const answers: Json[] = [];
    const changed: string[] = [];
    let fresh = 0;
    for (const [n, { fullUrl }] of body.entry.entries()) {
      const read = reads.get(n);
      if (!read) {
        answers.push({ response: { status: '200 OK', outcome: taken } });
        continue;
      }
      const { id, made } = await inEntry(n, () =>
        placeDocument(deps, tx, call, { ...read, body: resolved(read.body, byAddress) }, owner),
      );
      if (fullUrl) byAddress.set(fullUrl, id);
      if (made !== null) changed.push(id);
      if (made === 'note') fresh += 1;
      const { meta } = (await shown(tx, id, false)) as { meta?: { versionId: string; lastUpdated: string } };
      answers.push({
        response: {
          status: made === 'note' ? '201 Created' : '200 OK',
          location: `DocumentReference/${id}/_history/${meta?.versionId ?? '1'}`,
          etag: `W/"${meta?.versionId ?? '1'}"`,
          lastModified: meta?.lastUpdated,
        },
      });
    }
    if (changed.length === 0) audit.none();
    else {
      audit.detail(`by FHIR transaction, ${fresh} new, ${changed.length - fresh} changed`);
      await audit.writeIn(tx);
    }
    for (const id of new Set(changed)) call.afterCommit(() => prepareSuggestions(deps, actor, { id, kind: 'op' }));
    return { resourceType: 'Bundle', type: 'transaction-response', entry: answers };
  });
}
