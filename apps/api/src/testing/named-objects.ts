import type { Listed } from './contract-cells.ts';
import { sampleBody } from './sample-request.ts';

/** A field's value, whatever else is asked. */
export const always =
  <T>(value: T) =>
  (): T =>
    value;
const bulkFields = ['users', 'op_notes', 'ed_notes', 'tenants', 'feedbacks', 'notices'];
/** Whether a request names an object, so that it matters whose that is. */
export const namesObject = ({ endpoint }: Listed): boolean =>
  endpoint.path.includes(':id') ||
  bulkFields.some((field) => JSON.stringify(sampleBody(endpoint.body, {}) ?? {}).includes(`"${field}"`));
