import { readConfig, type Config } from '../config.ts';
import type { AdminConnection } from '../db/bootstrap.ts';
import { connectionProblem } from '../db/connection-problem.ts';
import type { Database } from '../db/client.ts';
import { openDatabase } from '../db/open-database.ts';
import { installationSecret } from '../db/secret.ts';
import { complain, print } from '../terminal.ts';

/** Runs a command and ends the process with its exit code; a failure is told in one line. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  let code = 1;
  try {
    code = await work();
  } catch (error) {
    complain(connectionProblem(error) ?? (error instanceof Error ? error.message : String(error)));
  }
  process.exit(code);
}

/** Runs a command on the installation's database: with the own PostgreSQL the server must be stopped, since one process holds it. */
export function withDatabase(
  work: (database: Database, config: Config, admin: AdminConnection) => Promise<number>,
): Promise<void> {
  return runCommand(async () => {
    const config = readConfig(process.env);
    const opened = await openDatabase(config, await installationSecret(config), print, () => undefined);
    try {
      return await work(opened.database, config, opened.admin);
    } finally {
      await opened.close();
    }
  });
}
