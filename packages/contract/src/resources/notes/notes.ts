import * as z from 'zod/mini';
import type { AuditEventName } from '../../audit-events.ts';
import { endpoint } from '../../endpoint.ts';
import { bulk, count, id, idParams, noBody } from '../../fields.ts';
import { listQuery, paged, pagingQuery, textFilters } from '../../lists.ts';
import { limits } from '../../limits.ts';
import { workStates } from '../../work-state.ts';

/** The two kinds of notes share one mechanism; what differs is described here. */
export const noteKinds = ['op', 'ed'] as const;
export type NoteKind = (typeof noteKinds)[number];

export const noteType = z.enum(['text', 'txt', 'docx', 'pdf']);

/** Where an OpNote stands: no code was acted on, some were, or it was trained. Also the order that lists sort by. */
export const noteStates = ['new', 'review', 'submitted'] as const;
export type NoteState = (typeof noteStates)[number];

/** A list row: the text's first 300 characters. Who may not see a field does not get it. */
export const noteRow = z.object({
  id,
  text: z.string(),
  text_truncated: z.boolean(),
  filename: z.nullable(z.string()),
  created_by: z.optional(z.string()),
  owner: z.optional(z.string()),
  created_at: z.string(),
  updated_by: z.nullable(z.string()),
  updated_at: z.string(),
  tenant: z.optional(z.nullable(z.string())),
  tenantId: z.optional(z.nullable(z.string())),
  type: noteType,
  cpt_codes_approved: z.optional(z.array(z.string())),
  /** Of OpNotes. */
  state: z.optional(z.enum(noteStates)),
  /** Of lists of OpNotes: where the case stands, why it waits, and what newly imported files find on its open claim. */
  work: z.optional(z.object({ state: z.enum(workStates), reason: z.nullable(z.string()), new_findings: z.number() })),
});
export type NoteRow = z.infer<typeof noteRow>;

export const noteSection = z.object({ kind: z.string(), label: z.string(), start: z.number(), end: z.number() });

export const noteDetail = z.object({
  ...noteRow.shape,
  sections: z.array(noteSection),
  /** Running heads and feet of the file's pages, which are no part of the text. */
  left_out: z.array(z.string()),
  /** What the caller may do with this note now. */
  abilities: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    decide: z.boolean(),
    assign: z.boolean(),
    code: z.boolean(),
    train: z.boolean(),
  }),
});
export type NoteDetail = z.infer<typeof noteDetail>;

export const noteText = z.string('Required').check(
  z.refine((value) => value.trim().length > 0, { error: 'The note is empty. Type or paste its text.', abort: true }),
  z.refine(
    (value) => value.trim().length <= limits.noteCharacters,
    'The note is longer than 2,000,000 characters. Split it into several notes.',
  ),
);

/** Whether a note that the tenant has already, made within 30 days, is refused with `same-note` (409) or made once more, as by default. */
export const duplicates = z.enum(['keep', 'refuse'], 'Must be keep or refuse');
export type Duplicates = z.infer<typeof duplicates>;
/** The note that was there before, as `current` of a `same-note` refusal. */
export const sameNote = z.object({ id, filename: z.nullable(z.string()), created_at: z.string() });
export type SameNote = z.infer<typeof sameNote>;

const createBody = z.object({ text: noteText, tenant: z.optional(z.nullable(id)), duplicates: z.optional(duplicates) });
const updateBody = z.object({ text: noteText, updated_by: z.optional(z.unknown()), updated_at: z.optional(z.string()) });

export const noteOrderings = [
  'id',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'tenant',
  'cpt_codes_approved',
  'state',
  'filename',
] as const;
const query = listQuery({
  orderings: noteOrderings,
  filters: {
    ...textFilters('id', 'text', 'filename', 'created_by', 'updated_by', 'tenant', 'cpt_codes_approved'),
    created_by__tenant: z.optional(id),
    state: z.optional(z.enum(noteStates, 'Must be new, review or submitted')),
  },
  dates: ['created_at', 'updated_at'],
});

const exportLimit = z.optional(z.enum(['1', '5', '10'], 'Must be 1, 5 or 10'));

export const noteVersion = z.object({ version: z.number(), text: z.string(), saved_by: z.string(), saved_at: z.string() });
export type NoteVersion = z.infer<typeof noteVersion>;
/** Whole texts: a page is small. */
const versionsQuery = z.strictObject(pagingQuery(['version'], [10]));
export const draft = z.object({ text: z.string(), updated_at: z.string(), base_updated_at: z.nullable(z.string()) });
export type Draft = z.infer<typeof draft>;
/** A note's id, or the name of one of several drafts of notes that are not made yet. */
const draftParams = z.object({ key: z.union([z.string().check(z.regex(/^new(-[0-9a-f-]{32,36})?$/)), id]) });

/** The endpoints that both kinds of notes have. `wrap` puts single answers of EdNotes into `data`. */
export function noteEndpoints<const Path extends string, Ids extends string, D extends z.ZodMiniType>(options: {
  path: Path;
  label: string;
  ids: Ids;
  detail: D;
  zipName: string;
  docxName: string;
}) {
  const base = `/api/v1/${options.path}/` as const;
  const idsBody = z.object({ [options.ids]: bulk(id) } as { [K in Ids]: ReturnType<typeof bulk<typeof id>> });
  const audit = (name: AuditEventName): AuditEventName => name;
  return {
    list: endpoint({
      method: 'GET',
      path: base,
      summary: `List ${options.label}s`,
      permission: 'notes.read',
      tx: 'read',
      replica: true,
      audit: audit('note_list'),
      query,
      response: paged(noteRow),
    }),
    get: endpoint({
      method: 'GET',
      path: `${base}:id/`,
      summary: `Read one ${options.label}`,
      permission: 'notes.read',
      tx: 'read',
      audit: audit('note_read'),
      params: idParams,
      response: options.detail,
    }),
    create: endpoint({
      method: 'POST',
      path: base,
      summary: `Create an ${options.label} from typed text`,
      permission: 'notes.create',
      tx: 'write',
      audit: audit('note_create'),
      body: createBody,
      large: true,
      response: options.detail,
      status: 201,
      idempotent: true,
    }),
    update: endpoint({
      method: 'PATCH',
      path: `${base}:id/`,
      summary: `Change the text of an ${options.label}; If-Match or updated_at guards against a stale save`,
      permission: 'notes.edit',
      tx: 'write',
      audit: audit('note_update'),
      params: idParams,
      body: updateBody,
      large: true,
      response: options.detail,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${base}:id/`,
      summary: `Delete one ${options.label}`,
      permission: 'notes.delete',
      tx: 'write',
      audit: audit('note_delete'),
      params: idParams,
      status: 204,
    }),
    removeMany: endpoint({
      method: 'POST',
      path: `${base}delete/`,
      summary: `Delete several ${options.label}s, all or none`,
      permission: 'notes.delete',
      tx: 'write',
      audit: audit('note_delete'),
      body: idsBody,
      response: count,
    }),
    download: endpoint({
      method: 'GET',
      path: `${base}:id/download/`,
      summary: `One ${options.label} as a Word file`,
      permission: 'notes.export',
      tx: 'manual',
      audit: audit('note_export'),
      rate: 'export',
      params: idParams,
      query: z.strictObject({ limit: exportLimit }),
      file: options.docxName,
    }),
    downloadMany: endpoint({
      method: 'POST',
      path: `${base}download/`,
      summary: `Several ${options.label}s as Word files in a zip`,
      permission: 'notes.export',
      tx: 'manual',
      audit: audit('note_export'),
      rate: 'export',
      query: z.strictObject({ limit: exportLimit }),
      body: idsBody,
      file: options.zipName,
    }),
    exportMany: endpoint({
      method: 'POST',
      path: `${base}exports/`,
      summary: `The same zip of ${options.label}s made in the background; the exports resource tells how far it is`,
      permission: 'notes.export',
      tx: 'write',
      audit: audit('note_export'),
      rate: 'export',
      query: z.strictObject({ limit: exportLimit }),
      body: idsBody,
      response: z.object({ export_id: id }),
      status: 202,
    }),
    upload: endpoint({
      method: 'PUT',
      path: `${base}upload/`,
      summary: `Create an ${options.label} from a .txt, .docx or .pdf file`,
      permission: 'notes.create',
      tx: 'manual',
      audit: audit('note_create'),
      rate: 'upload',
      upload: true,
      response: options.detail,
      status: 201,
      idempotent: true,
    }),
    versions: endpoint({
      method: 'GET',
      path: `${base}:id/versions/`,
      summary: `Earlier texts of an ${options.label}`,
      permission: 'notes.versions',
      tx: 'read',
      audit: audit('note_versions_read'),
      params: idParams,
      query: versionsQuery,
      response: paged(noteVersion),
    }),
    newDrafts: endpoint({
      method: 'GET',
      path: `${base}drafts/`,
      summary: 'The caller’s drafts of notes that are not made yet, newest first',
      permission: 'notes.create',
      tx: 'read',
      audit: null,
      response: z.object({ drafts: z.array(z.object({ key: z.string(), updated_at: z.string() })) }),
    }),
    getDraft: endpoint({
      method: 'GET',
      path: `${base}drafts/:key/`,
      summary: 'The caller’s own unsaved text for a note (its id) or for a new one (new)',
      permission: 'notes.create',
      tx: 'read',
      audit: null,
      params: draftParams,
      response: z.object({ draft: z.nullable(draft) }),
    }),
    putDraft: endpoint({
      method: 'PUT',
      path: `${base}drafts/:key/`,
      summary: 'Keep the caller’s unsaved text for 7 days',
      permission: 'notes.create',
      tx: 'write',
      audit: null,
      params: draftParams,
      large: true,
      body: z.object({
        text: z.string().check(z.maxLength(limits.noteCharacters)),
        base_updated_at: z.optional(z.nullable(z.string())),
      }),
      response: draft,
    }),
    removeDraft: endpoint({
      method: 'DELETE',
      path: `${base}drafts/:key/`,
      summary: 'Forget the caller’s unsaved text',
      permission: 'notes.create',
      tx: 'write',
      audit: null,
      params: draftParams,
      body: noBody,
      status: 204,
    }),
  };
}
