import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { bulk, id, idParams, noBody } from '../fields.ts';
import { claimFormats } from './cases.ts';

const base = '/api/v1/exports/';

/** A zip that is made in the background: begun by `exportMany` of its kind of notes, kept for a day for the person who asked. */
export const noteExport = z.object({
  id,
  kind: z.enum(['op', 'ed']),
  /** Word files of notes, or their finished claims. */
  format: z.enum(['docx', ...claimFormats]),
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  /** Notes that were looked at, of all that were asked for. */
  done: z.number(),
  total: z.number(),
  /** Notes that were deleted, out of the person's reach, or without a finished claim, when their turn came. */
  left_out: z.number(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type NoteExport = z.infer<typeof noteExport>;

/** Asking how one's own export stands, and dropping it, touches no record; that notes leave is recorded when the file is handed over. */
export const exports = {
  list: endpoint({
    method: 'GET',
    path: base,
    summary: 'The caller’s own background exports, newest first',
    permission: 'notes.export',
    tx: 'read',
    audit: null,
    response: z.object({ results: z.array(noteExport) }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${base}:id/`,
    summary: 'How far one’s own background export is',
    permission: 'notes.export',
    tx: 'read',
    audit: null,
    params: idParams,
    response: noteExport,
  }),
  download: endpoint({
    method: 'GET',
    path: `${base}:id/download/`,
    summary: 'The zip of one’s own background export; 409 until it is ready',
    permission: 'notes.export',
    tx: 'manual',
    audit: 'note_export',
    rate: 'export',
    params: idParams,
    file: 'Notes.zip',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}:id/`,
    summary: 'Drop one’s own background export and its file',
    permission: 'notes.export',
    tx: 'write',
    audit: null,
    params: idParams,
    body: noBody,
    status: 204,
  }),
};

/** Finished claims of several notes, by the newest version of each. */
export const claimExports = {
  begin: endpoint({
    method: 'POST',
    path: '/api/v1/cases/export/',
    summary:
      'A zip of the finished claims of several notes, made in the background: one file of charges, or a FHIR R4 bundle each',
    permission: 'claims.export',
    tx: 'write',
    audit: 'case_export',
    rate: 'export',
    query: z.strictObject({ format: z._default(z.enum(claimFormats), 'csv') }),
    body: z.object({ op_notes: bulk(z.uuid('Not a valid id')) }),
    response: z.object({ export_id: id }),
    status: 202,
  }),
};
