import path from 'node:path';
import { readConfig } from '../config.ts';
import { restore } from '../db/backup/restore.ts';
import { openDatabase } from '../db/open-database.ts';
import { installationSecret } from '../db/secret.ts';
import { AuditChain } from '../features/audit/audit-chain.ts';
import { reasons, verifyAudit } from '../features/audit/verify-audit.job.ts';
import { print, printText } from '../terminal.ts';
import { runCommand } from './with-database.ts';
import { typedCommand } from '../typed-command.ts';

const usage = `Fills an empty installation from a backup. The server must be stopped.

  ${typedCommand('restore', 'FILE')}

Set DATA_DIR to a new folder and put the "secret" file of the installation that was backed up into it, or set SECRET.`;

await runCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0 || file.startsWith('-')) {
    printText(usage);
    return file === '--help' ? 0 : 2;
  }
  const started = performance.now();
  const config = readConfig(process.env);
  const { manifest, rows } = await restore(config, path.resolve(file), print);
  // Opening brings the schema up to this version and proves the walls.
  const secret = await installationSecret(config);
  const opened = await openDatabase(config, secret, print, () => undefined);
  try {
    const total = Object.values(rows).reduce((sum, n) => sum + n, 0);
    print(`Restored ${total} rows as of ${manifest.made_at}: ${rows['notes']} notes, ${rows['users']} users.`);
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
