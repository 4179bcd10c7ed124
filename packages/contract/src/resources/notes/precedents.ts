import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { id, idParams } from '../../fields.ts';

/** A settled note that is like another: what it was, and what became of its codes. */
export const precedent = z.object({
  id,
  filename: z.nullable(z.string()),
  /** How the note begins. */
  text: z.string(),
  settled_at: z.string(),
  approved: z.array(z.string()),
  rejected: z.array(z.string()),
});
export type Precedent = z.infer<typeof precedent>;

/** Apart from the codes’ other endpoints: a browser fetches them when they are looked at. */
export const precedents = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/op-notes/:id/precedents/',
    summary: 'Settled notes of the same tenant that are like this one, most alike first, with their approved and rejected codes',
    permission: 'codes.read-all-states',
    tx: 'manual',
    audit: 'code_list_read',
    rate: 'suggest',
    params: idParams,
    response: z.object({ results: z.array(precedent) }),
  }),
};
