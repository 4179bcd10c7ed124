import type { NoteDetail, NoteKind } from '@incisive/contract/notes';
import { limits } from '@incisive/contract/limits';
import { edNotes } from '@incisive/contract/ed-notes';
import { opNotes } from '@incisive/contract/op-notes';
import type { Endpoint } from '@incisive/contract/endpoint';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/context.ts';
import { prepareSuggestions } from '../suggestions/suggestions.service.ts';
import { forgetDraft, saveDraft, listNewDrafts, readDraft } from './notes.drafts.ts';
import { beginExport } from '../exports/exports.service.ts';
import { exportNote, exportNotes } from '../exports/word-files.service.ts';
import { type BesideNotes, listNotes } from './notes.list.ts';
import { etagOf, noteShower } from './notes.policy.ts';
import { auditEach, createNote, noteDetail, updateNote } from './notes.service.ts';
import { deleteNotes, getNote, getNoteHead } from './notes.store.ts';
import { uploadNote } from './notes.upload.ts';
import { listVersions } from './notes.versions.ts';

type Shared =
  | 'list'
  | 'get'
  | 'create'
  | 'update'
  | 'remove'
  | 'removeMany'
  | 'download'
  | 'downloadMany'
  | 'exportMany'
  | 'upload'
  | 'versions'
  | 'newDrafts'
  | 'getDraft'
  | 'putDraft'
  | 'removeDraft';

/** What differs between the two kinds of notes. */
interface KindOptions<D> {
  readonly kind: NoteKind;
  readonly path: string;
  readonly defaultSize: number;
  readonly wrap: (note: NoteDetail) => D;
  readonly ids: (body: never) => string[];
  readonly upload: Endpoint;
  readonly beside?: BesideNotes;
}

const withEtag = (reply: FastifyReply, etag: string): void => void reply.header('etag', etag);

/** The handlers that both kinds of notes share. */
function noteHandlers<D>(deps: Deps, options: KindOptions<D>) {
  const { kind, wrap, beside } = options;
  const url = `${deps.config.publicUrl}/api/v1/${options.path}/`;
  const shared: Pick<Handlers<typeof opNotes>, Shared> = {
    list: async ({ tx, actor, query, audit }) => {
      const page = await listNotes(tx, actor, kind, query, { url, defaultSize: options.defaultSize, beside, audit });
      const shown = noteShower(kind, actor.role);
      return { ...page, results: page.results.map((note) => Object.assign(shown(note), beside?.shown(note.beside, actor))) };
    },
    get: async ({ tx, actor, params, reply, audit }) => {
      const note = await getNote(tx, kind, params.id);
      audit.entity(`note:${note.id}`);
      audit.tenant(note.tenant_id);
      withEtag(reply, etagOf(note.version));
      return wrap(await noteDetail(deps, tx, actor, note)) as unknown as NoteDetail;
    },
    create: async ({ tx, actor, body, reply, audit, afterCommit }) => {
      const { text, tenant, duplicates } = body;
      const { note, etag } = await createNote(deps, tx, actor, { kind, text, tenant, duplicates }, audit);
      withEtag(reply, etag);
      afterCommit(() => prepareSuggestions(deps, actor, { id: note.id, kind }));
      return wrap(note) as unknown as NoteDetail;
    },
    update: async ({ tx, actor, params, body, request, reply, audit, afterCommit }) => {
      const { note, etag } = await updateNote(
        deps,
        tx,
        actor,
        { kind, id: params.id, text: body.text, ifMatch: request.headers['if-match'], updatedAt: body.updated_at },
        audit,
      );
      withEtag(reply, etag);
      afterCommit(() => prepareSuggestions(deps, actor, { id: note.id, kind }));
      return wrap(note) as unknown as NoteDetail;
    },
    remove: async ({ tx, actor, params, audit }) => {
      await auditEach(tx, kind, [params.id], audit, 'delete');
      await deleteNotes(tx, actor, kind, [params.id]);
    },
    removeMany: async ({ tx, actor, body, audit }) => {
      const ids = options.ids(body as never);
      await auditEach(tx, kind, ids, audit, 'delete');
      await deleteNotes(tx, actor, kind, ids);
      return { count: ids.length };
    },
    download: async ({ actor, params, query, audit }) => exportNote(deps, actor, kind, params.id, query.limit, audit),
    downloadMany: async ({ actor, query, body, audit }) =>
      exportNotes(deps, actor, kind, options.ids(body as never), query.limit, audit),
    exportMany: async ({ tx, actor, query, body, audit }) =>
      beginExport(tx, actor, { kind, ids: options.ids(body as never), limit: query.limit }, audit),
    upload: async (context) => {
      const created = (note: { id: string; kind: NoteKind }): void => prepareSuggestions(deps, context.actor, note);
      return (await uploadNote({ ...context, deps, kind, endpoint: options.upload, wrap, created })) as NoteDetail;
    },
    versions: async ({ tx, params, query, audit }) => {
      const note = await getNoteHead(tx, kind, params.id);
      audit.entity(`note:${note.id}`);
      audit.tenant(note.tenant_id);
      return listVersions(tx, note.id, query, `${url}${note.id}/versions/`);
    },
    newDrafts: async ({ tx, actor }) => ({ drafts: await listNewDrafts(tx, actor, kind) }),
    getDraft: async ({ tx, actor, params }) => ({ draft: await readDraft(tx, actor, kind, params.key) }),
    putDraft: async ({ tx, actor, params, body }) => saveDraft(tx, actor, kind, params.key, body),
    removeDraft: async ({ tx, actor, params }) => forgetDraft(tx, actor, kind, params.key),
  };
  return shared;
}

export const opNoteHandlers = (deps: Deps, beside: BesideNotes) =>
  noteHandlers(deps, {
    kind: 'op',
    path: 'op-notes',
    defaultSize: limits.defaultPageSize,
    wrap: (note) => note,
    ids: (body: { op_notes: string[] }) => body.op_notes,
    upload: opNotes.upload,
    beside,
  });

export const edNoteHandlers = (deps: Deps) =>
  noteHandlers(deps, {
    kind: 'ed',
    path: 'ed-notes',
    defaultSize: limits.twentyPageSize,
    wrap: (note) => ({ data: note }),
    ids: (body: { ed_notes: string[] }) => body.ed_notes,
    upload: edNotes.upload,
  }) as unknown as Pick<Handlers<typeof edNotes>, Shared>;
