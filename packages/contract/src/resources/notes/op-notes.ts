import * as z from 'zod/mini';
import { codeLink, documentReading, historyEntry } from './code-links.ts';
import { endpoint } from '../../endpoint.ts';
import { bulk, idParams } from '../../fields.ts';
import { paged } from '../../lists.ts';
import { noteDetail, noteEndpoints } from './notes.ts';

const base = '/api/v1/op-notes/:id/';
export const codeText = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^(\d{4}[0-9A-Z]|[A-Z]\d{4})$/, 'Not a CPT code'));
const codesBody = z.object({ cpt_codes: bulk(codeText) });
const codePage = paged(codeLink);
const sizeQuery = z.strictObject({ size: z.optional(z.enum(['1', '5', '10'], 'Must be 1, 5 or 10')) });

const codeList = (state: 'approved' | 'suggested' | 'assigned' | 'coded' | 'rejected') =>
  endpoint({
    method: 'GET',
    path: `${base}cpt-codes-${state}/`,
    summary: `Codes of the note in state ${state}`,
    permission: state === 'approved' || state === 'suggested' ? 'codes.read' : 'codes.read-all-states',
    tx: state === 'suggested' ? 'manual' : 'read',
    audit: 'code_list_read',
    ...(state === 'suggested' ? { rate: 'suggest' as const } : {}),
    params: idParams,
    query: sizeQuery,
    response: codePage,
  });

const codeAction = (
  list: 'approved' | 'rejected' | 'assigned' | 'coded',
  permission: 'codes.decide' | 'codes.assign' | 'codes.code',
) =>
  endpoint({
    method: 'POST',
    path: `${base}cpt-codes-${list}/`,
    summary: `Make codes of the note ${list}`,
    permission,
    tx: 'write',
    audit: 'code_transition',
    params: idParams,
    body: codesBody,
    response: codePage,
  });

const hits = z.object({ hit1: z.number(), hit5: z.number(), hit10: z.number() });
/** What a training step changed on the held-back part of the tenant's settled notes. */
export const trainingChange = z.nullable(z.object({ n: z.number(), before: hits, after: hits }));

/** OpNotes: the notes mechanism with procedure codes. Single answers are the bare note. */
export const opNotes = {
  ...noteEndpoints({
    path: 'op-notes',
    label: 'OpNote',
    ids: 'op_notes',
    detail: noteDetail,
    docxName: 'OpNotes.docx',
    zipName: 'OpNotes.zip',
  }),
  suggested: codeList('suggested'),
  approved: codeList('approved'),
  assigned: codeList('assigned'),
  coded: codeList('coded'),
  rejected: codeList('rejected'),
  approve: codeAction('approved', 'codes.decide'),
  reject: codeAction('rejected', 'codes.decide'),
  assign: codeAction('assigned', 'codes.assign'),
  code: codeAction('coded', 'codes.code'),
  reading: endpoint({
    method: 'GET',
    path: `${base}reading/`,
    summary: 'What kind of document the note is: a procedure, one that was not performed, or another document',
    permission: 'codes.read',
    tx: 'manual',
    audit: 'code_list_read',
    rate: 'suggest',
    params: idParams,
    response: documentReading,
  }),
  replace: endpoint({
    method: 'POST',
    path: `${base}cpt-codes-replaced/`,
    summary: 'Reject a code and approve its alternative, in one act',
    permission: 'codes.decide',
    tx: 'write',
    audit: 'code_transition',
    params: idParams,
    body: z.object({ cpt_code: codeText, with: codeText }),
    response: codePage,
  }),
  undo: endpoint({
    method: 'POST',
    path: `${base}cpt-codes-undo/`,
    summary: 'Take back the caller’s own last action on codes',
    permission: 'codes.decide',
    tx: 'write',
    audit: 'code_transition',
    params: idParams,
    body: codesBody,
    response: codePage,
  }),
  submit: endpoint({
    method: 'POST',
    path: `${base}cpt-codes-submitted/`,
    summary: 'Train: settle the note with its approved codes',
    permission: 'codes.train',
    tx: 'manual',
    audit: 'train',
    params: idParams,
    body: codesBody,
    response: z.object({ message: z.literal('Submitted'), changed: trainingChange, training_id: z.string() }),
  }),
  undoSubmit: endpoint({
    method: 'POST',
    path: `${base}cpt-codes-submitted/undo/`,
    summary: 'Take a training step back',
    permission: 'codes.train',
    tx: 'write',
    audit: 'train_undo',
    params: idParams,
    body: z.object({ training_id: z.uuid('Not a valid id') }),
    response: z.object({ message: z.literal('Undone') }),
  }),
  history: endpoint({
    method: 'GET',
    path: `${base}history/`,
    summary: 'Every change of the note’s codes: who, when, from, to',
    permission: 'codes.read',
    tx: 'read',
    audit: 'note_history_read',
    params: idParams,
    response: paged(historyEntry),
  }),
};
