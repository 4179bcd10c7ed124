import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { NoteDetail } from '@incisive/contract/notes';
import { afterAll, expect, test } from 'vitest';
import { buildApp, newServer } from '../app.ts';
import { withSystem } from '../db/tenant.ts';
import { saveBackupState } from '../db/backup/backup-state.ts';
import { useTestApp } from '../testing/build-test-app.ts';
import { Metrics } from './metrics.ts';

const t = await useTestApp();
const metrics = new Metrics(t.database);
const app = newServer(t.deps.config);
metrics.watchRequests(app);
await buildApp(app, { ...t.deps, suggester: metrics.timed(t.deps.suggester) });
const server = await metrics.listen('127.0.0.1', 0);
afterAll(async () => {
  server.close();
  await app.close();
});

const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const scrape = async () => (await fetch(`${address}/metrics`)).text();
/** The value of a series whose labels hold all these. */
const value = (text: string, name: string, ...labels: string[]): number | undefined => {
  const line = text
    .split('\n')
    .find((one) => /^[^#]/.test(one) && one.split(/[{ ]/)[0] === name && labels.every((label) => one.includes(label)));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
};
const marker = 'marker-of-the-metrics-test';

test('HIP-N4 HIP-N6 an operator sees rates, latency, pool, queues, engine, seals and backups, on a port of its own and without whose they are', async () => {
  const { access_token } = await t.tokens('approver');
  const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${access_token}` }, ...(payload ? { payload } : {}) });
  const { id } = (await ask('POST', '/api/v1/op-notes/', { text: `PROCEDURE: Appendectomy. ${marker}` })).json<NoteDetail>();
  await t.deps.suggestionQueue.idle();
  for (const url of [`/api/v1/op-notes/${id}/`, `/api/v1/op-notes/?text=${marker}`, `/${marker}`, `/api/v1/op-notes/${marker}/`])
    await ask('GET', url);
  await withSystem(t.database, (tx) =>
    saveBackupState(tx, { newest: { name: 'x.bak', at: new Date(Date.now() - 3_600_000).toISOString(), bytes: 1, seconds: 1 } }),
  );
  const text = await scrape();
  const counted = 'incisive_http_request_duration_seconds_count';
  expect(value(text, counted, 'method="POST"', 'route="/api/v1/op-notes/"', 'status="201"')).toBe(1);
  expect(value(text, counted, 'method="GET"', 'route="/api/v1/op-notes/:id/"', 'status="200"')).toBe(1);
  expect(value(text, counted, 'route="none"', 'status="404"')).toBe(1);
  expect(value(text, 'incisive_db_wait_seconds_count', 'pool="request"')).toBeGreaterThan(3);
  expect(value(text, 'incisive_db_connections', 'pool="request"', 'state="waiting"')).toBe(0);
  expect(value(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(value(text, 'incisive_engine_seconds_count', 'kind="suggest"')).toBeGreaterThan(0);
  expect(value(text, 'incisive_queue_depth', 'queue="mail"')).toBe(0);
  expect(value(text, 'incisive_audit_unsealed_seconds')).toBeGreaterThan(0);
  expect(value(text, 'incisive_backup_age_seconds')).toBeGreaterThanOrEqual(3600);
  expect(value(text, 'incisive_backup_tried_age_seconds')).toBeNaN();
  expect(value(text, 'incisive_backup_failing')).toBe(0);
  expect(value(text, 'incisive_database_up')).toBe(1);
  for (const secret of [marker, id, 'approver', 'First clinic', ...Object.values(t.users).map((user) => user.id)])
    expect(text).not.toContain(secret);
  await t.deps.auditSealer.seal();
  expect(value(await scrape(), 'incisive_audit_unsealed_seconds')).toBe(0);
  // People's port has none.
  expect((await app.inject('/metrics')).statusCode).toBe(404);
  expect((await fetch(`${address}/`)).status).toBe(404);
});

test('what waits in a queue is told with its age', async () => {
  await withSystem(t.database, async (tx) => {
    await tx
      .insertInto('app.mail_queue')
      .values({ recipient: 'somebody@example.org', sealed: Buffer.from('x'), created_at: new Date(Date.now() - 7_200_000) })
      .execute();
  });
  const text = await scrape();
  expect(value(text, 'incisive_queue_depth', 'queue="mail"')).toBe(1);
  expect(value(text, 'incisive_queue_age_seconds', 'queue="mail"')).toBeGreaterThanOrEqual(7200);
  expect(text).not.toContain('somebody');
});

test('the alerts of the runbook and the dashboard ask for figures that there are', async () => {
  const told = new Set([...(await scrape()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const read = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
  for (const file of ['docs/runbook.md', 'deploy/alerts.yaml', 'deploy/grafana-dashboard.json']) {
    const asked = [...read(file).matchAll(/\b((?:incisive|nodejs|process)_[a-z0-9_]+)\b/g)].map(([, name = '']) =>
      name.replace(/_(?:bucket|count|sum)$/, ''),
    );
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !told.has(name) && !told.has(`${name}_sum`))).toEqual([]);
  }
  const alerts = [...read('deploy/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const headings = [...read('docs/runbook.md').matchAll(/^## (Incisive\w+)$/gm)].map(([, name = '']) => name);
  expect(headings).toEqual(alerts);
  expect(alerts.length).toBeGreaterThan(5);
});
