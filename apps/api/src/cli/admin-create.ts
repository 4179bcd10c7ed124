import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { makeAdministrator } from '../features/accounts/sign-up/first-administrator.ts';
import { AppError } from '../http/app-error.ts';
import { print, printText } from '../terminal.ts';
import { withDatabase } from './with-database.ts';
import { typedCommand } from '../typed-command.ts';

const usage = `Makes a SuperAdmin, the first one or another.

  ${typedCommand('admin create', '--username NAME --email ADDRESS [--first-name NAME] [--last-name NAME] [--phone +1NNNNNNNNNN]')}

What is missing is asked for. Each can be given by environment too: ADMIN_USERNAME, ADMIN_EMAIL, ADMIN_FIRST_NAME, ADMIN_LAST_NAME,
ADMIN_PHONE, and ADMIN_PASSWORD, which has no flag so that it stays out of the process list. Without ADMIN_PASSWORD a one-time password
is made and printed. The server of this DATA_DIR must be stopped; with DATABASE_URL it may run.`;

const { values } = parseArgs({
  options: {
    username: { type: 'string' },
    email: { type: 'string' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
    phone: { type: 'string' },
    help: { type: 'boolean' },
  },
});

if (values.help) {
  printText(usage);
  process.exit(0);
}

const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : null;
async function given(flag: 'username' | 'email' | 'first-name' | 'last-name' | 'phone', question: string, fallback: string) {
  const set = values[flag] ?? process.env[`ADMIN_${flag.replace('-', '_').toUpperCase()}`];
  if (set !== undefined) return set;
  const answer = await terminal?.question(`${question}${fallback ? ` [${fallback}]` : ''}: `);
  return answer?.trim() || fallback;
}

const administrator = {
  username: await given('username', 'Username', ''),
  email: await given('email', 'Email address', ''),
  first_name: await given('first-name', 'First name', 'Super'),
  last_name: await given('last-name', 'Last name', 'Admin'),
  phone_number: await given('phone', 'Phone number', '+12025550100'),
  specialty: 'Administration',
  practice: 'Incisive',
  password: process.env['ADMIN_PASSWORD'],
};
terminal?.close();

await withDatabase(async (database) => {
  try {
    const { oneTimePassword } = await makeAdministrator(database, administrator);
    print(`Made the SuperAdmin "${administrator.username}".`);
    if (oneTimePassword) print(`One-time password, good for 24 hours and to be changed at the first sign-in: ${oneTimePassword}`);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    print('Nothing was made.');
    for (const { path, message } of error.fields) print(`- ${path}: ${message}`);
    printText(`\n${usage}`);
    return 1;
  }
});
