import * as z from 'zod/mini';
import { id } from '../../fields.ts';

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
