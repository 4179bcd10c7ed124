import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { allPrintable, bulk, count, id, idParams } from '../fields.ts';
import { listQuery, paged, textFilters } from '../lists.ts';
import { storable } from '../storable.ts';

const field = (max: number) =>
  z
    .string('All fields are required')
    .check(z.trim(), z.minLength(1, 'All fields are required'), z.maxLength(max, `Must be ${max} characters or less`), storable);
const line = (max: number) => field(max).check(allPrintable);
export const contactBody = z.object({
  first_name: line(100),
  last_name: line(100),
  email: line(254).check(z.regex(/^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/, 'Invalid email address')),
  title: line(200),
  company_name: line(200),
  message: field(10_000),
  /** Left empty by people; a filled one is a robot and is dropped without a word. */
  website: z.optional(z.string()),
});

export const contactStatuses = ['New', 'Done'] as const;
export const contact = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  title: z.string(),
  company_name: z.string(),
  /** In a list its first 300 characters. */
  message: z.string(),
  status: z.enum(contactStatuses),
  created_at: z.string(),
  done_by: z.nullable(z.string()),
  done_at: z.nullable(z.string()),
});
export type Contact = z.infer<typeof contact>;

export const contactOrderings = ['created_at', 'last_name', 'email', 'company_name', 'status'] as const;
const query = listQuery({
  orderings: contactOrderings,
  filters: { ...textFilters('last_name', 'email', 'company_name', 'message'), status: z.optional(z.enum(contactStatuses)) },
  dates: ['created_at'],
});

/** The public site's contact form, and its messages for whoever answers them. */
export const contacts = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/contacts/',
    summary: 'Send a message to the provider’s team',
    permission: 'public',
    tx: 'manual',
    audit: 'contact_created',
    rate: 'contact',
    body: contactBody,
    response: z.object({ message: z.string() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/contacts/',
    summary: 'List contact messages',
    permission: 'contacts.manage',
    tx: 'read',
    audit: 'contact_read',
    query,
    response: paged(contact),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/contacts/:id/',
    summary: 'Read one contact message',
    permission: 'contacts.manage',
    tx: 'read',
    audit: 'contact_read',
    params: idParams,
    response: contact,
  }),
  markDone: endpoint({
    method: 'POST',
    path: '/api/v1/contacts/done/',
    summary: 'Mark contact messages as done',
    permission: 'contacts.manage',
    tx: 'write',
    audit: 'contact_updated',
    body: z.object({ contacts: bulk(id) }),
    response: count,
  }),
};
