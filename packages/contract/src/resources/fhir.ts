import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';
import { storable } from '../storable.ts';

const base = '/fhir/';

/** FHIR has its own definitions: what leaves is made by one mapper each, and judged by FHIR's validators in the tests. */
const resource = z.record(z.string(), z.unknown());
const word = (most = 500) => z.string().check(z.maxLength(most, `Must be ${most} characters or less`), storable);

const identifier = z.looseObject({ system: z.optional(word()), value: z.optional(word()) });
export type FhirIdentifier = z.infer<typeof identifier>;

export const documentReference = z.looseObject({
  resourceType: z.literal('DocumentReference', 'Must be DocumentReference'),
  status: z.literal('current', 'Only documents that are current are taken'),
  masterIdentifier: z.optional(identifier),
  identifier: z.optional(z.array(identifier).check(z.maxLength(20, 'At most 20 identifiers'))),
  relatesTo: z.optional(
    z
      .array(
        z.looseObject({
          code: word(40),
          target: z.looseObject({ reference: z.optional(word()), identifier: z.optional(identifier) }),
        }),
      )
      .check(z.maxLength(5, 'At most 5 relations')),
  ),
  content: z
    .array(
      z.looseObject({
        attachment: z.looseObject({
          contentType: z.optional(word(100)),
          data: z.optional(z.string()),
          url: z.optional(word(2000)),
          title: z.optional(word(300)),
        }),
      }),
    )
    .check(z.minLength(1, 'Send the document'), z.maxLength(1, 'Send one document')),
});
export type DocumentReference = z.infer<typeof documentReference>;

/** Files that are read, by their media types; text may name its character set. */
export const fileTypes = [
  'text/plain',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/rtf',
  'text/rtf',
  'application/xml',
  'text/xml',
  'application/hl7-cda+xml',
  'application/cda+xml',
] as const;

/** A file ahead of the document that names it. */
export const binary = z.looseObject({
  resourceType: z.literal('Binary', 'Must be Binary'),
  contentType: word(100),
  data: z.string('Send the file in base64'),
});
export type FhirBinary = z.infer<typeof binary>;

/** So many documents and files in one transaction. */
export const bundleEntries = 50;
export const transaction = z.looseObject({
  resourceType: z.literal('Bundle', 'Must be Bundle'),
  type: z.literal('transaction', 'Send a transaction; batches are not supported'),
  entry: z
    .array(
      z.looseObject({
        fullUrl: z.optional(word()),
        resource: z.discriminatedUnion(
          'resourceType',
          [documentReference, binary],
          'Only DocumentReference and Binary are taken in a transaction',
        ),
        request: z.looseObject({
          method: z.literal('POST', 'Only POST is taken in a transaction'),
          url: z.enum(['DocumentReference', 'Binary'], 'Must be DocumentReference or Binary'),
          ifNoneExist: z.optional(word(1000)),
        }),
      }),
    )
    .check(z.minLength(1, 'Send at least one document'), z.maxLength(bundleEntries, `At most ${bundleEntries} entries`)),
});
export type Transaction = z.infer<typeof transaction>;

const several = z.union([word(), z.array(word()).check(z.maxLength(2))]);
const moment = z.string().check(
  z.regex(
    /^(eq|ge|gt|le|lt)?[1-9]\d{3}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2}))?$/,
    'A date such as ge2026-01-31',
  ),
  z.refine((value) => !Number.isNaN(Date.parse(value.replace(/^[a-z]{2}/, ''))), 'A date such as ge2026-01-31'),
);
const moments = z.union([moment, z.array(moment).check(z.maxLength(2, 'At most from and to'))], 'A date such as ge2026-01-31');
/** What every search takes beside its own parameters. */
export const searchPage = {
  _count: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/, 'From 1 to 100'))),
  cursor: z.optional(z.string().check(z.maxLength(200), z.regex(/^[\w-]*$/, 'Not a valid cursor'))),
  // Client libraries send it unasked.
  _format: z.optional(z.enum(['json', 'application/json', 'application/fhir+json'], 'Answers are JSON: leave _format out')),
};
const claimParams = z.object({ id: z.string().check(z.regex(/^[0-9a-f-]{36}(\.[a-z]\d{0,3})?$/, 'Not a valid id')) });
const claimQuery = z.strictObject({ created: z.optional(moments), ...searchPage });

const read = (type: string) =>
  endpoint({
    method: 'GET',
    path: `${base}${type}/:id/`,
    summary: `Read a ${type} of a finished claim`,
    permission: 'claims.export',
    tx: 'read',
    audit: 'case_export',
    dialect: 'fhir',
    params: claimParams,
    response: resource,
  });
const search = (type: string) =>
  endpoint({
    method: 'GET',
    path: `${base}${type}/`,
    summary: `The ${type} resources of finished claims, newest claim first; a page holds those of so many claims`,
    permission: 'claims.export',
    tx: 'read',
    replica: true,
    audit: 'case_export',
    dialect: 'fhir',
    query: claimQuery,
    response: resource,
  });

/** FHIR R4: operative notes in, finished claims out. */
export const fhir = {
  metadata: endpoint({
    method: 'GET',
    path: `${base}metadata/`,
    summary: 'What this server does (CapabilityStatement)',
    permission: 'public',
    tx: 'manual',
    audit: null,
    dialect: 'fhir',
    response: resource,
  }),
  smart: endpoint({
    method: 'GET',
    path: `${base}.well-known/smart-configuration/`,
    summary: 'Where and how tokens are had (SMART Backend Services)',
    permission: 'public',
    tx: 'manual',
    audit: null,
    response: resource,
  }),
  createDocument: endpoint({
    method: 'POST',
    path: `${base}DocumentReference/`,
    summary: 'Take an operative note; the same document twice is one note, one that replaces another is its new version',
    permission: 'notes.create',
    tx: 'manual',
    audit: 'note_create',
    rate: 'upload',
    dialect: 'fhir',
    large: true,
    body: documentReference,
    response: resource,
    status: 201,
  }),
  createBinary: endpoint({
    method: 'POST',
    path: `${base}Binary/`,
    summary: 'Take a file ahead of the document that names it; it is kept until then, for a day at most',
    permission: 'notes.create',
    tx: 'write',
    audit: 'document_received',
    rate: 'upload',
    dialect: 'fhir',
    large: true,
    raw: fileTypes,
    body: binary,
    response: resource,
    status: 201,
  }),
  transaction: endpoint({
    method: 'POST',
    path: base,
    summary: 'Take several documents, all or none of them (Bundle of type transaction)',
    permission: 'notes.create',
    tx: 'manual',
    audit: 'note_create',
    rate: 'upload',
    dialect: 'fhir',
    large: true,
    body: transaction,
    response: resource,
  }),
  searchDocuments: endpoint({
    method: 'GET',
    path: `${base}DocumentReference/`,
    summary: 'Search notes by identifier, date and status',
    permission: 'notes.read',
    tx: 'read',
    replica: true,
    audit: 'note_list',
    dialect: 'fhir',
    query: z.strictObject({
      identifier: z.optional(word(1000)),
      date: z.optional(moments),
      status: z.optional(several),
      ...searchPage,
    }),
    response: resource,
  }),
  readDocument: endpoint({
    method: 'GET',
    path: `${base}DocumentReference/:id/`,
    summary: 'Read a note with its text',
    permission: 'notes.read',
    tx: 'read',
    audit: 'note_read',
    dialect: 'fhir',
    params: idParams,
    response: resource,
  }),
  searchClaims: search('Claim'),
  readClaim: read('Claim'),
  searchProcedures: search('Procedure'),
  readProcedure: read('Procedure'),
  searchChargeItems: search('ChargeItem'),
  readChargeItem: read('ChargeItem'),
  searchProvenances: search('Provenance'),
  readProvenance: read('Provenance'),
};
