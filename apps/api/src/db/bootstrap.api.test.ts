import { expect, test } from 'vitest';
import { type TestDatabase, createDatabase } from '../testing/test-postgres.ts';
import { bootstrapDatabase } from './bootstrap.ts';

const secret = 'a secret of the tests, long enough to be taken';

test('installations of several databases on one server may start at the same moment', async () => {
  const databases: TestDatabase[] = [];
  try {
    for (let n = 0; n < 6; n += 1) databases.push(await createDatabase());
    const starts = databases.flatMap(({ connection }) =>
      [1, 2].map(() => bootstrapDatabase(connection, secret, connection.database)),
    );
    expect((await Promise.all(starts)).map(({ database }) => database)).toEqual(
      databases.flatMap(({ connection }) => [connection.database, connection.database]),
    );
  } finally {
    for (const database of databases) await database.drop();
  }
});
