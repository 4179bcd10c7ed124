import { edNotes } from '@incisive/contract/ed-notes';
import type { NoteDetail, NoteKind } from '@incisive/contract/notes';
import { notices } from '@incisive/contract/notices';
import { opNotes } from '@incisive/contract/op-notes';
import { noteKinds } from '../../lib/note-kinds.ts';
import type { NoteKindNames } from '../../lib/note-kinds.ts';
import { call, callWithTag } from '../../lib/api/call.ts';
import { download } from '../../lib/api/download.ts';

export interface LoadedNote {
  readonly note: NoteDetail;
  /** Version of the text, for `If-Match`. */
  readonly etag: string | null;
}

export interface SaveInput {
  readonly id: string;
  readonly text: string;
  readonly updatedBy: string;
  readonly etag: string | null;
}

/** What differs between the two kinds of notes on their screen; the mechanism is one. */
export type NoteKindScreen = NoteKindNames & {
  readonly updated: string;
  readonly deleted: string;
  readonly deleteText: string;
  readonly get: (id: string, signal?: AbortSignal) => Promise<LoadedNote>;
  readonly save: (input: SaveInput) => Promise<LoadedNote>;
  readonly remove: (id: string) => Promise<void>;
  /** Without a name the file keeps the one in content-disposition. */
  readonly download: (id: string, limit?: '1' | '5' | '10', name?: string) => Promise<void>;
};

/** The shared part of both kinds' endpoints, drafts above all. */
export const endpointsOf = (kind: NoteKind) => (kind === 'op' ? opNotes : edNotes);

const saveOptions = ({ id, text, updatedBy, etag }: SaveInput) => ({
  params: { id },
  body: { text, updated_by: updatedBy },
  headers: etag === null ? {} : { 'if-match': etag },
});

/** An EdNote comes in an envelope. */
const loaded = ({ data, etag }: { data: NoteDetail | { data: NoteDetail }; etag: string | null }): LoadedNote => ({
  note: 'data' in data ? data.data : data,
  etag,
});

export const opNoteScreen: NoteKindScreen = {
  ...noteKinds.op,
  updated: notices.opNoteUpdated(),
  deleted: notices.opNoteDeleted(),
  deleteText: 'You are going to delete the OpNote',
  get: async (id, signal) => loaded(await callWithTag(opNotes.get, { params: { id }, signal })),
  save: async (input) => loaded(await callWithTag(opNotes.update, saveOptions(input))),
  remove: async (id) => {
    await call(opNotes.remove, { params: { id } });
  },
  download: (id, limit, name) =>
    download(opNotes.download, { params: { id }, query: limit === undefined ? {} : { limit } }, name),
};

export const edNoteScreen: NoteKindScreen = {
  ...noteKinds.ed,
  updated: notices.edNoteUpdated(),
  deleted: notices.edNoteDeleted(),
  deleteText: 'You are going to delete the EdNote',
  get: async (id, signal) => loaded(await callWithTag(edNotes.get, { params: { id }, signal })),
  save: async (input) => loaded(await callWithTag(edNotes.update, saveOptions(input))),
  remove: async (id) => {
    await call(edNotes.remove, { params: { id } });
  },
  download: (id, _limit, name) => download(edNotes.download, { params: { id } }, name),
};
