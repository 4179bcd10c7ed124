import type { Server } from 'node:net';
import { afterAll } from 'vitest';

/** A server on a free port of this machine until the tests of the file are over. */
export async function listening(server: Server): Promise<void> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  afterAll(() => void server.close());
}
