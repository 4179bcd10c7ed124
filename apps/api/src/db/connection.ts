import pg from 'pg';

/**
 * Runs work on one connection of its own, outside the pools, and closes it after. A connection that is lost tells the query that
 * runs; without a listener it would end the process before that is said.
 * @throws what the work throws, or the driver's error when nothing answers at `connection`.
 */
export async function withConnection<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
