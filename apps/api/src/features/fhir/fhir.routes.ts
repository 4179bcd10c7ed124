import { fhir } from '@incisive/contract/fhir';
import { subscriptions } from '@incisive/contract/subscriptions';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { mount } from '../../http/mount.ts';
import { type FinishedClaim, claimResources, finishedClaims } from '../cases/finished-claims.service.ts';
import { takeBinary } from './binaries.service.ts';
import { capabilityStatement, smartConfiguration } from './conformance.ts';
import { readDocument, searchDocuments, takeDocument } from './documents.service.ts';
import { afterCursor, countOf, cursorOf, dateConditions, searchset } from './fhir-search.ts';
import * as hooks from '../integrations/subscriptions.service.ts';
import { takeTransaction } from './transaction.service.ts';

interface Read {
  readonly tx: Tx;
  readonly params: { readonly id: string };
  readonly audit: AuditTrail;
}
interface Search {
  readonly tx: Tx;
  readonly query: {
    readonly created?: string | string[] | undefined;
    readonly _count?: string | undefined;
    readonly cursor?: string | undefined;
  };
  readonly audit: AuditTrail;
}

/** Whose claims were handed out: a row for each tenant, in its own record. */
function audited(audit: AuditTrail, claims: readonly FinishedClaim[], type: string): void {
  if (claims.length === 0) audit.none();
  audit.each(
    [...new Set(claims.map(({ claim }) => claim.tenant_id))].map((tenantId) => ({
      tenantId,
      entity: claims.filter(({ claim }) => claim.tenant_id === tenantId).map(({ claim }) => `note:${claim.note_id}`),
      detail: `fhir ${type}`,
    })),
  );
}

/** One type of the resources that a finished claim has. */
const ofClaims = (type: string, base: string) => ({
  read: async ({ tx, params, audit }: Read) => {
    const found = await finishedClaims(tx, [sql`c.id = ${params.id.slice(0, 36)}::uuid`], 1);
    const resource = found
      .flatMap(({ claim, sha256 }) => claimResources(claim, sha256))
      .find((one) => one.resourceType === type && one.id === params.id);
    if (!resource) throw new AppError('not-found');
    audited(audit, found, type);
    return resource;
  },
  search: async ({ tx, query, audit }: Search) => {
    const count = countOf(query);
    const where = [
      ...dateConditions(sql`c.finished_at`, query.created),
      ...afterCursor(sql`c.finished_at`, sql`c.id`, query.cursor),
    ];
    const found = await finishedClaims(tx, where, count + 1);
    const page = found.slice(0, count);
    audited(audit, page, type);
    const last = page.at(-1);
    const resources = page
      .flatMap(({ claim, sha256 }) => claimResources(claim, sha256))
      .filter((one) => one.resourceType === type);
    return searchset(
      `${base}/${type}`,
      { ...query },
      resources,
      found.length > count && last ? cursorOf(last.finishedAt, last.claim.case_id) : null,
    );
  },
});

export function mountFhir(app: FastifyInstance, deps: Deps): void {
  const base = `${deps.config.publicUrl}/fhir`;
  const [claim, procedure, charge, provenance] = ['Claim', 'Procedure', 'ChargeItem', 'Provenance'].map((type) =>
    ofClaims(type, base),
  ) as [ReturnType<typeof ofClaims>, ReturnType<typeof ofClaims>, ReturnType<typeof ofClaims>, ReturnType<typeof ofClaims>];
  mount(app, deps, fhir, {
    metadata: async () => capabilityStatement(deps.config, deps.suggester.engineVersion),
    smart: async () => smartConfiguration(deps.config),
    createDocument: (context) => takeDocument(deps, context),
    createBinary: async ({ tx, actor, body, audit, reply }) => {
      const made = await takeBinary(tx, actor, body, audit);
      void reply.header('location', `${base}/Binary/${made.id}`);
      return made;
    },
    transaction: (context) => takeTransaction(deps, context),
    searchDocuments: ({ tx, query, audit }) => searchDocuments(tx, query, `${base}/DocumentReference`, audit),
    readDocument: ({ tx, params, reply, audit }) => readDocument(tx, params.id, reply, audit),
    searchClaims: claim.search,
    readClaim: claim.read,
    searchProcedures: procedure.search,
    readProcedure: procedure.read,
    searchChargeItems: charge.search,
    readChargeItem: charge.read,
    searchProvenances: provenance.search,
    readProvenance: provenance.read,
  });
  mount(app, deps, subscriptions, {
    create: async ({ tx, actor, body, audit, reply }) => {
      const made = await hooks.createSubscription(deps, tx, { actor, body, base, audit });
      void reply.header('location', `${base}/Subscription/${made.id}`);
      return made;
    },
    search: async ({ tx, actor, query }) => {
      const count = countOf(query);
      const after = afterCursor(sql`w.created_at`, sql`w.id`, query.cursor);
      const found = await hooks.findSubscriptions(tx, actor, query, after, count + 1, base);
      const page = found.slice(0, count);
      const last = page.at(-1);
      return searchset(
        `${base}/Subscription`,
        { ...query },
        page.map(({ resource }) => resource),
        found.length > count && last ? cursorOf(last.at, last.resource.id) : null,
      );
    },
    read: ({ tx, actor, params }) => hooks.readSubscription(tx, actor, params.id, base),
    status: ({ tx, actor, params }) => hooks.statusOfSubscription(tx, actor, params.id, base),
    remove: ({ tx, actor, params, audit }) => hooks.removeSubscription(tx, actor, params.id, audit),
  });
}
