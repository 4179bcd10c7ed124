import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

export const installationAnswer = z.object({
  /** Sample data is in this installation; every screen says so. */
  demo: z.boolean(),
  /** Minutes without a key, pointer or touch after which the app signs out. */
  idle_minutes: z.number(),
});
export type Installation = z.infer<typeof installationAnswer>;

/** Backups that the installation makes by itself. */
export const backupsAnswer = z.object({
  /** Minutes from one to the next; null: none are made by the product. */
  every_minutes: z.nullable(z.number()),
  newest: z.nullable(z.object({ at: z.string(), bytes: z.number(), seconds: z.number() })),
  /** When the last one was restored for a try, all of it. */
  tried_at: z.nullable(z.string()),
  failing: z.nullable(z.object({ since: z.string(), reason: z.string() })),
  /** The archive that a moment is restored from; null where none is kept. */
  log: z.nullable(
    z.object({
      /** When the newest segment of the database's log in it was closed. */
      archived_at: z.nullable(z.string()),
      /** When the newest copy of the database's files was made. */
      base_at: z.nullable(z.string()),
      tried_at: z.nullable(z.string()),
      failing: z.nullable(z.object({ since: z.string(), reason: z.string() })),
    }),
  ),
});
export type Backups = z.infer<typeof backupsAnswer>;

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
  backups: endpoint({
    method: 'GET',
    path: '/api/v1/installation/backups/',
    summary: 'Age and last try of the backups that the installation makes by itself',
    permission: 'administration.read',
    tx: 'manual',
    // It tells of nobody.
    audit: null,
    response: backupsAnswer,
  }),
};
