import { ConfigError } from './config.ts';
import type { Deps } from './deps.ts';
import { Hl7Server } from './features/hl7/hl7-server.job.ts';
import { DropFolderReader } from './features/integrations/read-drop-folders.job.ts';

export interface Work {
  /** Takes nothing more from other systems; the parts that all processes have are closed by `closeDeps`. */
  close(): Promise<void>;
}

/**
 * Begins what is done beside requests, in a process whose ROLE is `worker` or `both`: letters, webhooks, seals, files and messages of
 * other systems, jobs. Several processes may do it at once; what two must not do at the same time is locked in the database.
 *
 * @throws ConfigError when the port for HL7 cannot be had.
 */
export async function startWork(deps: Deps): Promise<Work> {
  const { DROP_DIR, HL7_PORT } = deps.config;
  deps.mailer.start();
  deps.webhooks.start();
  deps.auditSealer.start();
  deps.walArchiver?.start();
  const dropFolders = DROP_DIR === undefined ? null : new DropFolderReader(deps, DROP_DIR);
  dropFolders?.start();
  await deps.jobs.start();
  const hl7 =
    HL7_PORT === undefined
      ? null
      : await Hl7Server.listen(deps).catch((error: Error) => {
          throw new ConfigError(
            `HL7_PORT: ${error.message}. Name a port of this machine that is free, and files that can be read.`,
          );
        });
  return {
    close: async () => {
      await hl7?.close();
      await dropFolders?.close();
    },
  };
}
