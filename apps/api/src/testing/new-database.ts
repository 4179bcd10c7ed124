import { type AdminConnection, bootstrapDatabase } from '../db/bootstrap.ts';
import { type Database, openPools } from '../db/client.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { testSecret } from './build-test-app.ts';
import { createDatabase, wayTo } from './test-postgres.ts';

/** A database as the first start finds it: migrated and empty. Closing it drops it. */
export async function newDatabase(
  max: number,
): Promise<{ database: Database; admin: AdminConnection; close: () => Promise<void> }> {
  const empty = await createDatabase();
  const admin = await bootstrapDatabase(empty.connection, testSecret, empty.connection.database);
  await migrate(admin, readMigrations());
  const database = openPools(admin, testSecret, {
    max,
    idleMinutes: 15,
    onError: () => undefined,
    patience: 120_000,
    ...wayTo(admin),
  });
  const close = async (): Promise<void> => {
    await database.close();
    await empty.drop();
  };
  return { database, admin, close };
}
