import type { Database, Tx } from '../client.ts';
import { withSystem } from '../tenant.ts';

/** What is known of the backups that the product makes by itself, for every process of the installation. */
export interface BackupState {
  readonly newest?: { readonly name: string; readonly at: string; readonly bytes: number; readonly seconds: number };
  /** The last that was restored for a try, all of it. */
  readonly tried?: { readonly name: string; readonly at: string };
  /** Since when it fails, why, when that was last seen and told; absent when the last one was good. */
  readonly failing?: { readonly since: string; readonly reason: string; readonly at: string; readonly toldAt: string };
}

const setting = 'backups';

export const readBackupState = (database: Database): Promise<BackupState> =>
  withSystem(database, async (tx) => {
    const row = await tx.selectFrom('app.settings').select('value').where('name', '=', setting).executeTakeFirst();
    return (row?.value ?? {}) as BackupState;
  });

export async function saveBackupState(tx: Tx, state: BackupState): Promise<void> {
  const value = JSON.stringify(state);
  await tx
    .insertInto('app.settings')
    .values({ name: setting, value })
    .onConflict((row) => row.column('name').doUpdateSet({ value }))
    .execute();
}

/** How old the newest backup and the last try are, in seconds; for those who watch. */
export function backupAges(state: BackupState, now: Date): { newest: number | null; tried: number | null; failing: boolean } {
  const age = (moment: { readonly at: string } | undefined): number | null =>
    moment ? Math.max(0, Math.round((now.getTime() - Date.parse(moment.at)) / 1000)) : null;
  return { newest: age(state.newest), tried: age(state.tried), failing: state.failing !== undefined };
}
