import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { storable } from './storable.ts';

const field = (max: number) =>
  z
    .string('All fields are required')
    .check(z.trim(), z.minLength(1, 'All fields are required'), z.maxLength(max, `Must be ${max} characters or less`), storable);
export const contactBody = z.object({
  first_name: field(100),
  last_name: field(100),
  email: field(254).check(z.regex(/^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/, 'Invalid email address')),
  title: field(200),
  company_name: field(200),
  message: field(10_000),
  /** Left empty by people; a filled one is a robot and is dropped without a word. */
  website: z.optional(z.string()),
});

/** The public site's contact form. */
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
};
