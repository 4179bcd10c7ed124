import { type RawBuilder, sql } from 'kysely';

/**
 * Every advisory lock of the product, each with a number of its own: two that share one would wait for each other. PostgreSQL keeps
 * locks of one number and of two apart.
 */
export const locks = {
  bootstrap: 724_501,
  migration: 724_502,
  jobQueue: 724_503,
  accountChange: 724_504,
  catalogueImport: 724_505,
  editFile: 724_512,
  /** With a tenant: whoever recomputes its suggestions. */
  resuggest: 724_506,
  auditSealer: 724_507,
  signingKeys: 724_508,
  /** With a user, an endpoint and an Idempotency-Key. */
  repeatable: 724_509,
  /** With a user: whoever raises the alert about refusals. */
  refusals: 724_510,
  /** With a tenant, a kind of note and its text or file: whoever adds it. */
  sameNote: 724_511,
  /** With a tenant and the identifier of a document from elsewhere: whoever takes it. */
  noteSource: 724_514,
  /** With an API client, or a tenant's administrators: whoever adds a FHIR subscription. */
  subscriptions: 724_517,
  /** Whoever tells people of holds. */
  remindHolds: 724_515,
  /** Whoever draws finished cases for review. */
  drawReviews: 724_516,
  /** Whoever writes a backup by the clock. */
  backup: 724_513,
  /** With `dataFolderObject`: held by the process whose data folder it is. 'INCI'. */
  dataFolder: 0x49_4e_43_49,
} as const;

export const dataFolderObject = 1;

/** A lock of one thing among many of a kind, as the two numbers that PostgreSQL's lock functions take. */
export const lockOf = (
  kind: 'resuggest' | 'repeatable' | 'refusals' | 'sameNote' | 'noteSource' | 'subscriptions',
  name: string,
): RawBuilder<unknown> => sql`${locks[kind]}::int, hashtext(${name})`;
