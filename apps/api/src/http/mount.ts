import { createHash } from 'node:crypto';
import type { Endpoint, Permission } from '@incisive/contract/endpoint';
import { isKeptApart } from '@incisive/contract/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { safeParse } from 'zod/v4/core';
import {
  type Authenticator,
  type KnownSession,
  type OpenSession,
  OtherSession,
  type RequestMeta,
  allows,
} from './authenticator.ts';
import { contentTypeIn } from './dialects.ts';
import type { Config } from '../config.ts';
import type { Database, Tx } from '../db/client.ts';
import { type Replica, ReplicaError, positionOf } from '../db/replica/replica.ts';
import { type Actor, inRequestTransaction, takeRole, withSystem, withTenant } from '../db/tenant.ts';
import { transaction } from '../db/transaction.ts';
import { againWhenUndone, rewinder } from './again.ts';
import { AppError } from './app-error.ts';
import { RequestAudit, auditAtCommit, writeAudit } from './audit-trail.ts';
import type { FileAnswer, Handlers } from './context.ts';
import { noticeRefusals } from './refusal-alert.ts';
import { repeatable } from './idempotency.ts';
import { toAppError } from './problems.ts';
import { quick } from './quick-schema.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import { acceptRaw } from './input/raw-body.ts';
import { readBody } from './input/request-body.ts';
import { sendFile } from './files/send-file.ts';
import { validate } from './input/validation.ts';

export interface GateDeps {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly rateLimiter: RateLimiter;
  readonly config: Pick<Config, 'SEPARATE_ADMINISTRATORS'>;
}

/** Refuses a caller whose gates or role do not let it through. */
function checkPermission(permission: Permission, session: OpenSession, separateAdministrators: boolean): void {
  if (permission === 'public') return;
  if (session.actor.scopes) {
    if (permission !== 'pending' && allows(session.actor, permission)) return;
    throw new AppError('forbidden', {
      detail: 'This API client has no scope that allows it. Ask an administrator for one that does.',
    });
  }
  if (permission === 'pending') return;
  if (session.passwordChangeRequired) throw new AppError('password-change-required');
  if (!session.agreement) throw new AppError('agreement-required');
  if (session.otpSetupRequired) throw new AppError('otp-setup-required');
  if (!allows(session.actor, permission)) throw new AppError('forbidden');
  if (separateAdministrators && isKeptApart(session.actor.role, permission))
    throw new AppError('forbidden', {
      detail: 'Here administrators do not write or code notes. Sign in with your account for that.',
    });
}

/** Turns a handler's answer into what may leave: only fields of the response schema. */
function strip(endpoint: Endpoint, answer: unknown): unknown {
  if (endpoint.file || !endpoint.response) return answer;
  const result = safeParse(quick(endpoint.response), answer);
  if (result.success) return result.data;
  throw new AppError('internal', {
    cause: new Error(
      `${endpoint.method} ${endpoint.path} answered outside its contract: ${result.error.issues[0]?.path.join('.')}`,
    ),
  });
}

/** Answers of a create that made nothing, because what it would make is there: 200, whatever it declares. */
export const madeBefore = new WeakSet<FastifyReply>();

/** A thousand ids are 40 kB; only a note's text is more. */
const jsonBytes = 256 * 1024;
const largeJsonBytes = 12 * 1024 * 1024;

type AnyHandler = (context: Record<string, unknown>) => Promise<unknown>;

/**
 * The one gate: the only place that registers routes. Bearer, rate limit, body, session, capability, validation, one transaction under the
 * actor's request role, the handler, the stripped answer, the audit row, COMMIT, and only then the response. A list may write its audit row
 * with the statement that reads, and commit with it.
 */
export function mount<G extends Record<string, Endpoint>>(
  app: FastifyInstance,
  deps: GateDeps,
  group: G,
  handlers: Partial<Handlers<G>>,
): void {
  for (const [name, endpoint] of Object.entries(group)) {
    const handler = handlers[name] as unknown as AnyHandler | undefined;
    if (!handler) continue;
    const add = (to: FastifyInstance) =>
      to.route({
        method: endpoint.method,
        url: endpoint.path,
        bodyLimit: endpoint.large ? largeJsonBytes : jsonBytes,
        config: { endpoint },
        onRequest: (request) => admit(deps, endpoint, request),
        handler: (request, reply) => serve(deps, endpoint, handler, request, reply),
      });
    if (endpoint.raw) acceptRaw(app, endpoint.raw, add);
    else add(app);
  }
}

/** What is known of a request before its body is read. */
interface Admission {
  /** Each try of a transaction has one of its own. */
  audit: RequestAudit;
  /** The session that the bearer names; undefined where anybody may call. */
  readonly bearer: string | undefined;
  /** Whose it is: several sessions of one person are limited together. */
  readonly person: string | undefined;
  session: OpenSession | undefined;
  /** Leaves the row of a body that could not be read; undefined where a person reads the answer, and once a refusal has its row. */
  tellUnread?: ((error: AppError) => Promise<void>) | undefined;
}
const admissions = new WeakMap<FastifyRequest, Admission>();
const newAudit = (endpoint: Endpoint, request: FastifyRequest): RequestAudit =>
  new RequestAudit({ requestId: request.id, network: request.ip }, endpoint.audit);
const metaOf = (request: FastifyRequest) => ({ requestId: request.id, address: request.ip });

/** Takes the session that was found as the request's own, and refuses where it may not call. */
function opened(deps: GateDeps, admission: Admission, found: OpenSession, permission: Permission): OpenSession {
  const { userId, username, role, tenantId } = found.actor;
  admission.session = found;
  admission.audit.actor({ userId, username, role: found.actor.scopes ? 'API client' : role, tenantId });
  checkPermission(permission, found, deps.config.SEPARATE_ADMINISTRATORS);
  return found;
}

/**
 * Bearer and rate, before a byte of the body is read: what costs memory and time is not done for anybody. A body larger than others is read
 * only for a session that stands and may call.
 */
async function admit(deps: GateDeps, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const caller = endpoint.permission === 'public' ? undefined : await deps.authenticator.callerOf(request.headers.authorization);
  const admission: Admission = {
    audit: newAudit(endpoint, request),
    session: undefined,
    bearer: caller?.session,
    person: caller?.person,
  };
  if (caller?.client)
    admission.tellUnread = async (error) => {
      opened(deps, admission, await deps.authenticator.openSession(caller.session, metaOf(request)), endpoint.permission);
      await auditRefusal(deps, endpoint, admission, error);
    };
  admissions.set(request, admission);
  await auditingRefusals(deps, endpoint, admission, async () => {
    await deps.rateLimiter.take(caller?.client ? 'client' : (endpoint.rate ?? 'general'), admission.person ?? request.ip);
    if (admission.bearer === undefined || !endpoint.large || isShort(request)) return;
    opened(deps, admission, await deps.authenticator.openSession(admission.bearer, metaOf(request)), endpoint.permission);
  });
}

/** A body that ended before the gate saw it, of another type, too large or broken, leaves its row here. */
export async function auditUnread(request: FastifyRequest, error: AppError): Promise<void> {
  // Of a session that has ended there is nobody to tell of.
  await admissions
    .get(request)
    ?.tellUnread?.(error)
    .catch(() => undefined);
}

const isShort = ({ headers }: FastifyRequest): boolean => Number(headers['content-length'] ?? Number.NaN) <= jsonBytes;

async function auditingRefusals<T>(deps: GateDeps, endpoint: Endpoint, admission: Admission, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    const error = toAppError(thrown);
    admission.tellUnread = undefined;
    await auditRefusal(deps, endpoint, admission, error);
    throw error;
  }
}

async function serve(
  deps: GateDeps,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const admission = admissions.get(request)!;
  return auditingRefusals(deps, endpoint, admission, async () => {
    // A slow upload does not hold back what its person does meanwhile.
    const line = admission.person && `${endpoint.upload ? 'upload ' : ''}${admission.person}`;
    const { answer, after } = await deps.rateLimiter.inTurn(line, () =>
      answered(deps, endpoint, handler, admission, request, reply),
    );
    for (const run of after) run();
    if (reply.sent) return reply;
    if (endpoint.file) return sendFile(reply, answer as FileAnswer);
    if (reply.statusCode === 200 && endpoint.status && !madeBefore.has(reply)) void reply.code(endpoint.status);
    return reply.statusCode === 204 ? reply.send() : reply.type(contentTypeIn(endpoint.dialect)).send(JSON.stringify(answer));
  });
}

interface Answered {
  readonly answer: unknown;
  readonly after: readonly (() => void)[];
}

async function answered(
  deps: GateDeps,
  endpoint: Endpoint,
  handler: AnyHandler,
  admission: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answered> {
  const { bearer } = admission;
  // A form's parts can be read only once.
  let read: Promise<unknown> | undefined;
  const input = async () => ({
    params: validate(endpoint.params, request.params, 'params'),
    query: validate(endpoint.query, request.query, 'query'),
    body: endpoint.upload ? undefined : validate(endpoint.body, await (read ??= readBody(endpoint, request)), 'body'),
    request,
    reply,
    audit: admission.audit,
  });
  const later = () => {
    const after: (() => void)[] = [];
    return { after, afterCommit: (run: () => void): void => void after.push(run) };
  };
  const meta = metaOf(request);
  if (endpoint.permission === 'public') {
    const authenticate = async (permission: Permission = 'public'): Promise<Actor | null> => {
      if (request.headers.authorization === undefined) return null;
      const named = await deps.authenticator.sessionIdOf(request.headers.authorization);
      return opened(deps, admission, await deps.authenticator.openSession(named, meta), permission).actor;
    };
    const { after, afterCommit } = later();
    const answer = strip(endpoint, await handler({ ...(await input()), afterCommit, authenticate }));
    await auditAlone(deps, endpoint, admission.audit);
    return { answer, after };
  }
  if (endpoint.tx === 'manual') {
    const { actor } = opened(deps, admission, await deps.authenticator.openSession(bearer!, meta), endpoint.permission);
    const { after, afterCommit } = later();
    const answer = strip(endpoint, await handler({ ...(await input()), afterCommit, actor }));
    const rows = endpoint.audit ? admission.audit.rows(endpoint.audit) : [];
    if (rows.length > 0) await withTenant(deps.database, actor, async (tx) => auditAtCommit(tx, rows));
    return { answer, after };
  }
  const once = async (tx: Tx, replica: Replica | null, known: KnownSession | undefined): Promise<Answered> => {
    const { after, afterCommit } = later();
    const handle = async (actor: Actor, on: Tx): Promise<unknown> => handler({ ...(await input()), afterCommit, actor, tx: on });
    const audited = (value: unknown): unknown => {
      const answer = strip(endpoint, value);
      if (endpoint.audit) auditAtCommit(tx, admission.audit.rows(endpoint.audit));
      return answer;
    };
    if (known) {
      const { actor } = opened(deps, admission, known, endpoint.permission);
      // It goes first on the way that the read's statements go: none of them runs unless it finds what is known.
      const opening = deps.authenticator.openKnownIn(tx, known);
      const reading = handle(actor, tx);
      await Promise.allSettled([opening, reading]);
      await opening;
      return { answer: audited(await reading), after };
    }
    const opening = deps.authenticator.openSessionIn(tx, bearer!, meta, endpoint.tx === 'read');
    const [session, position] = await Promise.all([opening, replica && positionOf(tx)]);
    const { actor } = opened(deps, admission, session, endpoint.permission);
    const run = async (): Promise<unknown> => {
      // Session and audit row are the primary's, which waits meanwhile.
      const read =
        replica &&
        (await replica.read(
          position,
          (on) => takeRole(on, actor),
          (on) => handle(actor, on),
        ));
      return audited(read ? read.value : await handle(actor, tx));
    };
    if (!endpoint.idempotent) return { answer: await run(), after };
    const { body = null } = await input();
    const bodyHash = (): Buffer => createHash('sha256').update(JSON.stringify(body)).digest();
    return { answer: await repeatable(tx, { actor, endpoint, request, bodyHash, reply }, run), after };
  };
  const rewind = rewinder(reply);
  const again = (): void => {
    rewind();
    madeBefore.delete(reply);
    admission.audit = newAudit(endpoint, request);
    admission.session = undefined;
  };
  // All that such a handler does is in its transaction, or after it: what the database undid is safe to run again.
  const inTransaction = (replica: Replica | null, known?: KnownSession): Promise<Answered> =>
    againWhenUndone(
      () => inRequestTransaction(() => transaction(deps.database.request, (tx) => once(tx, replica, known))),
      () => {
        again();
        request.log.warn('a transaction that the database undid is run again');
      },
    );
  const { replica } = deps.database;
  const fromReplica = endpoint.replica && replica?.answers ? replica : null;
  const known = endpoint.tx === 'read' && !fromReplica ? knownSession(deps, endpoint, bearer!, meta) : undefined;
  return inTransaction(fromReplica, known).catch((error: unknown) => {
    if (!(error instanceof ReplicaError || error instanceof OtherSession)) throw error;
    again();
    return inTransaction(null);
  });
}

/** The session as a read may begin with it, where it was let through as it was found last. */
function knownSession(deps: GateDeps, endpoint: Endpoint, bearer: string, meta: RequestMeta): KnownSession | undefined {
  const last = deps.authenticator.lastOpened(bearer, meta);
  if (!last) return undefined;
  try {
    checkPermission(endpoint.permission, last, deps.config.SEPARATE_ADMINISTRATORS);
    return last;
  } catch {
    return undefined;
  }
}

/** A public endpoint's row is written by the system: there is no actor whose role could write it. */
async function auditAlone(deps: GateDeps, endpoint: Endpoint, audit: RequestAudit): Promise<void> {
  const rows = endpoint.audit ? audit.rows(endpoint.audit) : [];
  if (rows.length > 0) await withSystem(deps.database, (tx: Tx) => writeAudit(tx, rows));
}

/** Refusals by role, tenant or session state leave a row of their own; bad input does so where no person reads the answer. */
async function auditRefusal(
  deps: GateDeps,
  endpoint: Endpoint,
  { audit, session }: Pick<Admission, 'audit' | 'session'>,
  error: AppError,
): Promise<void> {
  const refusal = error.status === 403 || (error.status === 404 && session !== undefined) || error.code === 'rate-limited';
  if (!refusal && !session?.actor.scopes) return;
  const rows = audit.rows(
    refusal ? 'authz_fail' : 'client_message_refused',
    error.status >= 500 ? 'failed' : 'refused',
    `${error.code} ${endpoint.method} ${endpoint.path}`,
  );
  await withSystem(deps.database, (tx) => writeAudit(tx, rows)).catch(() => undefined);
  if (refusal && session)
    await withSystem(deps.database, (tx) => noticeRefusals(tx, session.actor, audit)).catch(() => undefined);
}
