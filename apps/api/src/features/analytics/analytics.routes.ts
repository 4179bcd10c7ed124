import { analytics } from '@incisive/contract/analytics';
import { limits } from '@incisive/contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { platformTenantId } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { savePageView } from '../../http/public-records.ts';
import { readFreshness } from '../suggestions/suggestions.service.ts';
import { readMaxMind } from './max-mind-reader.ts';
import { readMetrics } from './metrics.store.ts';
import { systemInformation } from './models.service.ts';
import { listSettledCodes } from './settled-codes.ts';
import { requestRegion } from './region.ts';

/** Do Not Track and Global Privacy Control count as a decline, whatever the page believes. */
const declined = (request: FastifyRequest): boolean => request.headers['dnt'] === '1' || request.headers['sec-gpc'] === '1';
const sampled = (): boolean => Math.random() * 100 < limits.analyticsSamplePercent;

export function mountAnalytics(app: FastifyInstance, deps: Deps): void {
  const geography = {
    trustProxy: deps.config.TRUST_PROXY !== undefined,
    reader: deps.config.GEOIP_DB ? readMaxMind(deps.config.GEOIP_DB) : null,
  };
  mount(app, deps, analytics, {
    pageView: async ({ body, request, authenticate }) => {
      if (declined(request) || !sampled()) return;
      // The view belongs to the caller's tenant and to nobody: who it was is not kept.
      const actor = await authenticate().catch(() => null);
      await savePageView(deps.database, {
        tenant_id: actor?.tenantId ?? platformTenantId,
        path: body.path,
        vid: body.vid,
        sid: body.sid,
        region: requestRegion(request, geography),
      });
    },
    metrics: ({ tx, query }) => readMetrics(tx, query),
    models: ({ tx, actor }) => systemInformation(deps, tx, actor),
    freshness: ({ tx }) => readFreshness(tx, deps.suggester),
    settledCodes: ({ tx, query }) => listSettledCodes(tx, query, `${deps.config.publicUrl}/api/v1/models/codes/`),
  });
}
