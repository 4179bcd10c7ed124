import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParams, noBody } from '../fields.ts';

const base = '/api/v1/edit-files/';

/** The kinds of files that claims are checked against, in the order in which the screen shows them. */
export const editKinds = ['ptp', 'mue', 'addon', 'mpfs', 'icd', 'hcpcs'] as const;
export type EditKind = (typeof editKinds)[number];

/** What each kind is called, what its file looks like, and how often its publisher makes a new one. */
export const editKindWords: Record<EditKind, { name: string; file: string; often: string }> = {
  ptp: { name: 'Procedure pairs (NCCI PTP)', file: 'ccipra-v322r0-f1.TXT to f4.TXT', often: 'every quarter' },
  mue: {
    name: 'Unit limits (NCCI MUE)',
    file: 'MCR_MUE_PractitionerServices_Eff_07-01-2026.csv',
    often: 'every quarter',
  },
  addon: { name: 'Add-on codes (NCCI AOC)', file: 'AOC_V2026Q3-MCR.txt', often: 'every quarter' },
  mpfs: { name: 'Fee schedule (PPRRVU)', file: 'PPRRVU26_JUL.csv', often: 'every quarter' },
  icd: { name: 'Diagnosis codes (ICD-10-CM)', file: 'icd10cm_order_2026.txt', often: 'October 1 and April 1' },
  hcpcs: { name: 'HCPCS Level II codes', file: 'HCPC2026_JUL_ANWEB.txt', often: 'every quarter' },
};

/** Files with CPT code numbers come under the license of the American Medical Association; these two do not. */
export const needsCptLicense = (kind: EditKind): boolean => kind !== 'icd' && kind !== 'hcpcs';

/** `preview`: read and waiting for a person; `replaced`: a newer file of the same release, or a newer release, took its place. */
export const editFileStates = ['waiting', 'running', 'failed', 'preview', 'active', 'replaced'] as const;

export const editFilePreview = z.object({
  /** The file that is in force today and that this one replaces or follows. */
  before: z.nullable(z.string()),
  rows_before: z.nullable(z.number()),
  /** Codes approved on notes in the last 90 days, and those of them for which this file says other things. */
  codes_in_use: z.number(),
  changed: z.number(),
  changes: z.array(z.object({ code: z.string(), what: z.enum(['added', 'removed', 'changed']) })),
  /** Open claims of days that the file covers with such a code; named to those alone who may import. */
  cases_changed: z.number(),
  cases: z.array(z.object({ note_id: z.string(), codes: z.array(z.string()) })),
});

export const editFile = z.object({
  id: z.string(),
  /** Null until the file was recognized. */
  kind: z.nullable(z.enum(editKinds)),
  release: z.nullable(z.string()),
  /** Which of several files of a release this is; 0 where there is one alone. */
  part: z.number(),
  valid_from: z.nullable(z.string()),
  valid_to: z.nullable(z.string()),
  filename: z.string(),
  sha256: z.nullable(z.string()),
  bytes: z.number(),
  rows: z.number(),
  refused: z.number(),
  seconds: z.nullable(z.number()),
  state: z.enum(editFileStates),
  progress: z.number(),
  /** What is the matter with a file that failed, and what to do. */
  failure: z.nullable(z.string()),
  preview: z.nullable(editFilePreview),
  created_by: z.string(),
  created_at: z.string(),
});
export type EditFile = z.infer<typeof editFile>;

/** The published files that claims are checked against, one set an installation. */
export const editFiles = {
  list: endpoint({
    method: 'GET',
    path: base,
    summary: 'The files that claims are checked against, newest first, and those on their way in',
    permission: 'edits.read',
    tx: 'read',
    // No record of anybody is read.
    audit: null,
    response: z.object({
      results: z.array(editFile),
      /** For each kind whether a file covers today. */
      covered: z.record(z.enum(editKinds), z.boolean()),
    }),
  }),
  upload: endpoint({
    method: 'PUT',
    path: `${base}upload/`,
    summary:
      'Send a published file, plain or as the zip it comes in; it is read in the background and counts only once it is taken',
    permission: 'edits.manage',
    tx: 'manual',
    audit: 'edit_file_import',
    rate: 'upload',
    upload: true,
    response: z.object({ id: z.string() }),
    status: 202,
  }),
  take: endpoint({
    method: 'POST',
    path: `${base}:id/take/`,
    summary: 'Check claims against a file that was read from now on; needs the word that the clinic holds a CPT license',
    permission: 'edits.manage',
    tx: 'write',
    audit: 'edit_file_import',
    params: idParams,
    body: z.object({ license: z.literal(true, 'Confirm that your organization holds a CPT license') }),
    response: editFile,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}:id/`,
    summary: 'Drop a file that is not in force',
    permission: 'edits.manage',
    tx: 'write',
    audit: 'edit_file_import',
    params: idParams,
    body: noBody,
    status: 204,
  }),
};
