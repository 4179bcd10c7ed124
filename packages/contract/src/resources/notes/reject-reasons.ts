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
