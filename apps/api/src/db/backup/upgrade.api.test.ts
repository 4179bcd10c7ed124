import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Tokens } from '@incisive/contract/auth';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, newServer } from '../../app.ts';
import { composeDeps } from '../../compose.ts';
import { verifyAudit } from '../../features/audit/verify-audit.job.ts';
import type { Deps } from '../../deps.ts';
import { testConfig, useTestApp } from '../../testing/build-test-app.ts';
import { readArchive } from './archive.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { type OpenDatabase, openDatabase } from '../open-database.ts';
import { type RestoreReport, restore } from './restore.ts';
import { takeManifest } from './rows.ts';

// A backup that version 1.0.0-rc.1 wrote, of its sample clinics in which some notes were worked through. Its secret and passwords are
// nobody's: CONTRIBUTING.md tells how the next release adds its own.
const release = path.resolve(import.meta.dirname, '../../testing/releases/1.0.0-rc.1.backup');
const secret = 'the secret of a release that was';
const password = 'the clinic of a release';
const migrationsThen = 10;

const quiet = (): void => undefined;
const t = await useTestApp();
const folder = await mkdtemp(path.join(tmpdir(), 'incisive-upgrade-'));
const backups = path.join(folder, 'backups');
const config = (more: Record<string, string>) => testConfig({ DATA_DIR: path.join(folder, 'data'), SECRET: secret, ...more });
const said: string[] = [];
let then: RestoreReport;
let refused: unknown;
let opened: OpenDatabase;
let deps: Deps;
let app: FastifyInstance;

beforeAll(async () => {
  await mkdir(path.join(folder, 'data'));
  await mkdir(backups);
  then = await restore(config({}), release, quiet);
  await writeFile(path.join(folder, 'no-folder'), '');
  refused = await openDatabase(config({ BACKUP_DIR: path.join(folder, 'no-folder') }), secret, quiet, quiet).catch(
    (error: unknown) => error,
  );
  const upgraded = config({ BACKUP_DIR: backups });
  opened = await openDatabase(upgraded, secret, (line) => said.push(line), quiet);
  app = newServer(upgraded);
  const { suggester, extractor } = t.deps;
  deps = await composeDeps({ config: upgraded, database: opened.database, secret, log: app.log, suggester, extractor });
  await buildApp(app, deps);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

async function query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  const client = new pg.Client(opened.admin);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

type Call = <T>(method: 'GET' | 'POST', url: string, payload?: object) => Promise<{ status: number; body: T }>;
async function as(username: string): Promise<Call> {
  const signedIn = await app.inject({ method: 'POST', url: '/auth/login/', payload: { username, password } });
  expect(signedIn.statusCode).toBe(200);
  const headers = { authorization: `Bearer ${signedIn.json<Tokens>().access_token}` };
  return async (method, url, payload) => {
    const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
}
interface Row {
  readonly id: string;
  readonly cpt_codes_approved: string[];
}
const find = async (call: Call, text: string): Promise<Row[]> =>
  (await call<{ results: Row[] }>('GET', `/api/v1/op-notes/?text=${encodeURIComponent(text)}`)).body.results;

test('REL-12 without the backup that is to be made first nothing is upgraded', () => {
  expect(refused).toMatchObject({ message: expect.stringMatching(/could not be made, and nothing was changed.*BACKUP_DIR/s) });
  // The next start found all of it still to do.
  expect(said.filter((line) => line.startsWith('Migrating: '))).toHaveLength(readMigrations().length - migrationsThen);
});

test('REL-12 what the release wrote is backed up first, in a file that the release can restore', async () => {
  expect(said[0]).toMatch(/^Backed up before the upgrade: /);
  const [file, ...others] = await readdir(backups);
  expect(others).toEqual([]);
  const manifest = await takeManifest(readArchive(path.join(backups, file!), secret)[Symbol.asyncIterator]());
  expect(manifest.migrations.map(({ name }) => name)).toEqual(then.manifest.migrations.map(({ name }) => name));
  const again = path.join(folder, 'again');
  await mkdir(again);
  const { rows } = await restore(testConfig({ DATA_DIR: again, SECRET: secret }), path.join(backups, file!), quiet);
  expect(rows).toEqual(then.rows);
});

test('U6: notes whose claims the release finished are submitted after the upgrade', async () => {
  const finished = await query<{ state: string }>(
    'select n.state from app.notes n join app.cases c on c.note_id = n.id where c.finished_at is not null',
  );
  expect(finished.length).toBeGreaterThan(0);
  expect(finished.filter(({ state }) => state !== 'submitted')).toEqual([]);
});

test('REL-12 every row of the release is there after the upgrade', async () => {
  expect(then.manifest.migrations).toHaveLength(migrationsThen);
  expect(await query('select name from app.migrations')).toHaveLength(readMigrations().length);
  const kept: [string, number][] = [];
  for (const name of Object.keys(then.rows)) {
    const [{ n } = { n: 0 }] = await query<{ n: number }>(`select count(*)::int as n from app.${name}`);
    kept.push([name, n]);
  }
  const fewer = kept.filter(([name, n]) => n < (then.rows[name] ?? 0));
  expect(fewer).toEqual([]);
  expect(then.rows['notes']).toBeGreaterThan(30);
  expect(then.rows['case_versions']).toBeGreaterThan(0);
});

test('REL-12 people of then sign in, find their notes with their codes, history and finished claims, and no one else’s', async () => {
  const approver = await as('approver');
  const notes = await find(approver, 'Four ports were placed');
  const done = notes.find((note) => note.cpt_codes_approved.join() === '47562')!;
  const history = await approver<{ results: { kind: string; code: string | null }[] }>(
    'GET',
    `/api/v1/op-notes/${done.id}/history/`,
  );
  expect(history.body.results.some(({ kind, code }) => kind === 'code' && code === '47562')).toBe(true);
  const claim = await approver<{ state: string; sha256: string }>('GET', `/api/v1/op-notes/${done.id}/case/`);
  expect(claim.body).toMatchObject({ state: 'finished', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const versions = await approver<{ results: { sha256: string }[] }>('GET', `/api/v1/op-notes/${done.id}/case/versions/`);
  expect(versions.body.results.map(({ sha256 }) => sha256)).toEqual([claim.body.sha256]);
  const stranger = await as('approver2');
  expect((await stranger('GET', `/api/v1/op-notes/${done.id}/`)).status).toBe(404);
  expect(await find(stranger, 'Four ports were placed')).toEqual([]);
  expect(await find(stranger, 'partial medial meniscectomy')).not.toEqual([]);
});

test('REL-12 work that was begun then is finished now', async () => {
  const approver = await as('approver');
  const [begun] = (await find(approver, 'transverse carpal ligament')).filter((note) => note.cpt_codes_approved.length > 0);
  const base = `/api/v1/op-notes/${begun!.id}/case/`;
  interface Claim {
    readonly state: string;
    readonly lines: { readonly code: string }[];
    readonly findings: { readonly key: string; readonly severity: string }[];
  }
  expect((await approver<Claim>('GET', base)).body.lines.map(({ code }) => code)).toEqual(['64721']);
  const filled = await approver<Claim>('POST', `${base}changes/`, {
    operations: [
      { do: 'header', service_date: '2024-08-16' },
      { do: 'diagnoses', icd: ['G56.01'] },
    ],
  });
  const open = filled.body.findings.filter(({ severity }) => severity !== 'info');
  if (open.length > 0)
    await approver('POST', `${base}changes/`, { operations: open.map(({ key }) => ({ do: 'say-why', key, why: 'Looked at' })) });
  expect((await approver<Claim>('POST', `${base}finish/`, {})).body).toMatchObject({ state: 'finished' });
});

test('REL-12 AUD-09 the audit log of then and of now is one unbroken chain', async () => {
  await deps.auditSealer.seal();
  const report = await verifyAudit(opened.database, deps.auditChain, []);
  expect(report.firstBad).toBeNull();
  expect(report.verified).toBeGreaterThanOrEqual(then.rows['audit_log'] ?? 0);
});

test('REL-12 there is no way back over the same database: the release would refuse it and say what to do', async () => {
  await expect(migrate(opened.admin, readMigrations().slice(0, migrationsThen))).rejects.toThrow(
    /made by a newer version.*restore a backup/s,
  );
});
