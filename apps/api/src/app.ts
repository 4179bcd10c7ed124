import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { api } from '@incisive/contract';
import type { Endpoint } from '@incisive/contract/endpoint';
import { limits } from '@incisive/contract/limits';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyHttpOptions, type FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';
import { mountAccounts } from './features/accounts/accounts.routes.ts';
import { mountAnalytics } from './features/analytics/analytics.routes.ts';
import { mountAudit } from './features/audit/audit.routes.ts';
import { mountOauth } from './features/accounts/clients/oauth.routes.ts';
import { mountAuth } from './features/accounts/auth.routes.ts';
import { mountBilling } from './features/billing/billing.routes.ts';
import { mountCases } from './features/cases/cases.routes.ts';
import { mountCatalogue } from './features/catalogue/catalogue.routes.ts';
import { mountContacts } from './features/contacts/contacts.routes.ts';
import { mountEditFiles } from './features/edit-files/edit-files.routes.ts';
import { mountEdNotes } from './features/notes/ed-notes.routes.ts';
import { mountFhir } from './features/fhir/fhir.routes.ts';
import { mountFeedbacks } from './features/feedbacks/feedbacks.routes.ts';
import { mountSingleSignOn } from './features/accounts/single-sign-on/sso.routes.ts';
import { mountHl7 } from './features/hl7/hl7.routes.ts';
import { mountIntegrations } from './features/integrations/integrations.routes.ts';
import { mountInstallation } from './features/installation/installation.routes.ts';
import { mountExports } from './features/exports/exports.routes.ts';
import { mountOpNotes } from './features/notes/op-notes.routes.ts';
import { mountSuggest } from './features/suggestions/suggest-text.routes.ts';
import { mountPrecedents } from './features/precedents/precedents.routes.ts';
import { mountComments } from './features/comments/comments.routes.ts';
import { mountQueries } from './features/queries/queries.routes.ts';
import { mountReviews } from './features/reviews/reviews.routes.ts';
import { mountQuality } from './features/quality/quality.routes.ts';
import { mountQueue } from './features/queue/queue.routes.ts';
import { mountTryNote } from './features/try-note/try-note.routes.ts';
import { mountTenants } from './features/tenants/tenants.routes.ts';
import { AppError } from './http/app-error.ts';
import { addHealth } from './http/health.ts';
import { acceptJson } from './http/input/json-body.ts';
import { refusePlainHttp } from './http/https-only.ts';
import { addApiDocs } from './http/openapi.ts';
import { auditUnread } from './http/mount.ts';
import { dialectOf, refusalIn } from './http/dialects.ts';
import { toAppError } from './http/problems.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { decodableUrl, refuseConnection, refuseUnclearHost } from './http/unroutable.ts';
import { type WebFiles, addWebFiles } from './http/files/web-files.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Routes that are not of the contract say what they are: health, docs, web. */
    open?: 'health' | 'docs' | 'web' | 'method';
  }
}

/** No address is longer, for its request's head may not be: a parameter's length is its schema's to judge. */
const longestUrl = 16 * 1024;

/** Options of the HTTP server itself: limits against slow and oversized requests, ids, and logs without bodies or query strings. */
export function serverOptions(config: Pick<Deps['config'], 'LOG_LEVEL' | 'TRUST_PROXY'>): FastifyHttpOptions<Server> {
  return {
    logger:
      config.LOG_LEVEL === 'silent'
        ? false
        : {
            level: config.LOG_LEVEL,
            // An address may hold a filter's words: only the path is logged.
            serializers: {
              req: (request: { method: string; url: string; id?: string }) => ({
                method: request.method,
                path: request.url.split('?')[0],
                id: request.id,
              }),
            },
          },
    trustProxy: config.TRUST_PROXY ?? false,
    genReqId: () => randomUUID(),
    rewriteUrl: decodableUrl,
    clientErrorHandler: refuseConnection,
    // Asked for below, where the refusal is a problem like every other.
    http: { requireHostHeader: false },
    requestTimeout: 60_000,
    connectionTimeout: 70_000,
    keepAliveTimeout: 10_000,
    maxRequestsPerSocket: 1000,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestUrl },
  };
}

export const newServer = (config: Deps['config']): FastifyInstance => Fastify(serverOptions(config));

/** The whole server over its parts: every feature in one explicit list. */
export async function buildApp(
  app: FastifyInstance,
  deps: Deps,
  options: { web?: WebFiles; state?: { draining: boolean } } = {},
): Promise<FastifyInstance> {
  const state = options.state ?? { draining: false };
  await addSecurityHeaders(app, deps.config);
  countTraffic(app, deps);
  app.addHook('onRequest', refuseUnclearHost);
  refusePlainHttp(app, deps.config);
  await app.register(formbody, { bodyLimit: 100_000 });
  await app.register(multipart, {
    limits: { fileSize: limits.uploadBytes, files: 1, fields: 40, parts: 41, headerPairs: 100 },
    throwFileSizeLimit: false,
  });
  acceptJson(app);
  answerErrors(app);

  app.addHook('onRequest', async (request, reply) => {
    if (state.draining && !/^\/(healthz|livez|readyz)/.test(request.url)) {
      void reply.header('connection', 'close');
      throw new AppError('unavailable', { retryAfterSeconds: 5 });
    }
  });

  mountAuth(app, deps);
  mountAccounts(app, deps);
  mountTenants(app, deps);
  mountOpNotes(app, deps);
  mountEdNotes(app, deps);
  mountExports(app, deps);
  mountSuggest(app, deps);
  mountCatalogue(app, deps);
  mountEditFiles(app, deps);
  mountBilling(app, deps);
  mountCases(app, deps);
  mountQueue(app, deps);
  mountComments(app, deps);
  mountPrecedents(app, deps);
  mountQueries(app, deps);
  mountReviews(app, deps);
  mountQuality(app, deps);
  mountFeedbacks(app, deps);
  mountContacts(app, deps);
  mountTryNote(app, deps);
  mountAnalytics(app, deps);
  mountAudit(app, deps);
  mountInstallation(app, deps);
  mountIntegrations(app, deps);
  mountSingleSignOn(app, deps);
  mountHl7(app, deps);
  mountOauth(app, deps);
  mountFhir(app, deps);

  refuseOtherMethods(app);
  addHealth(app, deps, state);
  if (deps.config.API_DOCS) addApiDocs(app, api, deps.config.publicUrl);
  if (options.web) await addWebFiles(app, options.web);
  return app;
}

/** What a worker answers: whether it lives and is ready. People are not its business. */
export async function buildWorker(
  app: FastifyInstance,
  deps: Deps,
  state: { draining: boolean } = { draining: false },
): Promise<FastifyInstance> {
  await addSecurityHeaders(app, deps.config);
  answerErrors(app);
  addHealth(app, deps, state);
  return app;
}

/** Background work waits for what people ask; who looks whether the server lives is nobody. */
function countTraffic(app: FastifyInstance, { traffic }: Pick<Deps, 'traffic'>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.open === 'health') return;
    const end = traffic.begin();
    // Also when the caller hung up before the answer.
    reply.raw.once('finish', end).once('close', end);
  });
}

/** The one place where an error becomes an answer. */
function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = toAppError(thrown);
    await auditUnread(request, error);
    if (error.status >= 500) request.log.error({ code: error.code, reason: reasonOf(error.cause) }, 'request failed');
    if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', String(error.retryAfterSeconds));
    const refusal = refusalIn(dialectOf(request));
    if (error.status === 401) void reply.header('www-authenticate', refusal.challenge);
    return reply
      .code(error.status)
      .type(refusal.contentType)
      .send(JSON.stringify(refusal.body(error, request.id)));
  });
  const nobodys = (request: FastifyRequest): never => {
    throw new AppError(['TRACE', 'CONNECT'].includes(request.method) ? 'method-not-allowed' : 'not-found');
  };
  app.setNotFoundHandler(nobodys);
  // Nobody's address reads no body.
  app.addHook('onRequest', async (request) => {
    if (request.is404) nobodys(request);
  });
}

/** Name, code and place of a failure: a database message may quote a row, so its words stay out of the log. */
const reasonOf = (cause: unknown): string =>
  cause instanceof Error
    ? `${cause.name}${'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : ` ${cause.message}`} ${(
        cause.stack ?? ''
      )
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 3)
        .join(' ')}`
    : typeof cause;

/** A known address with another method is 405, not 404. */
function refuseOtherMethods(app: FastifyInstance): void {
  const declared = new Map<string, Set<string>>();
  for (const group of Object.values(api) as Record<string, Endpoint>[]) {
    for (const { method, path } of Object.values(group)) declared.set(path, (declared.get(path) ?? new Set()).add(method));
  }
  for (const [path, methods] of declared) {
    const others = (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) => !methods.has(method));
    app.route({
      method: others,
      url: path,
      config: { open: 'method' },
      onRequest: async (_request, reply) => {
        void reply.header('allow', [...methods].join(', '));
        throw new AppError('method-not-allowed');
      },
      handler: () => undefined,
    });
  }
}
