/** What an address may filter a note list by, whichever role opens it. */
export const noteFilters = [
  'id',
  'created_at_after',
  'created_at_before',
  'created_by',
  'updated_at_after',
  'updated_at_before',
  'updated_by',
  'tenant',
  'cpt_codes_approved',
  'filename',
  'text',
] as const;
