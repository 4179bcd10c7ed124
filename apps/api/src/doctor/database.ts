import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { backupAges, readBackupState } from '../db/backup/backup-state.ts';
import type { Database } from '../db/client.ts';
import { readMigrations } from '../db/migrate.ts';
import { readWalState, walAges } from '../db/wal/wal-state.ts';
import { withSystem } from '../db/tenant.ts';
import { type Finding, good, look, mend } from './finding.ts';
import { clocksApart } from './machine.ts';

const leastVersion = 15;

/** Whether the database knows the capitals of letters beyond the English ones; one of the locale C of a libc does not. */
export const knowsCapitals = `lower('É') = 'é'`;
const capitalsUnknown =
  'It does not know É for é: a search for a word with such letters misses notes. Restore the backup into a database made with LOCALE ‘C.UTF-8’.';

/** What there is to say of how a database reads letters. */
export const checkLetters = (known: boolean): Finding[] => (known ? [] : [look('database', capitalsUnknown)]);

/** The server, its settings and the schema. */
export async function checkDatabase(database: Database): Promise<Finding[]> {
  const asked = Date.now();
  const { rows } = await withSystem(database, (tx) =>
    sql<{
      now: Date;
      version: number;
      unsafe: string[];
      used: number;
      most: number;
      applied: string[];
      capitals: boolean;
    }>`
    select clock_timestamp() as now, current_setting('server_version_num')::int / 10000 as version,
           array(select name from unnest(array['fsync', 'full_page_writes']) as name where current_setting(name) = 'off') as unsafe,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
           current_setting('max_connections')::int as most,
           array(select name from app.migrations) as applied, ${sql.raw(knowsCapitals)} as capitals`.execute(tx),
  );
  const found = rows[0]!;
  // The answer's moment lies somewhere between the question and now.
  const apart = (found.now.getTime() - (asked + Date.now()) / 2) / 1000;
  const known = readMigrations().map(({ name }) => name);
  const missing = known.filter((name) => !found.applied.includes(name)).length;
  const newer = found.applied.some((name) => !known.includes(name));
  const problems = [
    ...(found.version < leastVersion
      ? [mend('database', `PostgreSQL ${found.version} is too old: ${leastVersion} or newer.`)]
      : []),
    ...found.unsafe.map((name) =>
      mend('database', `${name} is off: a power cut loses notes. Turn it on, and take a backup first.`),
    ),
    ...checkLetters(found.capitals),
    ...(found.used > found.most * 0.9
      ? [look('database', `${found.used} of ${found.most} connections are taken. Raise max_connections, or lower DATABASE_POOL.`)]
      : []),
    ...(newer ? [mend('database', 'The schema is of a newer version. Run that version.')] : []),
    ...(missing > 0
      ? [look('database', `${missing} migrations are to come: the next start applies them. Take a backup first.`)]
      : []),
  ];
  const fine = `PostgreSQL ${found.version} answers, with ${found.used} of ${found.most} connections taken.`;
  return [...(problems.length > 0 ? problems : [good('database', fine)]), clocksApart(apart)];
}

const daySeconds = 86_400;
const triedWithin = 8 * daySeconds;

/** Whether there is a backup to come back to, and whether it was ever tried. */
export async function checkBackups(
  database: Database,
  config: Pick<Config, 'BACKUP_DIR' | 'DATABASE_URL' | 'backupEveryMinutes'>,
  now = new Date(),
): Promise<Finding[]> {
  if (!config.BACKUP_DIR)
    return [look('backups', 'BACKUP_DIR is not set: the product makes none. Set it, or see that a timer of yours makes them.')];
  const state = await readBackupState(database);
  const { newest, tried } = backupAges(state, now);
  const words = [
    ...(state.failing ? [mend('backups', `They fail since ${state.failing.since.slice(0, 16)}: ${state.failing.reason}.`)] : []),
    ...(newest === null
      ? [mend('backups', 'There is none yet. A running server makes the first within five minutes: see its log.')]
      : newest > 2 * config.backupEveryMinutes * 60
        ? [mend('backups', `The newest is ${hours(newest)} old. See that the server runs, and its log.`)]
        : []),
    ...(newest !== null && (tried === null || tried > triedWithin)
      ? [look('backups', 'None was restored for a try within a week. Try one by hand: incisive restore, into a new DATA_DIR.')]
      : []),
  ];
  return words.length > 0 ? words : [good('backups', `The newest is ${hours(newest!)} old; one was tried ${hours(tried!)} ago.`)];
}

const archivedWithin = 300;
const copiedWithin = 2 * daySeconds;

/** Whether a moment of the last minutes could be restored, and whether one ever was. */
export async function checkLogArchive(database: Database, now = new Date()): Promise<Finding[]> {
  const state = await readWalState(database);
  const { archived, base, tried } = walAges(state, now);
  const trouble = state.late ?? state.failing;
  const words = [
    ...(trouble ? [mend('log archive', `It fails since ${trouble.since.slice(0, 16)}: ${trouble.reason}.`)] : []),
    ...(archived === null || archived > archivedWithin
      ? [mend('log archive', 'Nothing of the last five minutes is in it. See that the server runs, its log, and BACKUP_DIR.')]
      : []),
    ...(base === null || base > copiedWithin
      ? [mend('log archive', 'It has no copy of the last two days to begin from. A running server makes one: see its log.')]
      : []),
    ...(base !== null && (tried === null || tried > triedWithin)
      ? [
          look(
            'log archive',
            'It was not restored for a try within a week. Try it: incisive restore --to newest, into a new DATA_DIR.',
          ),
        ]
      : []),
  ];
  const fine = `Its newest segment is ${archived ?? 0} s old; it was tried ${hours(tried ?? 0)} ago.`;
  return words.length > 0 ? words : [good('log archive', fine)];
}

const hours = (seconds: number): string =>
  seconds < 2 * daySeconds ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / daySeconds)} days`;

const lateMinutes = 60;

/** Mail and seals that should be gone, or there, by now. */
export function checkQueues(database: Database): Promise<Finding[]> {
  return withSystem(database, async (tx) => {
    const { rows } = await sql<{ mails: number; unsealed: number }>`
      select (select count(*)::int from app.mail_queue where created_at < now() - make_interval(mins => ${lateMinutes})) as mails,
             (select count(*)::int from app.audit_log l where l.recorded < now() - interval '5 minutes'
                 and l.id > coalesce((select audit_id from app.audit_seals order by seq desc limit 1), 0)) as unsealed`.execute(
      tx,
    );
    const { mails, unsealed } = rows[0]!;
    return [
      mails > 0
        ? mend('mail queue', `${mails} letters wait for more than an hour. See the log of the mail server, and SMTP_URL.`)
        : good('mail queue', 'Nothing waits for long.'),
      unsealed > 0
        ? mend('audit log', `${unsealed} rows are not sealed. Start the server; then run incisive audit verify.`)
        : good('audit log', 'All rows are sealed.'),
    ];
  });
}
