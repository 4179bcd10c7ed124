import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

export const installationAnswer = z.object({
  /** Sample data is in this installation; every screen says so. */
  demo: z.boolean(),
  /** Minutes without a key, pointer or touch after which the app signs out. */
  idle_minutes: z.number(),
});
export type Installation = z.infer<typeof installationAnswer>;

/** What the app needs to know of its installation before anybody signed in. */
export const installation = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/installation/',
    summary: 'Whether sample data is shown, and how long a screen may stand idle',
    permission: 'public',
    tx: 'manual',
    audit: null,
    response: installationAnswer,
  }),
};
