import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Tokens } from '@incisive/contract/auth';
import type { NoteDetail } from '@incisive/contract/notes';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, newServer } from '../../app.ts';
import { stepAt, totpCode } from '../../features/accounts/sign-in/totp.ts';
import { composeDeps } from '../../compose.ts';
import type { ChainHead } from '../../features/audit/audit-chain.ts';
import { verifyAudit } from '../../features/audit/verify-audit.job.ts';
import { AccessFixtures } from '../../testing/access-fixtures.ts';
import { testConfig, testPassword, testSecret, type TestApp, useTestApp } from '../../testing/build-test-app.ts';
import { createDatabase } from '../../testing/test-postgres.ts';
import { bootstrapDatabase } from '../bootstrap.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { type OpenDatabase, openDatabase } from '../open-database.ts';
import { writeArchive } from './archive.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';
import { dumpLines } from './rows.ts';

const quiet = (): void => undefined;
const t = await useTestApp();
const make = new AccessFixtures(t);
const folder = await mkdtemp(path.join(tmpdir(), 'incisive-backup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let serial = 0;
const newFile = (): string => path.join(folder, `backup-${(serial += 1)}`);
const newDataDir = async (secret: string | null = testSecret): Promise<string> => {
  const made = path.join(folder, `data-${(serial += 1)}`);
  await mkdir(made);
  if (secret) await writeFile(path.join(made, 'secret'), secret);
  return made;
};
/** The test's own database by address, as an operator would give it. */
const addressOf = ({ host, user, password, port }: TestApp['admin'], database: string): string =>
  `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host!)}&port=${port}`;
const sourceConfig = () => testConfig({ DATABASE_URL: addressOf(t.admin, t.admin.database!), SECRET: testSecret });

async function query<T extends pg.QueryResultRow>(connection: pg.ClientConfig, text: string): Promise<T[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Every table's rows as text, in one order; without what a restore changes on purpose. */
async function contents(connection: pg.ClientConfig): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    connection,
    `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r' and relname <> 'sessions' order by 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const skip = name === 'migrations' ? `to_jsonb(t) - 'applied_at'` : 'to_jsonb(t)';
    const rows = await query<{ row: string }>(connection, `select (${skip})::text as row from app.${name} t order by 1`);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

async function serving(opened: OpenDatabase, dataDir: string): Promise<FastifyInstance> {
  const config = testConfig({ DATA_DIR: dataDir });
  const app = newServer(config);
  const { suggester, extractor } = t.deps;
  await buildApp(
    app,
    await composeDeps({ config, database: opened.database, secret: testSecret, log: app.log, suggester, extractor }),
  );
  await app.ready();
  return app;
}

const marker = 'Planted marker: the gallbladder of nobody';

test('A11: a role that cannot read all rows is told what to do, and no file is left', async () => {
  const role = `reader_${String(process.pid)}`;
  await query(
    t.admin,
    `create role ${role} login password 'reader'; grant inc_super to ${role}; grant select on all tables in schema app to ${role}; grant usage on schema app to ${role}`,
  );
  const url = addressOf({ ...t.admin, user: role, password: 'reader' }, t.admin.database!);
  const file = newFile();
  const config = testConfig({ DATABASE_URL: url, SECRET: testSecret });
  await expect(backUp(config, file, quiet)).rejects.toThrow(/may not read every row[^]*DATABASE_ADMIN_URL/);
  expect((await readdir(folder)).filter((name) => name.startsWith(path.basename(file)))).toEqual([]);
  await query(t.admin, `drop owned by ${role}; drop role ${role}`);
});

describe('HIP-16 REL-11 a backup of a serving installation, restored into a new folder', () => {
  let opened: OpenDatabase;
  let restored: FastifyInstance;
  let dataDir: string;
  let file: string;
  let noteId: string;
  let otpSecret: string;
  let guarded: Tokens;
  let kept: ChainHead | null = null;
  let before: Record<string, string[]>;

  beforeAll(async () => {
    noteId = (
      await t.as('approver', 'POST', '/api/v1/op-notes/', { text: `${marker}\n"quoted", \\ and\ttabbed 手術` })
    ).json<NoteDetail>().id;
    await t.as('approver', 'POST', `/api/v1/op-notes/${noteId}/cpt-codes-approved/`, { cpt_codes: ['47562'] });
    await t.as('approver', 'PATCH', `/api/v1/op-notes/${noteId}/`, { text: `${marker}, edited` });
    const user = await make.user('Approver', t.tenants[0]);
    guarded = await t.tokens(user.username);
    const bearer = { authorization: `Bearer ${guarded.access_token}` };
    const setup = await t.app.inject({
      method: 'POST',
      url: '/auth/totp/setup/',
      headers: bearer,
      payload: { password: testPassword },
    });
    otpSecret = setup.json<{ secret: string }>().secret;
    const otp = totpCode(otpSecret, stepAt(Date.now()));
    await t.app.inject({ method: 'POST', url: '/auth/totp/confirm/', headers: bearer, payload: { otp } });
    // What the notes begin in the background belongs into both or into neither.
    await t.deps.suggestionQueue.idle();
    await t.deps.auditSealer.seal();
    kept = await t.deps.auditChain.savedHead();

    before = await contents(t.admin);
    file = newFile();
    await backUp(sourceConfig(), file, quiet);
    // What is written later is not in it.
    await t.as('approver', 'POST', '/api/v1/op-notes/', { text: 'written after the backup' });
    dataDir = await newDataDir();
    await restore(testConfig({ DATA_DIR: dataDir }), file, quiet);
    opened = await openDatabase(testConfig({ DATA_DIR: dataDir }), testSecret, quiet, quiet);
    restored = await serving(opened, dataDir);
  });
  afterAll(async () => {
    await restored.close();
    await opened.close();
  });

  const signIn = async (username: string, more: object = {}) =>
    restored.inject({ method: 'POST', url: '/auth/login/', payload: { username, password: testPassword, ...more } });
  const get = async (username: string, url: string) => {
    const { access_token } = (await signIn(username)).json<Tokens>();
    return restored.inject({ url, headers: { authorization: `Bearer ${access_token}` } });
  };

  test('a user signs in and reads the note with its codes; another tenant’s does not', async () => {
    const answer = await get('approver', `/api/v1/op-notes/${noteId}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json<NoteDetail>()).toMatchObject({
      text: `${marker}, edited`,
      cpt_codes_approved: ['47562'],
      created_by: 'approver',
    });
    expect((await get('approver2', `/api/v1/op-notes/${noteId}`)).statusCode).toBe(404);
  });

  test('every row of every table is as it was, and the audit chain holds', async () => {
    const admin = { ...opened.admin };
    // Sign-ins of these tests write rows of their own: what was there has to be among them.
    const after = await contents(admin);
    const growing = new Set(['audit_log', 'audit_seals', 'users', 'sign_in_throttle', 'refresh_tokens', 'rate_counters']);
    const still = (all: Record<string, string[]>) => Object.entries(all).filter(([name]) => !growing.has(name));
    expect(still(after)).toEqual(still(before));
    const shrunk = [...growing].filter((name) => after[name]!.length < before[name]!.length);
    expect(shrunk).toEqual([]);
    const report = await verifyAudit(opened.database, t.deps.auditChain, [kept]);
    expect(report.firstBad).toBeNull();
    expect(report.verified).toBeGreaterThan(3);
  });

  test('what was sealed under the secret still opens: the second factor goes on', async () => {
    const name = (await query<{ username: string }>(opened.admin, 'select username from app.users where otp_enabled'))[0]!
      .username;
    expect((await signIn(name)).json<{ type: string }>().type).toContain('otp-required');
    expect((await signIn(name, { otp: totpCode(otpSecret, stepAt(Date.now()) + 1) })).statusCode).toBe(200);
  });

  test('nobody is signed in by a restore', async () => {
    const refreshed = await restored.inject({
      method: 'POST',
      url: '/auth/refresh/',
      payload: { refresh_token: guarded.refresh_token },
    });
    expect(refreshed.statusCode).toBe(401);
  });

  test('numbers go on where they were, and new notes are written', async () => {
    const { access_token } = (await signIn('approver')).json<Tokens>();
    const made = await restored.inject({
      method: 'POST',
      url: '/api/v1/op-notes/',
      headers: { authorization: `Bearer ${access_token}` },
      payload: { text: 'PROCEDURE PERFORMED: Colonoscopy.' },
    });
    expect(made.statusCode).toBe(201);
  });

  test('HIP-05 the file shows nothing of the notes, and neither does it hold what was written after it', async () => {
    const bytes = await readFile(file);
    for (const word of ['Planted marker', 'gallbladder', 'approver@example.org', testSecret])
      expect(bytes.includes(word)).toBe(false);
    const { access_token } = (await signIn('approver')).json<Tokens>();
    const list = await restored.inject({
      url: '/api/v1/op-notes/?text=written%20after',
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(list.json<{ count: number }>().count).toBe(0);
  });

  test('beside a running server of its own data folder, without its lock', async () => {
    const second = newFile();
    const report = await backUp(testConfig({ DATA_DIR: dataDir }), second, quiet);
    expect(report.bytes).toBeGreaterThan(10_000);
    expect(report.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('a database that holds something is never restored into, running or not', async () => {
    await expect(restore(testConfig({ DATA_DIR: dataDir }), file, quiet)).rejects.toThrow('already in use');
    await expect(restore(sourceConfig(), file, quiet)).rejects.toThrow('not empty');
    expect((await t.as('approver', 'GET', `/api/v1/op-notes/${noteId}`)).statusCode).toBe(200);
  });
});

test('REL-11 what is written while a backup runs is in it whole or not at all', async () => {
  const edit = async (id: string, text: string): Promise<void> => {
    expect((await t.as('approver', 'PATCH', `/api/v1/op-notes/${id}/`, { text })).statusCode).toBe(200);
  };
  const ids = [await make.note('op', 'own'), await make.note('op', 'own')];
  for (const id of ids) await edit(id, 'edit before');
  /** People go on editing after the versions were read and before the notes are. */
  const meanwhile = async function* (): AsyncGenerator<string> {
    for await (const line of dumpLines(t.admin, '0.0.1')) {
      yield line;
      if (line.startsWith('{"table":"notes"')) for (const id of ids) await edit(id, 'edit meanwhile');
    }
  };
  const file = newFile();
  await writeArchive(file, testSecret, meanwhile());
  const empty = await createDatabase();
  const address = addressOf(t.admin, empty.connection.database);
  const config = testConfig({ DATABASE_URL: address, SECRET: testSecret });
  try {
    await restore(config, file, quiet);
    // A note's version row is written with its new text: one without the other would be half a change.
    const [found] = await query<{ notes: number; late: number; versions: number; half: number }>(
      empty.connection,
      `select (select count(*)::int from app.notes where text like 'edit %') as notes,
        (select count(*)::int from app.notes where text = 'edit meanwhile') as late,
        (select count(*)::int from app.note_versions) as versions,
        (select count(*)::int from app.notes n where n.version > 1 and not exists (select from app.note_versions v where v.note_id = n.id and v.version = n.version - 1)) as half`,
    );
    expect(found).toMatchObject({ notes: 2, late: 0, half: 0 });
    expect(found!.versions).toBeGreaterThanOrEqual(2);
  } finally {
    await empty.drop();
  }
});

describe('what cannot be restored', () => {
  test('without the secret, or with a cut-off file, nothing is made', async () => {
    const file = newFile();
    await backUp(sourceConfig(), file, quiet);
    const bare = await newDataDir(null);
    await expect(restore(testConfig({ DATA_DIR: bare }), file, quiet)).rejects.toThrow('secret');
    const other = await newDataDir('another secret, as long as the first one');
    await expect(restore(testConfig({ DATA_DIR: other }), file, quiet)).rejects.toThrow('another SECRET');
    expect(await readdir(bare)).toEqual([]);
    expect(await readdir(other)).toEqual(['secret']);
  });

  test('REL-11 a file whose end is missing fills nothing, and the whole one can be restored after it', async () => {
    const whole = newFile();
    const cut = newFile();
    await backUp(sourceConfig(), whole, quiet);
    await copyFile(whole, cut);
    const bytes = await readFile(cut);
    await writeFile(cut, bytes.subarray(0, bytes.length - 40));
    const empty = await createDatabase();
    const config = testConfig({ DATABASE_URL: addressOf(t.admin, empty.connection.database), SECRET: testSecret });
    try {
      await expect(restore(config, cut, quiet)).rejects.toThrow('cut off');
      const { rows } = await restore(config, whole, quiet);
      expect(rows['users']).toBeGreaterThan(8);
    } finally {
      await empty.drop();
    }
  });

  test('an older version’s is brought up to date; a newer version’s is refused', async () => {
    const old = await createDatabase();
    const target = await createDatabase();
    const all = readMigrations();
    const file = newFile();
    const config = testConfig({ DATABASE_URL: addressOf(t.admin, target.connection.database), SECRET: testSecret });
    try {
      const admin = await bootstrapDatabase(old.connection, testSecret, old.connection.database);
      await migrate(admin, all.slice(0, -2));
      await query(admin, `insert into app.tenants (name, created_by) values ('Kept clinic', 'somebody')`);
      await writeArchive(file, testSecret, dumpLines(admin, '0.0.1'));
      await restore(config, file, quiet);
      const opened = await openDatabase(config, testSecret, quiet, quiet);
      await opened.close();
      expect(await query(target.connection, 'select name from app.migrations order by 1')).toHaveLength(all.length);
      expect(await query(target.connection, `select name from app.tenants where name = 'Kept clinic'`)).toHaveLength(1);

      const newer = newFile();
      const manifest = {
        incisive: 'backup',
        format: 1,
        version: '9.0.0',
        made_at: '',
        migrations: [{ name: '999_x.sql', checksum: '' }],
      };
      await writeArchive(
        newer,
        testSecret,
        (async function* () {
          yield JSON.stringify(manifest);
        })(),
      );
      await expect(restore(config, newer, quiet)).rejects.toThrow('another version (9.0.0)');
    } finally {
      await old.drop();
      await target.drop();
    }
  });

  test('a folder without a database is not backed up, and none is made there', async () => {
    const bare = await newDataDir();
    await expect(backUp(testConfig({ DATA_DIR: bare }), newFile(), quiet)).rejects.toThrow('nothing to back up');
    expect(await readdir(bare)).toEqual(['secret']);
  });
});
