import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { noBody } from '../../fields.ts';

/**
 * Whether it is on, and whether the calibration lets a lead open it: of the cases like those of the lane that were finished the ordinary
 * way, how many were finished as suggested.
 */
const laneState = z.object({ on: z.boolean(), may: z.boolean(), of: z.number(), agreed: z.number() });
export type LaneState = z.infer<typeof laneState>;

/** The fast lane: cases of which the engine is sure, finished by a person one after the other. */
export const lane = {
  next: endpoint({
    method: 'POST',
    path: '/api/v1/queue/lane/next/',
    summary: 'Take the next case whose first codes are all sure; null when none waits or no lane is open',
    permission: 'queue.work',
    tx: 'write',
    audit: 'case_claim',
    body: noBody,
    response: z.object({ note_id: z.nullable(z.string()) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/queue/lane/',
    summary: 'The fast lane of the caller’s tenant, and what its own cases say of it',
    permission: 'queue.configure',
    tx: 'read',
    audit: null,
    response: laneState,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/v1/queue/lane/',
    summary: 'Open or close the fast lane; it opens only where the tenant’s own cases allow it',
    permission: 'queue.configure',
    tx: 'write',
    audit: 'queue_change',
    body: z.strictObject({ on: z.boolean() }),
    response: laneState,
  }),
};
