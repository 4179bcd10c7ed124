import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { bulk, idParams } from '../../fields.ts';
import { paged } from '../../lists.ts';
import { codeLink } from './code-links.ts';
import { codeText } from './op-notes.ts';

/** Why a suggested code was rejected, each by its digit from 1. */
export const rejectReasons = [
  { key: 'not-done', label: 'Not done' },
  { key: 'part-of-another', label: 'Part of another code' },
  { key: 'other-code', label: 'Another code fits better' },
  { key: 'not-documented', label: 'Not documented' },
  { key: 'history-or-plan', label: 'History or plan only' },
  { key: 'another-surgeon', label: 'Another surgeon’s' },
  { key: 'side-size-level', label: 'Wrong side, size or level' },
  { key: 'other', label: 'Other' },
] as const;
export type RejectReason = (typeof rejectReasons)[number]['key'];
export const rejectReasonKeys = rejectReasons.map(({ key }) => key);

/** Nothing of the code was done or is in the note: a learner is told so more strongly than of a code that is close. */
export const firmReasons: readonly RejectReason[] = ['not-done', 'not-documented', 'history-or-plan'];
/** For so long after a rejection a digit says why. */
export const reasonSeconds = 3;

/** Apart from the codes’ other endpoints: a browser fetches it with the screen’s part that asks. */
export const rejections = {
  explain: endpoint({
    method: 'POST',
    path: '/api/v1/op-notes/:id/cpt-codes-rejected/reason/',
    summary: 'Say why the caller rejected codes, say it otherwise, or take it back',
    permission: 'codes.decide',
    tx: 'write',
    audit: 'code_transition',
    params: idParams,
    body: z.object({ cpt_codes: bulk(codeText), reason: z.nullable(z.enum(rejectReasonKeys, 'Not one of the reasons')) }),
    response: paged(codeLink),
  }),
};
