import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { bulk, count, idParams } from '../fields.ts';
import { listQuery, paged, textFilters } from '../lists.ts';
import { codeText } from './notes/op-notes.ts';
import { storable } from '../storable.ts';

export const amaNotice =
  'CPT is a registered trademark of the American Medical Association. Descriptions shipped with Incisive are its own plain words, not CPT descriptors; upload your licensed file to use the official ones.';

export const cptCode = z.object({
  id: z.string(),
  code: z.string(),
  description: z.string(),
  created_at: z.string(),
  created_by: z.string(),
  updated_at: z.string(),
  updated_by: z.nullable(z.string()),
  retired: z.boolean(),
});
export type CptCode = z.infer<typeof cptCode>;

const attributes = z.record(z.string(), z.array(z.string()));

/** What a coding rule does: it has to be met, speaks against the code or for it, or tells its act where no heading names it. */
export const codeRuleKinds = ['needs', 'unless', 'prefers', 'tells'] as const;

export const cptCodeDetail = z.object({
  ...cptCode.shape,
  attributes,
  /** Codes of the same family, with what each says that this one does not. */
  neighbors: z.array(z.object({ code: z.string(), description: z.string(), differs: attributes })),
  rules: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(codeRuleKinds),
      scope: z.enum(['heading', 'body', 'any']),
      reason: z.string(),
      source: z.string(),
      /** A sentence of a note that meets the rule, and one that comes near and does not. */
      example: z.nullable(z.object({ meets: z.string(), misses: z.string() })),
    }),
  ),
  notes: z.number(),
});
export type CptCodeDetail = z.infer<typeof cptCodeDetail>;

export const cptCodeOrderings = ['code', 'created_at', 'created_by', 'updated_at', 'updated_by', 'description'] as const;
const query = listQuery({
  orderings: cptCodeOrderings,
  filters: textFilters('code', 'description', 'created_by', 'updated_by'),
  dates: ['created_at', 'updated_at'],
});

export const cptCodeBody = z.object({
  code: codeText,
  description: z
    .string('Required')
    .check(z.trim(), z.minLength(1, 'Required'), z.maxLength(2000, 'Must be 2000 characters or less'), storable),
});

export const importResult = z.object({
  added: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  lines: z.array(z.object({ line: z.number(), reason: z.string() })),
});
export type ImportResult = z.infer<typeof importResult>;

/** The catalogue of procedure codes, one an installation. */
export const cptCodes = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/cpt-codes/',
    summary: 'Search the catalog by code or by description',
    permission: 'catalogue.search',
    tx: 'manual',
    audit: null,
    query,
    response: paged(cptCode),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/cpt-codes/:id/',
    summary: 'One code: description, what the engine knows of it, its neighbors and rules, how many notes use it',
    permission: 'catalogue.view',
    tx: 'manual',
    audit: null,
    params: z.object({ id: z.string().check(z.maxLength(40)) }),
    response: cptCodeDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/cpt-codes/',
    summary: 'Add a code to the catalog, or revive a retired one',
    permission: 'catalogue.manage',
    tx: 'write',
    audit: 'catalogue_change',
    body: cptCodeBody,
    response: cptCode,
    status: 201,
    idempotent: true,
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/api/v1/cpt-codes/delete/',
    summary: 'Retire codes: they leave search and suggestions and stay on notes',
    permission: 'catalogue.manage',
    tx: 'write',
    audit: 'catalogue_change',
    body: z.object({ codes: bulk(z.string().check(z.maxLength(40))) }),
    response: count,
  }),
  upload: endpoint({
    method: 'PUT',
    path: '/api/v1/cpt-codes/upload/',
    summary: 'Add and update codes from a .txt file',
    permission: 'catalogue.manage',
    tx: 'manual',
    audit: 'catalogue_change',
    rate: 'upload',
    upload: true,
    response: z.union([importResult, z.object({ job_id: z.string() })]),
  }),
  importStatus: endpoint({
    method: 'GET',
    path: '/api/v1/cpt-codes/imports/:id/',
    summary: 'Progress and result of a long import',
    permission: 'catalogue.manage',
    tx: 'read',
    audit: null,
    params: idParams,
    response: z.object({
      state: z.enum(['waiting', 'running', 'done', 'failed']),
      progress: z.number(),
      result: z.nullable(importResult),
    }),
  }),
};
