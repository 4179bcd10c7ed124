import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that a system gives to connections going out: none of those can take it while a server is down between two starts. */
const lowest = 20_000;
const highest = 32_000;

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
