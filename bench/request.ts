/**
 * The price of a request: the first page of the list of notes over HTTP, at 16 connections, beside bare Fastify with one pg query for the
 * same rows, measured in one run in turns too short for the machine's own speed to change much between the two. Prints rates, p50 and p95
 * and their ratio, then the trips to the database of every endpoint, as the test of their ceilings counts them. `--notes N`, `--seconds N`, `--rounds N`, `--connections N`.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import fastify from 'fastify';
import pg from 'pg';
import { load, median } from './load.ts';
import { openMeasuredApp } from './measured-app.ts';
import { seedManyNotes } from './notes/seed-many-notes.ts';

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '40' },
    connections: { type: 'string', default: '16' },
  },
});
const measured = await openMeasuredApp();
const pool = new pg.Pool({ ...measured.opened.admin, max: 16 });
// The database is ended under it, at the end.
pool.on('error', () => undefined);
const bare = fastify();
try {
  await seedManyNotes(measured.opened.admin, { tenants: [measured.tenantId], notes: Number(values.notes) });
  bare.get('/notes', async () => {
    const { rows } = await pool.query<object>(
      `select n.id, n.tenant_id, t.name as tenant_name, n.kind, n.excerpt as text, n.filename, n.type, n.approved_codes, n.state, n.version,
              n.created_by, n.created_at, n.updated_by, n.updated_at
         from app.notes n join app.tenants t on t.id = n.tenant_id
        where n.tenant_id = $1 and n.kind = $2 and n.deleted_at is null order by n.created_at desc, n.id desc limit 26`,
      [measured.tenantId, 'op'],
    );
    return { results: rows };
  });
  const portOf = async (app: { listen(options: object): Promise<string> }) =>
    Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const { authorization } = await measured.bearer('admin');
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n\r\n`;
  const list = '/api/v1/op-notes/?per_page=25';
  const loads: readonly [string, number, string][] = [
    ['bare', await portOf(bare), get('/notes')],
    ['list', await portOf(measured.app), get(list)],
  ];
  const measure = (port: number, request: string, seconds: number) =>
    load({ port, request, seconds, connections: Number(values.connections) });
  for (const [, port, request] of loads) await measure(port, request, 2);
  const ratios: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const found: number[] = [];
    const words: string[] = [];
    for (const [name, port, request] of loads) {
      const { rate, p50, p95 } = await measure(port, request, Number(values.seconds));
      found.push(rate);
      words.push(`${name} ${rate.toFixed(0)}/s (p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms)`);
    }
    ratios.push(found[1]! / found[0]!);
    console.log(words.join('   '), `  ratio ${ratios.at(-1)!.toFixed(2)}`);
  }
  console.log(
    `Median ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}) of bare Fastify with one query`,
  );
} finally {
  await bare.close();
  await pool.end();
  await measured.close();
}

const vitest = [
  'run',
  'apps/api/src/testing/trips.api.test.ts',
  '--silent=false',
  '--reporter=dot',
  '--disable-console-intercept',
];
spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...vitest], {
  stdio: 'inherit',
  env: { ...process.env, PRINT_TRIPS: 'on' },
});
