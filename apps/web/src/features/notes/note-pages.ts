import type { ClaimFormat } from '@incisive/contract/cases';
import { edNotes } from '@incisive/contract/ed-notes';
import { claimExports } from '@incisive/contract/exports';
import { limits } from '@incisive/contract/limits';
import type { Duplicates } from '@incisive/contract/notes';
import { notices } from '@incisive/contract/notices';
import { opNotes } from '@incisive/contract/op-notes';
import { call } from '../../lib/api/call.ts';
import { download } from '../../lib/api/download.ts';
import { noteKinds } from '../../lib/note-kinds.ts';
import type { NoteKindNames } from '../../lib/note-kinds.ts';
import { upload } from '../../lib/api/upload.ts';
import type { UploadOptions } from '../../lib/api/upload.ts';

/** What differs between the two kinds of notes in lists, new and upload; the screens are one. */
export type NoteKindPages = NoteKindNames & {
  /** Where the list's Upload button leads; by specification the OpNotes' page for both kinds. */
  readonly uploadButtonPath: '/opnotes/upload';
  readonly hasCodes: boolean;
  readonly defaultRows: number;
  readonly list: typeof opNotes.list | typeof edNotes.list;
  readonly drafts: typeof opNotes | typeof edNotes;
  readonly deleteDialog: { readonly title: string; readonly text: string; readonly word: string };
  /** @returns the new note's id */
  readonly create: (body: { text: string; tenant: string | null; duplicates: Duplicates }, key: string) => Promise<string>;
  readonly upload: (options: UploadOptions) => Promise<string>;
  /** @returns the notice to show */
  readonly removeMany: (ids: readonly string[]) => Promise<string>;
  readonly exportMany: (ids: readonly string[]) => Promise<void>;
  /** The same zip made in the background. */
  readonly beginExport: (ids: readonly string[]) => Promise<unknown>;
  /** Finished claims of notes in the background; only operative notes have any. */
  readonly beginClaimExport: ((ids: readonly string[], format: ClaimFormat) => Promise<unknown>) | null;
};

export const opNotePages: NoteKindPages = {
  ...noteKinds.op,
  uploadButtonPath: '/opnotes/upload',
  hasCodes: true,
  defaultRows: limits.defaultPageSize,
  list: opNotes.list,
  drafts: opNotes,
  deleteDialog: { title: 'Delete OpNotes', text: 'Are you sure?', word: limits.deleteWord },
  create: async (body, key) => (await call(opNotes.create, { body, headers: { 'idempotency-key': key } })).id,
  upload: async (options) => (await upload(opNotes.upload, options)).id,
  removeMany: async (ids) => notices.opNotesDeleted((await call(opNotes.removeMany, { body: { op_notes: [...ids] } })).count),
  exportMany: (ids) => download(opNotes.downloadMany, { body: { op_notes: [...ids] } }),
  beginExport: (ids) => call(opNotes.exportMany, { body: { op_notes: [...ids] } }),
  beginClaimExport: (ids, format) => call(claimExports.begin, { query: { format }, body: { op_notes: [...ids] } }),
};

export const edNotePages: NoteKindPages = {
  ...noteKinds.ed,
  uploadButtonPath: '/opnotes/upload',
  hasCodes: false,
  defaultRows: limits.twentyPageSize,
  list: edNotes.list,
  drafts: edNotes,
  deleteDialog: {
    title: 'Warning!',
    text: 'Attention! Note that op notes will be deleted and cannot be restored.',
    word: limits.deleteWord,
  },
  create: async (body, key) => (await call(edNotes.create, { body, headers: { 'idempotency-key': key } })).data.id,
  upload: async (options) => (await upload(edNotes.upload, options)).data.id,
  removeMany: async (ids) => notices.edNotesDeleted((await call(edNotes.removeMany, { body: { ed_notes: [...ids] } })).count),
  exportMany: (ids) => download(edNotes.downloadMany, { body: { ed_notes: [...ids] } }),
  beginExport: (ids) => call(edNotes.exportMany, { body: { ed_notes: [...ids] } }),
  beginClaimExport: null,
};
