import type { Schema } from '@incisive/contract/endpoint';
import { AppError, type FieldError } from '../app-error.ts';

/** A sender that got everything wrong is told the first of it. */
const mostFields = 100;
const longestPath = 100;

/** The parts of a schema's complaint that plain words are made of. */
interface Complaint {
  readonly code?: string | undefined;
  readonly input?: unknown;
  readonly origin?: string;
  readonly maximum?: number | bigint;
  readonly values?: readonly unknown[];
}

/** Words for a complaint to which the contract gave none of its own. */
function plainWords({ code, input, origin, maximum, values }: Complaint): string {
  if (input === undefined || input === null) return 'Required';
  if (code === 'too_big' && origin === 'string') return `Must be ${String(maximum)} characters or less`;
  if (code === 'invalid_value' && values && values.length > 0) return `Must be one of ${values.map(String).join(', ')}`;
  return 'Not valid';
}

const fieldsRefused = (fields: readonly FieldError[]): AppError =>
  new AppError('validation', {
    fields: fields.slice(0, mostFields).map(({ path, message }) => ({ path: path.slice(0, longestPath), message })),
  });

/**
 * Checks one part of a request against its schema.
 * @throws AppError `validation` that names every failed field, or the first hundred of them.
 */
export function validate(schema: Schema | undefined, value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) {
    if (part === 'query' && value && Object.keys(value).length > 0)
      throw fieldsRefused(Object.keys(value).map((path) => ({ path, message: 'Unknown parameter' })));
    return undefined;
  }
  const result = schema.safeParse(value, { error: (complaint) => plainWords(complaint as Complaint) });
  if (result.success) return result.data;
  throw fieldsRefused(
    result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            path: [...issue.path, key].join('.'),
            message: part === 'query' ? 'Unknown parameter' : 'Unknown field',
          }))
        : [{ path: issue.path.map(String).join('.') || part, message: issue.message }],
    ),
  );
}
