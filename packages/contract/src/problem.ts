import * as z from 'zod/mini';

/** RFC 9457 problem details, with the failed fields of a validation error. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.optional(z.string()),
  /** The detail is what is always advised of such an error, not what happened here. */
  general: z.optional(z.boolean()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  request_id: z.optional(z.string()),
  current: z.optional(z.unknown()),
});
