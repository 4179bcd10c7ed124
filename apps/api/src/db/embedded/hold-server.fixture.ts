/** Starts a server on a folder and holds it until it is killed: the other process of the tests beside this file. */
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const [dataDir = '', mode = ''] = process.argv.slice(2);
try {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    stopWithParent: mode !== 'leave-orphan',
    spoolLog: mode === 'spool-log',
  });
  process.stdout.write(
    `${JSON.stringify({ server: server.pid, run: server.connection.host, password: server.connection.password })}\n`,
  );
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: error instanceof Error ? error.message : String(error) })}\n`);
}
