import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminConnection, bootstrapDatabase } from '../db/bootstrap.ts';
import { type Database, openPools } from '../db/client.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { withSystem } from '../db/tenant.ts';
import { knowledgeFiles } from '../compose.ts';
import { testConfig, testSecret } from '../testing/build-test-app.ts';
import { type TestDatabase, createDatabase } from '../testing/test-postgres.ts';
import { ensureCatalogue } from './ensure-catalogue.ts';
import { demoPeople, ensureDemo } from './ensure-demo.ts';
import { removeDemo } from './remove-demo.ts';

let folder: string;
let empty: TestDatabase;
let database: Database;
let admin: AdminConnection;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'incisive-demo-'));
  empty = await createDatabase();
  admin = await bootstrapDatabase(empty.connection, testSecret, empty.connection.database);
  await migrate(admin, readMigrations());
  database = openPools(admin, testSecret, { max: 2, idleMinutes: 15, onError: () => undefined, patience: 120_000 });
  await ensureCatalogue(database, knowledgeFiles());
});
afterAll(async () => {
  await database.close();
  await empty.drop();
  await rm(folder, { recursive: true, force: true });
});

const quiet = () => undefined;
const users = () => withSystem(database, async (tx) => (await tx.selectFrom('app.users').select('id').execute()).length);

it('S13: sample data whose password cannot be kept is not made, and can be made later', async () => {
  const file = path.join(folder, 'a file');
  await writeFile(file, '');
  await expect(ensureDemo(testConfig({ DATA_DIR: path.join(file, 'data') }), database, quiet)).rejects.toThrow(/ENOTDIR/);
  expect(await users()).toBe(0);
  // Beside an outside database nothing has made this folder.
  const dataDir = path.join(folder, 'not there yet', 'data');
  const made = await ensureDemo(testConfig({ DATA_DIR: dataDir }), database, quiet);
  expect(await users()).toBe(demoPeople.length);
  expect(await readFile(path.join(dataDir, 'demo-credentials.txt'), 'utf8')).toContain(`password: ${made!.password}`);

  // A later start tells the same password; once the sample data is out nobody is told one, and nothing is made again.
  expect(await ensureDemo(testConfig({ DATA_DIR: dataDir }), database, quiet)).toEqual(made);
  await removeDemo(database, admin);
  expect(await ensureDemo(testConfig({ DATA_DIR: dataDir }), database, quiet)).toBeNull();
  expect(await users()).toBe(demoPeople.length);
});
