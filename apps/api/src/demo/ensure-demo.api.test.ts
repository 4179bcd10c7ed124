import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminConnection } from '../db/bootstrap.ts';
import type { Database } from '../db/client.ts';
import { withSystem } from '../db/tenant.ts';
import { knowledgeFiles } from '../compose.ts';
import { testConfig } from '../testing/build-test-app.ts';
import { newDatabase } from '../testing/new-database.ts';
import { ensureCatalogue } from './ensure-catalogue.ts';
import { demoPeople, ensureDemo } from './ensure-demo.ts';
import { removeDemo } from './remove-demo.ts';

let folder: string;
let close: () => Promise<void>;
let database: Database;
let admin: AdminConnection;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'incisive-demo-'));
  ({ database, admin, close } = await newDatabase(2));
  await ensureCatalogue(database, knowledgeFiles());
});
afterAll(async () => {
  await close();
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
