import { readConfig } from '../config.ts';
import { examine } from '../doctor/doctor.ts';
import { print, printText } from '../terminal.ts';
import { runCommand } from './with-database.ts';
import { typedCommand } from '../typed-command.ts';

const usage = `Looks at disk, clock, database, backups, mail, proxy and certificate, and says what to mend. It changes nothing, and
may run beside the server.

  ${typedCommand('doctor')}

Exits with 0 when nothing is to be mended, else with 1.`;

const shown = { good: 'ok  ', look: 'LOOK', mend: 'MEND' };

await runCommand(async () => {
  if (process.argv.length > 2) {
    printText(usage);
    return process.argv[2] === '--help' ? 0 : 2;
  }
  const findings = await examine(readConfig(process.env));
  for (const { check, verdict, words } of findings) print(`${shown[verdict]}  ${check.padEnd(12)} ${words}`);
  const toMend = findings.filter(({ verdict }) => verdict === 'mend').length;
  print(toMend === 0 ? 'Nothing is to be mended.' : `${toMend} to mend.`);
  return toMend === 0 ? 0 : 1;
});
