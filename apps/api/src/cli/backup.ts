import path from 'node:path';
import { readConfig } from '../config.ts';
import { backUp } from '../db/backup/back-up.ts';
import { print, printText } from '../terminal.ts';
import { runCommand } from './with-database.ts';
import { typedCommand } from '../typed-command.ts';

const usage = `Writes an encrypted backup of the whole installation into a new file. The server may run meanwhile.

  ${typedCommand('backup', 'FILE')}

Only the installation's SECRET (or the file "secret" in DATA_DIR) opens it: keep a copy of that in another place.`;

await runCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0 || file.startsWith('-')) {
    printText(usage);
    return file === '--help' ? 0 : 2;
  }
  const { bytes, sha256, seconds } = await backUp(readConfig(process.env), path.resolve(file), print);
  print(`Wrote ${path.resolve(file)}: ${bytes} bytes in ${seconds.toFixed(1)} s`);
  print(`SHA-256 ${sha256}`);
  return 0;
});
