import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams, noBody } from '../fields.ts';

const base = '/api/v1/exports/';

/** A zip that is made in the background: begun by `exportMany` of its kind of notes, kept for a day for the person who asked. */
export const noteExport = z.object({
  id,
  kind: z.enum(['op', 'ed']),
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  /** Notes that were looked at, of all that were asked for. */
  done: z.number(),
  total: z.number(),
  /** Notes that were deleted, or out of the person's reach, when their turn came. */
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
