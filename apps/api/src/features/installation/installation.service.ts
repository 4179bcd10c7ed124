import type { Installation } from '@incisive/contract/installation';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/client.ts';
import { hasDemo } from '../../demo/remove-demo.ts';

/** What anybody may know of the installation before signing in. */
export const readInstallation = async (database: Database, config: Config): Promise<Installation> => ({
  demo: await hasDemo(database),
  idle_minutes: config.IDLE_MINUTES,
});
