import * as z from 'zod/mini';
import type { AuditEventName } from '../../audit-events.ts';
import { endpoint } from '../../endpoint.ts';
import { id, idParams, noBody } from '../../fields.ts';

/** What every connection to another system says of itself: whose it is, whether it works, and who set it up. */
export const connected = {
  id,
  tenant: z.object({ id, name: z.string() }),
  name: z.string(),
  state: z.enum(['active', 'revoked']),
  created_by: z.string(),
  created_at: z.string(),
  rotated_at: z.nullable(z.string()),
  revoked_by: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
} as const;

/** Where messages go. Whether it may be reached is judged each time that something is sent. */
export const hookAddress = z
  .string('Give the address')
  .check(
    z.trim(),
    z.maxLength(500, 'Must be 500 characters or less'),
    z.regex(/^https?:\/\/[^\s@]+$/, 'An address that begins with https://'),
  );

const manage = { permission: 'integrations.manage', params: idParams } as const;

/** What there is of a kind of connection, with what was heard of each last. */
export const listEndpoint = <const R extends z.ZodMiniType>(path: string, summary: string, response: R) =>
  endpoint({ permission: manage.permission, method: 'GET', path, summary, tx: 'read', audit: null, response });

/** An act that changes a connection: a new secret, the end of it. */
export const changeEndpoint = <const A extends AuditEventName, const R extends z.ZodMiniType>(
  path: string,
  summary: string,
  audit: A,
  response: R,
) => endpoint({ ...manage, method: 'POST', path, summary, tx: 'write', audit, body: noBody, response });

/** Tries a connection from here; the words say what was found. */
export const tryEndpoint = (path: string, summary: string) =>
  endpoint({
    ...manage,
    method: 'POST',
    path,
    summary,
    tx: 'manual',
    audit: null,
    body: noBody,
    response: z.object({ ok: z.boolean(), words: z.string() }),
  });

/** The last 1,000 messages of a connection: ids and outcomes. */
export const messagesEndpoint = <const M extends z.ZodMiniType>(path: string, summary: string, message: M) =>
  endpoint({
    ...manage,
    method: 'GET',
    path,
    summary,
    tx: 'read',
    audit: null,
    response: z.object({ results: z.array(message) }),
  });
