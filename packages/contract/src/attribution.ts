/** Nobody has settled it: the four pairs of who and when of a link, empty. */
export const noPairs = {
  approved_by: null,
  approved_at: null,
  assigned_by: null,
  assigned_at: null,
  coded_by: null,
  coded_at: null,
  rejected_by: null,
  rejected_at: null,
  reject_reason: null,
} as const;
