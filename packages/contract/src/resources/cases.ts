import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParams, noBody } from '../fields.ts';
import { dateOnly } from '../lists.ts';
import { storable } from '../storable.ts';
import { codeText } from './notes/op-notes.ts';

const base = '/api/v1/op-notes/:id/case/';

export const sides = ['left', 'right', 'both'] as const;
export const performers = ['surgeon', 'assistant', 'co-surgeon', 'team'] as const;
export type Performer = (typeof performers)[number];
/** A stretch of the note, in UTF-16 units, end exclusive. */
const range = z.object({ start: z.number(), end: z.number() });
const ranges = z.array(range);
export type WordRange = z.infer<typeof range>;

export const claimLine = z.object({
  id: z.string(),
  code: z.string(),
  description: z.string(),
  units: z.number(),
  modifiers: z.array(z.string()),
  side: z.nullable(z.enum(sides)),
  /** Levels, sizes and counts that the note tells of the line. */
  facts: z.record(z.string(), z.unknown()),
  dx: z.array(z.number()),
  service_date: z.nullable(z.string()),
  origin: z.enum(['approved', 'split', 'manual']),
  /** A person touched the line: reading the note again changes it no more. */
  settled: z.boolean(),
  /** Its words are gone from the note. */
  stale: z.boolean(),
  /** Words by what they are words of: `code`, `units`, `side`, or a modifier. */
  evidence: z.record(z.string(), ranges),
  /** Modifiers that assert a fact, with their words, until a person takes them. */
  proposed: z.array(z.object({ modifier: z.string(), words: ranges })),
});
export type ClaimLine = z.infer<typeof claimLine>;

/** One way to answer a finding; what it needs depends on what it does. */
export const claimFix = z.object({
  do: z.string(),
  line: z.optional(z.string()),
  lines: z.optional(z.array(z.string())),
  modifier: z.optional(z.string()),
  modifiers: z.optional(z.array(z.string())),
  units: z.optional(z.number()),
  order: z.optional(z.array(z.string())),
  codes: z.optional(z.array(z.string())),
  dx: z.optional(z.array(z.number())),
  position: z.optional(z.number()),
  kinds: z.optional(z.array(z.string())),
});
export type ClaimFix = z.infer<typeof claimFix>;

export const claimFinding = z.object({
  /** Changes with the lines it is about, so that what was said of it is asked again. */
  key: z.string(),
  reason: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  lines: z.array(z.string()),
  facts: z.record(z.string(), z.unknown()),
  source: z.nullable(z.object({ kind: z.string(), file: z.string(), version: z.string() })),
  fixes: z.array(claimFix),
  said: z.nullable(z.object({ why: z.string(), by: z.string(), at: z.string() })),
});
export type ClaimFinding = z.infer<typeof claimFinding>;

export const claimQuestion = z.object({ about: z.string(), code: z.string(), why: z.string(), words: ranges });

export const claimHeader = z.object({
  performer: z.enum(performers),
  service_date: z.nullable(z.string()),
  /** Two digits of the place of service. */
  pos: z.string(),
  payer: z.enum(['medicare', 'other']),
  bilateral: z.enum(['one-line', 'two-lines']),
  mod51: z.enum(['omit', 'append']),
  distinct_on: z.enum(['either', 'column2']),
  patient_number: z.string(),
  encounter_number: z.string(),
});
export type ClaimHeader = z.infer<typeof claimHeader>;
/** The header of a claim of which nobody said anything yet. */
export const newHeader: ClaimHeader = {
  performer: 'surgeon',
  service_date: null,
  pos: '22',
  payer: 'medicare',
  bilateral: 'one-line',
  mod51: 'omit',
  distinct_on: 'either',
  patient_number: '',
  encounter_number: '',
};

const checkedBy = z.object({ kind: z.string(), file: z.string(), version: z.string() });

export const claimCase = z.object({
  /** Null while no code of the note is approved. */
  id: z.nullable(z.string()),
  note_id: z.string(),
  header: claimHeader,
  revision: z.number(),
  state: z.enum(['open', 'finished']),
  claim_version: z.number(),
  finished_by: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  sha256: z.nullable(z.string()),
  /** The number of the claim file that this version stands in. */
  file: z.nullable(z.string()),
  lines: z.array(claimLine),
  diagnoses: z.array(z.object({ icd: z.string(), description: z.nullable(z.string()) })),
  findings: z.array(claimFinding),
  questions: z.array(claimQuestion),
  /** Ids of the lines in billing order, and what each is worth; null: not known, never zero. */
  sequence: z.array(z.string()),
  values: z.record(z.string(), z.nullable(z.number())),
  /** Of lines that Medicare's rule for several procedures reduces: the share of their full value that counts, 0 to 1. */
  shares: z.record(z.string(), z.number()),
  checked: z.array(checkedBy),
  not_checked: z.array(z.string()),
  counts: z.object({ open: z.number(), to_say: z.number(), not_checked: z.number() }),
  /** What the engine holds likely and nobody acted on. */
  also_saw: z.array(z.object({ code: z.string(), description: z.string(), confidence: z.number(), evidence: ranges })),
  /** Approved codes that no word of the note stands for, by the engine's reading. */
  without_words: z.array(z.string()),
  /** What files that were imported since somebody last worked on the claim changed: new findings by key, and how many are gone. */
  recheck: z.nullable(z.object({ kinds: z.array(z.string()), keys: z.array(z.string()), gone: z.number() })),
  can_undo: z.boolean(),
});
export type ClaimCase = z.infer<typeof claimCase>;

const modifier = z.string().check(z.toUpperCase(), z.regex(/^[A-Z0-9]{2}$/, 'A modifier is two characters'));
const lineId = z.uuid('Not a valid id');
const plainNumber = z.string().check(z.trim(), z.maxLength(40, 'Must be 40 characters or less'), storable);
export const icdText = z.string().check(
  z.trim(),
  z.toUpperCase(),
  z.overwrite((value) => value.replace('.', '')),
  z.regex(/^[A-Z][0-9A-Z]{2,6}$/, 'Not an ICD-10-CM code'),
);

/** What a person may do to a claim. Several are done together or not at all. */
export const claimOperation = z.union(
  [
    z.strictObject({
      do: z.literal('header'),
      service_date: z.optional(z.nullable(dateOnly)),
      pos: z.optional(z.string().check(z.regex(/^\d{2}$/, 'A place of service is two digits'))),
      payer: z.optional(z.enum(['medicare', 'other'])),
      bilateral: z.optional(z.enum(['one-line', 'two-lines'])),
      mod51: z.optional(z.enum(['omit', 'append'])),
      distinct_on: z.optional(z.enum(['either', 'column2'])),
      patient_number: z.optional(plainNumber),
      encounter_number: z.optional(plainNumber),
    }),
    z.strictObject({
      do: z.literal('line'),
      line: lineId,
      units: z.optional(
        z
          .number()
          .check(
            z.int('Units are whole numbers from 1'),
            z.minimum(1, 'Units are whole numbers from 1'),
            z.maximum(9999, 'Must be 9,999 or less'),
          ),
      ),
      modifiers: z.optional(z.array(modifier).check(z.maxLength(8, 'At most 8 modifiers'))),
      /** The day of this line alone; null is that of the claim. */
      service_date: z.optional(z.nullable(dateOnly)),
      dx: z.optional(
        z.array(z.number().check(z.int(), z.minimum(1), z.maximum(12))).check(z.maxLength(12, 'At most 12 pointers')),
      ),
      /** Words of the note that a person chose for a modifier. */
      words: z.optional(z.record(z.string(), ranges)),
    }),
    z.strictObject({ do: z.literal('order'), order: z.array(lineId).check(z.maxLength(200, 'At most 200 lines')) }),
    z.strictObject({ do: z.literal('split'), line: lineId }),
    z.strictObject({ do: z.literal('merge'), lines: z.array(lineId).check(z.length(2, 'Two lines are merged')) }),
    z.strictObject({ do: z.literal('remove'), line: lineId }),
    z.strictObject({ do: z.literal('add'), code: codeText }),
    z.strictObject({ do: z.literal('diagnoses'), icd: z.array(icdText).check(z.maxLength(12, 'At most 12 diagnoses')) }),
    z.strictObject({
      do: z.literal('say-why'),
      key: z.string().check(z.maxLength(64)),
      why: z
        .string('Required')
        .check(z.trim(), z.minLength(1, 'Required'), z.maxLength(500, 'Must be 500 characters or less'), storable),
    }),
  ],
  'Not an operation on a claim',
);
export type ClaimOperation = z.infer<typeof claimOperation>;

/** What the second look asked about before the claim was finished. */
export interface AskedCodes {
  readonly leads: readonly string[];
  readonly without_words: readonly string[];
}

export const claimFormats = ['csv', 'fhir'] as const;
export type ClaimFormat = (typeof claimFormats)[number];

const claimVersion = z.object({
  version: z.number(),
  finished_by: z.string(),
  finished_at: z.string(),
  reopened_at: z.nullable(z.string()),
  sha256: z.string(),
  lines: z.number(),
  file: z.nullable(z.string()),
});

const act = { method: 'POST', tx: 'manual', params: idParams, body: noBody, response: claimCase } as const;

export const foundDiagnosis = z.object({ code: z.string(), description: z.string() });
export type FoundDiagnosis = z.infer<typeof foundDiagnosis>;
const proposedDiagnosis = z.object({ ...foundDiagnosis.shape, words: ranges });
export type ProposedDiagnosis = z.infer<typeof proposedDiagnosis>;

/** The claim-to-be of a note. */
export const cases = {
  get: endpoint({
    method: 'GET',
    path: base,
    summary: 'The claim of the note: lines, diagnoses, findings, and what they were checked against; with its ETag',
    permission: 'claims.read',
    tx: 'manual',
    audit: 'case_read',
    params: idParams,
    response: claimCase,
  }),
  change: endpoint({
    method: 'POST',
    path: `${base}changes/`,
    summary: 'Change the claim: all operations or none. Takes If-Match; 412 when somebody else changed it meanwhile',
    permission: 'claims.edit',
    tx: 'manual',
    audit: 'case_update',
    params: idParams,
    body: z.object({
      operations: z.array(claimOperation).check(z.minLength(1, 'Choose at least one'), z.maxLength(50, 'At most 50 at once')),
    }),
    response: claimCase,
  }),
  undo: endpoint({
    ...act,
    path: `${base}undo/`,
    summary: 'Take back one’s own last change of the claim',
    permission: 'claims.edit',
    audit: 'case_update',
  }),
  finish: endpoint({
    method: 'POST',
    path: `${base}finish/`,
    summary: 'Freeze the claim as a version with its findings and the files it was checked against; 409 while something is open',
    permission: 'claims.finish',
    tx: 'manual',
    audit: 'case_finish',
    params: idParams,
    body: z.optional(
      z.nullable(
        z.strictObject({
          /** Finished in the fast lane: refused where the case or its tenant is not of it. */
          fast: z._default(z.boolean(), false),
          /** What the second look asked about: codes that nobody had decided, and codes without words. For the figures alone. */
          asked: z.optional(
            z.object({
              leads: z.array(codeText).check(z.maxLength(100, 'At most 100')),
              without_words: z.array(codeText).check(z.maxLength(100, 'At most 100')),
            }),
          ),
        }),
      ),
    ),
    response: claimCase,
  }),
  reopen: endpoint({
    ...act,
    path: `${base}reopen/`,
    summary: 'Open a finished claim again; its version stays',
    permission: 'claims.reopen',
    audit: 'case_reopen',
  }),
  proposedDiagnoses: endpoint({
    method: 'GET',
    path: `${base}diagnoses/`,
    summary:
      'What the diagnoses of the note may be coded as: billable codes of the file of its day, best first, with their words',
    permission: 'claims.read',
    tx: 'manual',
    audit: 'case_read',
    params: idParams,
    response: z.object({ results: z.array(proposedDiagnosis) }),
  }),
  versions: endpoint({
    method: 'GET',
    path: `${base}versions/`,
    summary: 'The finished versions of the claim, newest first',
    permission: 'claims.read',
    tx: 'read',
    audit: 'case_read',
    params: idParams,
    response: z.object({ results: z.array(claimVersion) }),
  }),
  export: endpoint({
    method: 'POST',
    path: `${base}export/`,
    summary: 'The newest finished version as a file of charges, a row a line, or as a FHIR R4 bundle; the case is exported by it',
    permission: 'claims.export',
    tx: 'write',
    audit: 'case_export',
    rate: 'export',
    params: idParams,
    query: z.strictObject({ format: z._default(z.enum(claimFormats), 'csv') }),
    file: 'Charges.csv',
  }),
};

/** Diagnosis codes of the imported file. */
export const icdCodes = {
  search: endpoint({
    method: 'GET',
    path: '/api/v1/icd-codes/',
    summary: 'Billable diagnosis codes of a day, by code or by words in any order; `imported` is false while there is no file',
    permission: 'claims.read',
    tx: 'read',
    audit: null,
    query: z.strictObject({
      q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Must be 100 characters or less'))),
      date: z.optional(dateOnly),
    }),
    response: z.object({ imported: z.boolean(), results: z.array(foundDiagnosis) }),
  }),
};
