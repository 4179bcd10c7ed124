import { AuditChain, readHead } from '../features/audit/audit-chain.ts';
import { reasons, verifyAudit } from '../features/audit/verify-audit.job.ts';
import { installationSecret } from '../db/secret.ts';
import { print, printText } from '../terminal.ts';
import { withDatabase } from './with-database.ts';
import { typedCommand } from '../typed-command.ts';

const usage = `Checks the whole audit log against its seals and against the head that DATA_DIR keeps.

  ${typedCommand('audit verify')}
  ${typedCommand('audit verify', `'{"seq":N,"audit_id":N,"hash":"..."}'`)}

A head from the server's log or from a mail is checked too.`;

await withDatabase(async (database, config) => {
  const given = process.argv.slice(2).map(readHead);
  if (given.includes(null)) {
    printText(usage);
    return 2;
  }
  const chain = new AuditChain(await installationSecret(config), config.DATA_DIR);
  const kept = await chain.savedHead();
  const { verified, removed, head, unsealed, gaps, firstBad } = await verifyAudit(database, chain, [kept, ...given]);
  print(`${verified} audit rows verified.${head ? ` Head: ${JSON.stringify(head)}` : ''}`);
  if (removed > 0) print(`${removed} rows before them were removed: they were past AUDIT_RETENTION_YEARS.`);
  if (unsealed > 0) print(`${unsealed} rows are not sealed; a running server seals new ones within seconds.`);
  if (gaps > 0) print(`${gaps} numbers hold no row: requests that were rolled back.`);
  if (!kept && given.length === 0)
    print('DATA_DIR keeps no head yet: rows cut off at the end would not show. Give a head from the log or from a mail.');
  print(firstBad ? `Row ${firstBad.auditId} ${reasons[firstBad.reason]}.` : 'The chain is intact.');
  return firstBad ? 1 : 0;
});
