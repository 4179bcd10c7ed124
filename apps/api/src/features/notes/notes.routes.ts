import type { NoteDetail, NoteKind } from '@incisive/contract/notes';
import { limits } from '@incisive/contract/limits';
import type { edNotes } from '@incisive/contract/ed-notes';
import type { opNotes } from '@incisive/contract/op-notes';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/context.ts';
import { exportNote } from './notes.export.ts';
import { listNotes } from './notes.list.ts';
import { etagOf, shownNote } from './notes.policy.ts';
import { auditEach, createNote, noteDetail, updateNote } from './notes.service.ts';
import { deleteNotes, getNote } from './notes.store.ts';

type Shared = 'list' | 'get' | 'create' | 'update' | 'remove' | 'removeMany' | 'download';

/** What differs between the two kinds of notes. */
interface KindOptions<D> {
  readonly kind: NoteKind;
  readonly path: string;
  readonly defaultSize: number;
  readonly wrap: (note: NoteDetail) => D;
  readonly ids: (body: never) => string[];
}

const withEtag = (reply: FastifyReply, etag: string): void => void reply.header('etag', etag);

/** The handlers that both kinds of notes share. */
function noteHandlers<D>(deps: Deps, options: KindOptions<D>) {
  const { kind, wrap } = options;
  const url = `${deps.config.publicUrl}/api/v1/${options.path}/`;
  const shared: Pick<Handlers<typeof opNotes>, Shared> = {
    list: async ({ tx, actor, query }) => {
      const page = await listNotes(tx, actor, kind, query, { url, defaultSize: options.defaultSize });
      return { ...page, results: page.results.map((note) => shownNote(note, actor.role)) };
    },
    get: async ({ tx, actor, params, reply, audit }) => {
      const note = await getNote(tx, kind, params.id);
      audit.entity(`note:${note.id}`);
      audit.tenant(note.tenant_id);
      withEtag(reply, etagOf(note.version));
      return wrap(await noteDetail(deps, tx, actor, note)) as unknown as NoteDetail;
    },
    create: async ({ tx, actor, body, reply, audit }) => {
      const { note, etag } = await createNote(deps, tx, actor, { kind, text: body.text, tenant: body.tenant }, audit);
      withEtag(reply, etag);
      return wrap(note) as unknown as NoteDetail;
    },
    update: async ({ tx, actor, params, body, request, reply, audit }) => {
      const { note, etag } = await updateNote(
        deps,
        tx,
        actor,
        { kind, id: params.id, text: body.text, ifMatch: request.headers['if-match'], updatedAt: body.updated_at },
        audit,
      );
      withEtag(reply, etag);
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
  };
  return shared;
}

export const opNoteHandlers = (deps: Deps) =>
  noteHandlers(deps, {
    kind: 'op',
    path: 'op-notes',
    defaultSize: limits.defaultPageSize,
    wrap: (note) => note,
    ids: (body: { op_notes: string[] }) => body.op_notes,
  });

export const edNoteHandlers = (deps: Deps) =>
  noteHandlers(deps, {
    kind: 'ed',
    path: 'ed-notes',
    defaultSize: limits.twentyPageSize,
    wrap: (note) => ({ data: note }),
    ids: (body: { ed_notes: string[] }) => body.ed_notes,
  }) as unknown as Pick<Handlers<typeof edNotes>, Shared>;
