import { sql } from 'kysely';
import type { Database, Tx } from '../client.ts';
import { withSystem } from '../tenant.ts';
import type { BackupState } from '../backup/backup-state.ts';

export type Failing = NonNullable<BackupState['failing']>;

/** What is known of the archive of the database's log. Absent and null are the same: nothing of the kind yet, or no more. */
export interface WalState {
  /** When the newest segment in the archive was closed. */
  readonly archived?: string | null;
  /** The newest copy of the database's files. */
  readonly base?: BackupState['newest'] | null;
  /** The last copy that was restored for a try, with all of the log after it. */
  readonly tried?: BackupState['tried'] | null;
  /** Segments do not come into the archive. */
  readonly late?: Failing | null;
  /** Copies are not made, or not restored for a try. */
  readonly failing?: Failing | null;
}

const setting = 'wal-archive';

export const readWalState = (database: Database): Promise<WalState> =>
  withSystem(database, async (tx) => {
    const row = await tx.selectFrom('app.settings').select('value').where('name', '=', setting).executeTakeFirst();
    return (row?.value ?? {}) as WalState;
  });

/** Changes what is given and leaves the rest: the segments and the copies are looked after by two who do not wait for each other. */
export async function saveWalState(tx: Tx, change: WalState): Promise<void> {
  await sql`insert into app.settings (name, value) values (${setting}, ${JSON.stringify(change)}::jsonb)
    on conflict (name) do update set value = app.settings.value || excluded.value`.execute(tx);
}

export interface WalAges {
  readonly archived: number | null;
  readonly base: number | null;
  readonly tried: number | null;
  readonly failing: boolean;
}

/** How old the newest segment, the newest copy and the last try are, in seconds; for those who watch. */
export function walAges({ archived, base, tried, late, failing }: WalState, now: Date): WalAges {
  const age = (at: string | undefined | null): number | null =>
    at ? Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 1000)) : null;
  return { archived: age(archived), base: age(base?.at), tried: age(tried?.at), failing: Boolean(late ?? failing) };
}
