import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NoteDetail } from '@incisive/contract/notes';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, newServer } from '../app.ts';
import { newJobRunner } from '../background-work.ts';
import { withSystem } from '../db/tenant.ts';
import { enqueue } from '../jobs/job-queue.ts';
import { testConfig, useTestApp } from '../testing/build-test-app.ts';
import { openTelemetrySink } from './open-telemetry.ts';
import { Tracing } from './tracing.ts';

interface Sent {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
  readonly status: { readonly code?: number };
}

const t = await useTestApp();
const marker = 'marker-of-the-tracing-test';
/** What a collector of traces would have taken. */
const bodies: string[] = [];
const paths: string[] = [];
let collector: Server;
let app: FastifyInstance;
let tracing: Tracing;
let spans: Sent[];
let noteId: string;

beforeAll(async () => {
  collector = createServer((request, response) => {
    paths.push(`${request.method} ${request.url}`);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      bodies.push(Buffer.concat(parts).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const config = testConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
    OTEL_SERVICE_NAME: 'clinic',
  });
  tracing = new Tracing(openTelemetrySink(config));
  app = newServer(config);
  tracing.watchRequests(app);
  tracing.watchDatabase(t.database);
  const suggester = tracing.watched(t.deps.suggester);
  await buildApp(app, { ...t.deps, suggester });
  await app.ready();

  const { access_token } = await t.tokens('approver');
  const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${access_token}` }, ...(payload ? { payload } : {}) });
  noteId = (await ask('POST', '/api/v1/op-notes/', { text: `PROCEDURE: Appendectomy. ${marker}` })).json<NoteDetail>().id;
  await t.deps.suggestionQueue.idle();
  for (const url of [
    `/api/v1/op-notes/${noteId}/`,
    `/api/v1/op-notes/?text=${marker}`,
    `/${marker}`,
    `/api/v1/op-notes/${marker}/`,
  ])
    await ask('GET', url);
  await withSystem(t.database, (tx) => enqueue(tx, 'remind-queries', {}));
  const jobs = newJobRunner({ database: t.database, suggester, log: app.log, tracing });
  await jobs.runPending();
  await jobs.close();
  for (const pool of t.database.pools) pool.onStatement = undefined;
  await tracing.close();
  spans = bodies.flatMap((body) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
});
afterAll(async () => {
  await app.close();
  collector.close();
});

const named = (name: string): Sent[] => spans.filter((span) => span.name === name);
const attributesOf = ({ attributes }: Sent): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
/** The names of all that is below a span. */
const below = (span: Sent): string[] =>
  spans.filter(({ parentSpanId }) => parentSpanId === span.spanId).flatMap((child) => [child.name, ...below(child)]);

test('M: a request is a trace by its declared route, with its statements and the engine below it', () => {
  const [made] = named('POST /api/v1/op-notes/');
  expect(attributesOf(made!)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/v1/op-notes/',
    'http.response.status_code': 201,
  });
  expect(below(made!)).toEqual(expect.arrayContaining(['begin', 'insert app.notes', 'commit', 'engine suggest']));
  const [read] = named('GET /api/v1/op-notes/:id/').filter((span) => attributesOf(span)['http.response.status_code'] === 200);
  expect(below(read!)).toEqual(expect.arrayContaining(['select app.open_known_request', 'commit']));
  expect(
    new Set(
      spans.filter(({ name }) => /^(begin|commit|select|insert)/.test(name)).map(({ parentSpanId }) => Boolean(parentSpanId)),
    ),
  ).toEqual(new Set([true]));
});

test('M: a job is a trace with its statements below it', () => {
  const [job] = named('job remind-queries');
  expect(job!.parentSpanId).toBeFalsy();
  expect(below(job!)).toEqual(expect.arrayContaining(['begin', 'commit']));
});

test('M: no text, address as it was asked for, statement, value or name of a person or clinic is in a trace', () => {
  expect(new Set(paths)).toEqual(new Set(['POST /v1/traces']));
  const all = bodies.join('');
  expect(all).toContain('"clinic"');
  expect(spans.length).toBeGreaterThan(20);
  for (const secret of [
    marker,
    noteId,
    'Appendectomy',
    'approver',
    'First clinic',
    'where',
    '$1',
    ...Object.values(t.users).map(({ id }) => id),
  ])
    expect(all).not.toContain(secret);
});
