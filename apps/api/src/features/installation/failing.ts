import { activeUsers } from '../../db/active-users.ts';
import { BackupError } from '../../db/backup/archive.ts';
import type { BackupState } from '../../db/backup/backup-state.ts';
import type { Tx } from '../../db/client.ts';
import { giveNotices } from '../../db/give-notices.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Letter } from '../../mail/templates.ts';

const day = 24 * 3_600_000;

type Failing = NonNullable<BackupState['failing']>;

/** A failure that goes on, or begins; and whether people are to be told now: once a day. */
export function stillFailing(known: Failing | undefined | null, reason: string, now: Date): { failing: Failing; tell: boolean } {
  const at = now.toISOString();
  const tell = !known || now.getTime() - Date.parse(known.toldAt) >= day;
  return { failing: { since: known?.since ?? at, reason, at, toldAt: tell ? at : known.toldAt }, tell };
}

/** Leaves every SuperAdmin a notice and a mail, in the transaction that records why. */
export async function tellSuperAdmins(tx: Tx, mailer: Mailer, message: string, letter: Letter): Promise<void> {
  const people = await activeUsers(tx, 'SuperAdmin').select(['id', 'tenant_id', 'email']).execute();
  await giveNotices(tx, people, [{ message, link: '/models' }]);
  for (const { email } of people) await mailer.queue(tx, email, letter);
}

/** Our own words, or the code of a failure: a database's words may quote a row. */
export function reasonOf(error: unknown): string {
  if (error instanceof BackupError) return error.message;
  if (!(error instanceof Error)) return 'it failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return code === 'ENOSPC' ? 'the disk of BACKUP_DIR is full' : `it stopped with ${code}`;
}
