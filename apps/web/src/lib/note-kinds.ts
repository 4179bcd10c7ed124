import type { NoteKind } from '@incisive/contract/notes';

/** What the two kinds of notes are called, and where their screens are. */
export const noteKinds = {
  op: {
    kind: 'op',
    label: 'OpNote',
    plural: 'OpNotes',
    listPath: '/opnotes',
    newPath: '/opnotes/new',
    notePath: '/opnotes/$id',
  },
  ed: {
    kind: 'ed',
    label: 'EdNote',
    plural: 'EdNotes',
    listPath: '/ednotes',
    newPath: '/ednotes/new',
    notePath: '/ednotes/$id',
  },
} as const;
export type NoteKindNames = (typeof noteKinds)[NoteKind];
