import { queryOptions } from '@tanstack/react-query';
import { cases, icdCodes } from '@incisive/contract/cases';
import type { AskedCodes, ClaimCase, ClaimOperation } from '@incisive/contract/cases';
import { call, callWithTag } from '../../../lib/api/call.ts';
import { caseKey } from '../workbench.queries.ts';

export interface SeenCase {
  readonly claim: ClaimCase;
  readonly etag: string | null;
}

/** The claim of a note with its version. Opening the tab asks again: codes may have been decided meanwhile. */
export const caseQuery = (noteId: string) =>
  queryOptions({
    queryKey: caseKey(noteId),
    queryFn: async ({ signal }): Promise<SeenCase> => {
      const { data, etag } = await callWithTag(cases.get, { params: { id: noteId }, signal });
      return { claim: data, etag };
    },
    staleTime: 0,
  });

const acts = { undo: cases.undo, reopen: cases.reopen } as const;
export type ClaimAct = keyof typeof acts;

const ifMatch = (etag: string | null): { headers: Record<string, string> } | object =>
  etag === null ? {} : { headers: { 'if-match': etag } };

/** @throws ApiError `stale` when somebody else changed the claim since it was read */
export async function changeClaim(noteId: string, seen: SeenCase, operations: ClaimOperation[]): Promise<SeenCase> {
  const { data, etag } = await callWithTag(cases.change, { params: { id: noteId }, body: { operations }, ...ifMatch(seen.etag) });
  return { claim: data, etag };
}

export async function actOnClaim(noteId: string, seen: SeenCase, act: ClaimAct): Promise<SeenCase> {
  const { data, etag } = await callWithTag(acts[act], { params: { id: noteId }, ...ifMatch(seen.etag) });
  return { claim: data, etag };
}

export async function finishClaim(noteId: string, seen: SeenCase, asked: AskedCodes | null): Promise<SeenCase> {
  const body = asked ? { asked: { leads: [...asked.leads], without_words: [...asked.without_words] } } : {};
  const { data, etag } = await callWithTag(cases.finish, { params: { id: noteId }, body, ...ifMatch(seen.etag) });
  return { claim: data, etag };
}

/** Diagnosis codes by code or words; nothing while nothing was typed. */
export const diagnosisQuery = (text: string, date: string | null) =>
  queryOptions({
    queryKey: ['diagnoses', text, date] as const,
    queryFn: ({ signal }) => call(icdCodes.search, { query: { q: text, ...(date === null ? {} : { date }) }, signal }),
    enabled: text.trim().length > 1,
    staleTime: 60_000,
  });

/** What the diagnoses of the note may be coded as; by the file of the claim's day. */
export const proposedDiagnosesQuery = (noteId: string, date: string | null) =>
  queryOptions({
    queryKey: [...caseKey(noteId), 'diagnoses', date] as const,
    queryFn: ({ signal }) => call(cases.proposedDiagnoses, { params: { id: noteId }, signal }),
    staleTime: 60_000,
  });
