import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dateOnly, filterText, paged, pagingQuery, timeZone } from '../lists.ts';

const series = z.array(z.object({ label: z.string(), value: z.number() }));
export const metricsAnswer = z.object({
  from: z.string(),
  to: z.string(),
  page_views: series,
  sessions_by_date: series,
  sessions_by_hour: series,
  active_users: series,
  regions: series,
});
export type Metrics = z.infer<typeof metricsAnswer>;

const hits = z.object({
  n: z.number(),
  hit1: z.nullable(z.number()),
  hit5: z.nullable(z.number()),
  hit10: z.nullable(z.number()),
  misses: z.number(),
});
/** Milliseconds from text to suggestions. */
const speed = { median_ms: z.number(), p95_ms: z.number(), n: z.number() };
export const modelsAnswer = z.object({
  versions: z.array(z.object({ label: z.string(), value: z.string() })),
  totals: z.object({
    op_notes: z.nullable(z.number()),
    cpt_codes: z.nullable(z.number()),
    tenants: z.nullable(z.number()),
    users: z.nullable(z.number()),
    /** Of the whole database; null to those who do not run the installation. */
    database_bytes: z.nullable(z.number()),
  }),
  speed: z.nullable(z.object(speed)),
  /** Of the days of the last month on which notes were read, oldest first. */
  speed_by_day: z.array(z.object({ ...speed, day: z.string() })),
  acceptance: z.nullable(hits),
  over_time: z.array(z.object({ ...hits.shape, week: z.string() })),
  by_section: z.array(z.object({ ...hits.shape, section: z.string() })),
  by_tenant: z.array(z.object({ ...hits.shape, tenant: z.string() })),
  /** Finished claims; null while none is. */
  claims: z.nullable(
    z.object({
      finished: z.number(),
      /** Nobody changed units, modifiers or the choice of the proposed lines. */
      unchanged: z.number(),
      /** Modifiers that assert a fact. */
      proposed: z.number(),
      accepted: z.number(),
      /** Codes that the second look asked about, those of them that were added; codes without words, those of them that stayed. */
      leads: z.number(),
      added: z.number(),
      without_words: z.number(),
      kept: z.number(),
    }),
  ),
  /** On how many claims each error and warning was met. */
  met: z.array(z.object({ reason: z.string(), severity: z.enum(['error', 'warning']), cases: z.number() })),
  training: z.array(
    z.object({
      at: z.string(),
      n: z.number(),
      before: z.object({ hit1: z.number(), hit5: z.number(), hit10: z.number() }),
      after: z.object({ hit1: z.number(), hit5: z.number(), hit10: z.number() }),
    }),
  ),
});
export type Models = z.infer<typeof modelsAnswer>;

/** Open operative notes, and those of them whose suggestions are up to date; the rest is computed in the background. */
export const freshnessAnswer = z.object({ notes: z.number(), up_to_date: z.number() });
export type Freshness = z.infer<typeof freshnessAnswer>;

/** Where a settled code stood among the suggestions: within the first 1, 5 or 10, or not at all. */
export const foundAt = ['1', '5', '10', 'none'] as const;
export const settledCode = z.object({
  /** `note:code`, unique in the list. */
  id: z.string(),
  /** Null when the note was deleted since. */
  note_id: z.nullable(z.string()),
  code: z.string(),
  section: z.string(),
  /** Its rank among the suggestions that were shown; null: added by hand. */
  rank: z.nullable(z.number()),
  week: z.string(),
  settled_at: z.string(),
  tenant: z.nullable(z.string()),
});
export type SettledCode = z.infer<typeof settledCode>;
export const settledOrderings = ['settled_at', 'code', 'rank'] as const;

/** Consented page views, the metrics dashboard and system information. */
export const analytics = {
  pageView: endpoint({
    method: 'POST',
    path: '/api/v1/analytics/page-views/',
    summary: 'Report one consented page view: a route pattern, never an id',
    permission: 'public',
    tx: 'manual',
    audit: null,
    rate: 'beacon',
    body: z.object({
      path: z.string().check(
        z.maxLength(80),
        z.regex(/^\/[a-z0-9/:_-]*$/i, 'Not a route pattern'),
        // An address whose id was not taken out: ids are hexadecimal or numbers, and long.
        z.refine((value) => !/\/(?=[a-z-]*\d)[0-9a-f-]{5,}(\/|$)/i.test(value), 'Not a route pattern'),
      ),
      vid: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)),
      sid: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)),
    }),
    status: 204,
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/api/v1/metrics/',
    summary: 'Seven days of page views and sessions',
    permission: 'administration.read',
    tx: 'read',
    audit: 'metrics_read',
    query: z.strictObject({ to: z.optional(dateOnly), tz: z.optional(timeZone) }),
    response: metricsAnswer,
  }),
  models: endpoint({
    method: 'GET',
    path: '/api/v1/models/',
    summary: 'Versions, totals, engine speed and acceptance',
    permission: 'administration.read',
    tx: 'read',
    replica: true,
    audit: 'metrics_read',
    response: modelsAnswer,
  }),
  freshness: endpoint({
    method: 'GET',
    path: '/api/v1/models/suggestions/',
    summary: 'How many open notes have suggestions of the present engine, catalog and learned model',
    permission: 'administration.read',
    tx: 'read',
    replica: true,
    // Asked again and again while the figures move; they tell of nobody.
    audit: null,
    response: freshnessAnswer,
  }),
  settledCodes: endpoint({
    method: 'GET',
    path: '/api/v1/models/codes/',
    summary: 'The settled codes behind the acceptance figures, with their notes',
    permission: 'administration.read',
    tx: 'read',
    replica: true,
    audit: 'metrics_read',
    query: z.strictObject({
      ...pagingQuery(settledOrderings),
      week: z.optional(dateOnly),
      section: z.optional(filterText),
      tenant: z.optional(filterText),
      code: z.optional(filterText),
      rank: z.optional(z.enum(foundAt)),
    }),
    response: paged(settledCode),
  }),
};
