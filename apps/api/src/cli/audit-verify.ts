import { verifyAudit } from '../features/audit/verify-audit.job.ts';
import { print, withDatabase } from './with-database.ts';

await withDatabase(async (database) => {
  const report = await verifyAudit(database);
  print(`${report.verified} audit rows verified. Last hash: ${report.head}`);
  if (report.unsealed > 0)
    print(`${report.unsealed} rows at the end are not sealed yet; a running server seals them within seconds.`);
  if (!report.firstBad) {
    print('The chain is intact.');
    return 0;
  }
  print(
    report.firstBad.reason === 'missing'
      ? `Row ${report.firstBad.auditId} is gone from the log.`
      : `Row ${report.firstBad.auditId} is not as it was sealed: it, or the order before it, was changed.`,
  );
  return 1;
});
