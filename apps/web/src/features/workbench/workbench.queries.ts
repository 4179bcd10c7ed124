import { queryOptions } from '@tanstack/react-query';
import type { CodeAction, CodeLink } from '@incisive/contract/code-links';
import { cptCodes } from '@incisive/contract/cpt-codes';
import type { CptCode } from '@incisive/contract/cpt-codes';
import { feedbacks } from '@incisive/contract/feedbacks';
import type { SuggestionSize } from '@incisive/contract/limits';
import { opNotes } from '@incisive/contract/op-notes';
import type { CodeState } from '@incisive/contract/roles';
import { call } from '../../lib/api/call.ts';
import { endpointsOf } from './note-screens.ts';
import type { NoteKindScreen } from './note-screens.ts';

/** One note with its version; its place in the cache is shared by both kinds. */
export const noteQuery = (screen: NoteKindScreen, id: string) =>
  queryOptions({
    queryKey: ['note', screen.kind, id] as const,
    queryFn: ({ signal }) => screen.get(id, signal),
  });

const codeLists = {
  APPROVED: opNotes.approved,
  SUGGESTED: opNotes.suggested,
  ASSIGNED: opNotes.assigned,
  CODED: opNotes.coded,
  REJECTED: opNotes.rejected,
} as const satisfies Record<CodeState, unknown>;

export const codesKey = (id: string) => ['note-codes', id] as const;
/** Of the claim, which is fetched with its own screen. */
export const caseKey = (id: string) => ['note-claim', id] as const;

/** One code list of a note; `size` limits suggestions alone. */
export const codesQuery = (id: string, state: CodeState, size: SuggestionSize) =>
  queryOptions({
    queryKey: [...codesKey(id), state, state === 'SUGGESTED' ? size : null] as const,
    queryFn: async ({ signal }) => {
      const sizes = { 1: '1', 5: '5', 10: '10' } as const;
      const query = state === 'SUGGESTED' ? { size: sizes[size] } : {};
      return (await call(codeLists[state], { params: { id }, query, signal })).results;
    },
    // Opening a mode asks again; the rows on the table are held by the screen meanwhile.
    staleTime: 0,
  });

/** What kind of document the note is. */
export const readingQuery = (id: string) =>
  queryOptions({
    queryKey: ['note-reading', id] as const,
    queryFn: ({ signal }) => call(opNotes.reading, { params: { id }, signal }),
    staleTime: 0,
  });

/** One reading of a procedure instead of the other: a single act of the server. */
export async function replaceCode(id: string, replaced: string, by: string): Promise<CodeLink[]> {
  return (await call(opNotes.replace, { params: { id }, body: { cpt_code: replaced, with: by } })).results;
}

const actions = { approve: opNotes.approve, reject: opNotes.reject, assign: opNotes.assign, code: opNotes.code } as const;

/** Acts on codes, all or nothing; answers the rows as they are now. */
export async function actOnCodes(id: string, action: CodeAction, codes: readonly string[]): Promise<CodeLink[]> {
  return (await call(actions[action], { params: { id }, body: { cpt_codes: [...codes] } })).results;
}

/** Takes back the caller's own last action on the codes. @throws ApiError `acted-since` */
export async function undoOnCodes(id: string, codes: readonly string[]): Promise<CodeLink[]> {
  return (await call(opNotes.undo, { params: { id }, body: { cpt_codes: [...codes] } })).results;
}

/** Everything that happened to the note, newest first. */
export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['note-history', id] as const,
    queryFn: async ({ signal }) => (await call(opNotes.history, { params: { id }, signal })).results,
    staleTime: 0,
  });

/** The texts that the newest ten saves replaced, newest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['note-versions', id] as const,
    queryFn: async ({ signal }) => (await call(opNotes.versions, { params: { id }, signal })).results,
    staleTime: 0,
  });

/** Denials that were reported for this note, newest first. */
export const denialQuery = (id: string) =>
  queryOptions({
    queryKey: ['note-denials', id] as const,
    queryFn: async ({ signal }) => {
      const query = { opnote_id: id, subject: 'Code denial' };
      return (await call(feedbacks.list, { query, signal })).results;
    },
    retry: false,
  });

/** Catalogue search for the Add dialog: by code, then by words of the description. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['catalogue-search', text] as const,
    queryFn: async ({ signal }): Promise<CptCode[]> => {
      const byCode = await call(cptCodes.list, { query: { code: text, per_page: 25 }, signal });
      if (byCode.count > 0) return byCode.results;
      return (await call(cptCodes.list, { query: { description: text, per_page: 25 }, signal })).results;
    },
    enabled: text !== '',
    staleTime: 60_000,
  });

/** The reader's own unsaved text of this note, kept by the server. */
export const draftQuery = (screen: NoteKindScreen, id: string) =>
  queryOptions({
    queryKey: ['note-draft', screen.kind, id] as const,
    queryFn: async ({ signal }) => (await call(endpointsOf(screen.kind).getDraft, { params: { key: id }, signal })).draft,
    staleTime: 0,
    retry: false,
  });

export const putDraft = (screen: NoteKindScreen, id: string, text: string, baseUpdatedAt: string) =>
  call(endpointsOf(screen.kind).putDraft, { params: { key: id }, body: { text, base_updated_at: baseUpdatedAt } });

export const removeDraft = (screen: NoteKindScreen, id: string) =>
  call(endpointsOf(screen.kind).removeDraft, { params: { key: id } });
