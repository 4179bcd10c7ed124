import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { restore } from '../db/backup/restore.ts';
import { BackupError } from '../db/backup/sealed-file.ts';
import { momentOf, restoreTo } from '../db/wal/restore-to.ts';
import { openDatabase } from '../db/open-database.ts';
import { installationSecret } from '../db/secret.ts';
import { AuditChain } from '../features/audit/audit-chain.ts';
import { reasons, verifyAudit } from '../features/audit/verify-audit.job.ts';
import { print, printText } from '../terminal.ts';
import { runCommand } from './with-database.ts';
import { typedCommand } from '../typed-command.ts';

const usage = `Fills an empty installation from a backup, or brings it to a moment of its past. The server must be stopped.

  ${typedCommand('restore', 'FILE')}
  ${typedCommand('restore', '--to 2026-11-24T10:15:00Z [--from FOLDER]')}
  ${typedCommand('restore', '--to newest [--from FOLDER]')}

A moment needs the archive that WAL_ARCHIVE=on keeps in BACKUP_DIR; --from names that folder where BACKUP_DIR is not set to it.
Set DATA_DIR to a new folder and put the "secret" file of the installation that was backed up into it, or set SECRET.`;

const { values, positionals } = parseArgs({
  options: { to: { type: 'string' }, from: { type: 'string' }, help: { type: 'boolean' } },
  allowPositionals: true,
});

/** Fills the installation, and says what came back. */
async function bringBack(config: Config, file: string | undefined): Promise<void> {
  if (file !== undefined) {
    const { manifest, rows } = await restore(config, path.resolve(file), print);
    const total = Object.values(rows).reduce((sum, n) => sum + n, 0);
    print(`Restored ${total} rows as of ${manifest.made_at}: ${rows['notes']} notes, ${rows['users']} users.`);
    return;
  }
  const from = values.from ?? config.BACKUP_DIR;
  if (from === undefined) throw new BackupError('Name the folder of the archive: --from FOLDER, or set BACKUP_DIR.');
  const { base, lastChange } = await restoreTo(config, path.resolve(from), momentOf(values.to!), print);
  print(
    lastChange
      ? `Restored. The last change that is in it was committed at ${lastChange.toISOString()}.`
      : `Restored as of ${base.toISOString()}: nothing was changed after it.`,
  );
}

await runCommand(async () => {
  const [file, ...more] = positionals;
  if (values.help || more.length > 0 || (file === undefined) === (values.to === undefined)) {
    printText(usage);
    return values.help ? 0 : 2;
  }
  const started = performance.now();
  const config = readConfig(process.env);
  await bringBack(config, file);
  // Opening brings the schema up to this version and proves the walls.
  const secret = await installationSecret(config);
  const opened = await openDatabase(config, secret, print, () => undefined);
  try {
    const chain = new AuditChain(secret, config.DATA_DIR);
    const { verified, firstBad, head } = await verifyAudit(opened.database, chain, []);
    print(
      firstBad
        ? `The audit chain breaks: row ${firstBad.auditId} ${reasons[firstBad.reason]}.`
        : `The audit chain is intact: ${verified} rows.`,
    );
    // From here on the log goes on from the backup, whatever this folder kept of another one.
    if (head && !firstBad) await chain.save(head);
    print(`Done in ${((performance.now() - started) / 1000).toFixed(1)} s. Everybody signs in again.`);
    return firstBad ? 1 : 0;
  } finally {
    await opened.close();
  }
});
