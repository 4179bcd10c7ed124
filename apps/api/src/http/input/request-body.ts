import '@fastify/multipart';
import type { Endpoint } from '@incisive/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/** The request's body as an object: JSON, and where the endpoint takes forms also form-encoded or multipart fields. */
export async function readBody(endpoint: Endpoint, request: FastifyRequest): Promise<unknown> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (request.isMultipart()) {
    if (!endpoint.forms) throw new AppError('unsupported-media-type', { detail: 'Send JSON.' });
    return readFields(request).catch((error: unknown) => {
      throw partsRefusal(error);
    });
  }
  if (type === 'application/x-www-form-urlencoded' && !endpoint.forms)
    throw new AppError('unsupported-media-type', { detail: 'Send JSON.' });
  return request.body ?? undefined;
}

async function readFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  for await (const part of request.parts({ limits: { files: 0, fields: 40, fieldSize: 20_000, parts: 40 } })) {
    if (part.type === 'file') throw new AppError('unsupported-media-type', { detail: 'Send fields, not files.' });
    const before = fields.get(part.fieldname);
    fields.set(part.fieldname, before === undefined ? part.value : [...(Array.isArray(before) ? before : [before]), part.value]);
  }
  return Object.fromEntries(fields);
}

/** What is wrong with a multipart body that its parser gave up on: too much of something, or not multipart at all. */
export function partsRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return new AppError(/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code) ? 'validation' : 'unparsable', { cause: error });
}
