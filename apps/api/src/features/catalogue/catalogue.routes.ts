import { cptCodes } from '@incisive/contract/cpt-codes';
import type { FastifyInstance } from 'fastify';
import { withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { catalogueVersion } from '../../engine/catalogue-version.ts';
import { listCatalogue } from './catalogue.list.ts';
import { createCode, getCode, importStatus, retireCodes, uploadCatalogue } from './catalogue.service.ts';

/** As many as a description search ranks; beyond it nobody pages. */
const rankedMatches = 500;

export function mountCatalogue(app: FastifyInstance, deps: Deps): void {
  const url = `${deps.config.publicUrl}/api/v1/cpt-codes/`;
  mount(app, deps, cptCodes, {
    // The engine is asked between two short transactions: a new catalogue may have to be loaded first.
    list: async ({ actor, query }) => {
      const words = query.description?.trim();
      const ranked = words
        ? await deps.suggester.search(words, rankedMatches, await withSession(deps.database, actor, catalogueVersion))
        : null;
      return withSession(deps.database, actor, (tx) => listCatalogue(tx, query, ranked?.map((match) => match.code) ?? null, url));
    },
    get: async ({ actor, params }) => {
      const { version, ...code } = await withSession(deps.database, actor, async (tx) => ({
        ...(await getCode(tx, params.id)),
        version: await catalogueVersion(tx),
      }));
      return { ...code, ...(await deps.suggester.describe(code.code, version)) };
    },
    create: ({ tx, actor, body, audit }) => createCode(tx, actor, body, audit),
    removeMany: ({ tx, actor, body, audit }) => retireCodes(tx, actor, body.codes, audit),
    upload: ({ actor, request, reply, audit }) => uploadCatalogue(deps, actor, { request, reply, audit }),
    importStatus: ({ tx, params }) => importStatus(tx, params.id),
  });
}
